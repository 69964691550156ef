"""Take a shadow's edge or a patch of light off the upright picture of a card. Pure.

`vision.appearance.whitened` takes out light that changes evenly over a card, which is all that a table's lamps do. In a
photograph the edge of a shadow may lie across it. Paper is found all over a card between its print: how bright it is there,
with the print filled up from the paper around it, is what is divided by.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.appearance import Image

_WIDEST_PRINT_PX = 21  # of the upright card: darker spots up to this size are filled as print
_SPECKLE_PX, _SOFT_PX = 7, 1.5
_EVEN = 0.85  # the darker paper to the brighter one, from which light is even enough as it is
_DARKEST_PAPER, _PAPER = 30.0, 230.0  # grey levels


def evenly_lit(card: Image) -> Image | None:
    """The upright card as if lit evenly; None where it is."""
    # In the brightest channel red print is nearly as bright as paper.
    bright = np.asarray(card.max(axis=2), dtype=np.uint8)
    rim = _WIDEST_PRINT_PX
    wide = cv2.copyMakeBorder(bright, rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    filled = cv2.morphologyEx(wide, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (rim, rim)))
    paper = cv2.medianBlur(np.ascontiguousarray(filled[rim:-rim, rim:-rim]), _SPECKLE_PX)
    dark, light = np.percentile(paper, (5, 95))
    if dark > _EVEN * light:
        return None
    level = np.maximum(cv2.GaussianBlur(paper.astype(np.float32), (0, 0), _SOFT_PX), _DARKEST_PAPER)
    return np.asarray(np.clip(_PAPER * card / level[:, :, None], 0, 255), dtype=np.uint8)
