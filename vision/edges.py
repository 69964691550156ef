"""What the picture shows along the sides of an outline: steps of brightness across them, paper beside them. Pure."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Image
from vision.outline import Points, cross, fit_line

_SIDE_SAMPLES = 26
_REACH = np.arange(-3.5, 3.6, 1.0)  # px across a side
EDGE_STEP = 14  # grey levels within three pixels: the border of a white card on another white card
_BORDER_DEPTH = 0.05  # of the way from a corner to the middle: on the white border
_PAPER_LEVEL = 90  # grey levels in the brightest channel


def _side_profiles(image: Image, quad_px: Points) -> tuple[Points, Points, NDArray[np.int16]]:
    """Points along the four sides (4×n×2), each side's outward normal, and the dimmest channel across the side (4×n×reach).

    Paper is bright in all channels, so the dimmest one parts it best.
    """
    places = np.linspace(0.1, 0.9, _SIDE_SAMPLES)
    along = np.roll(quad_px, -1, axis=0) - quad_px
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.linalg.norm(along, axis=1, keepdims=True)
    on_sides = quad_px[:, None] + places[None, :, None] * along[:, None]
    points = on_sides[:, :, None] + _REACH[:, None] * normals[:, None, None]
    flat = points.reshape(4 * _SIDE_SAMPLES, len(_REACH), 2).astype(np.float32)
    values = cv2.remap(image, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return on_sides, normals, values.min(axis=2).astype(np.int16).reshape(4, _SIDE_SAMPLES, len(_REACH))


def sides_seen(image: Image, quad_px: Points) -> NDArray[np.float64]:
    """For each side, the share of its length along which brightness steps across it.

    A border steps the same way at the same distance all along; the pattern of a back steps either way.
    """
    shares = np.zeros(4)
    dim = _side_profiles(image, quad_px)[2]
    step = dim[:, :, 2:] - dim[:, :, :-2]
    for sign in (step > EDGE_STEP, step < -EDGE_STEP):
        beside = sign[:, :, 1:] | sign[:, :, :-1]
        shares = np.maximum(shares, beside.mean(axis=1).max(axis=1))
    return shares


def has_paper_border(image: Image, quad_px: Points) -> bool:
    """Most of what shows along the sides is paper: a sleeve's or a hand's right angle is no card's."""
    return bool(_paper_beside(image, quad_px).mean() > 0.5)


def _paper_beside(image: Image, quad_px: Points) -> NDArray[np.float64]:
    """For each side, the share of the border just within it that is nearly colourless and bright."""
    middle = quad_px.mean(axis=0)
    places = np.linspace(0.1, 0.9, _SIDE_SAMPLES)[None, :, None]
    inner = quad_px + (middle - quad_px) * _BORDER_DEPTH
    points = (inner[:, None] + places * (np.roll(inner, -1, axis=0) - inner)[:, None]).reshape(-1, 2).astype(np.float32)
    values = cv2.remap(image, points[:, 0], points[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(-1, 3)
    most, least = values.max(axis=1).astype(np.int16), values.min(axis=1).astype(np.int16)
    paper = (most - least < 0.3 * most) & (most > _PAPER_LEVEL)
    return np.asarray(paper.reshape(4, _SIDE_SAMPLES).mean(axis=1), dtype=np.float64)


def refined(image: Image, quad_px: Points, least_step: float = EDGE_STEP) -> Points:
    """The outline moved onto the steps of brightness nearest to it, to a part of a pixel; itself where they form none."""
    on_sides, normals, dim = _side_profiles(image, quad_px)
    step = np.abs(dim[:, :, 2:] - dim[:, :, :-2]).astype(np.float64)
    step[step <= least_step] = 0
    lines = []
    for side in range(4):
        common = step[side].sum(axis=0)
        peak = int(np.argmax(common))
        near = slice(max(peak - 1, 0), peak + 2)
        weight = step[side][:, near].sum(axis=1)
        keep = weight > 0
        if keep.sum() < 0.5 * _SIDE_SAMPLES:
            return quad_px
        reach = _REACH[1:-1][near]
        off = (step[side][:, near] @ reach)[keep] / weight[keep]
        line = fit_line(on_sides[side][keep] + off[:, None] * normals[side], 1.0)
        if line is None:
            return quad_px
        lines.append(line)
    corners = [cross(lines[at - 1], lines[at]) for at in range(4)]
    if any(corner is None for corner in corners):
        return quad_px
    moved = np.array(corners)
    return moved if float(np.abs(moved - quad_px).max()) < 4.5 else quad_px
