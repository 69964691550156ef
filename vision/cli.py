"""The commands of vision: ``see``, ``deck enroll|check|list``, ``camera board|calibrate``. Output to a person, or JSON lines.

Exit status: 0 done; 1 done, and the answer is bad (`deck check`, nothing enrolled); 2 a file or an argument cannot be read.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
from cyclopts import Parameter
from msgspec import structs

from rulebook.cards import DECK
from vision.appearance import Image
from vision.board import Placed, board_pdf, find_board
from vision.calibration import WINDOW_MM, CalibrationError, ViewGeometry, default_calibration, save_calibration
from vision.camera import CameraError, DeviceSource, FolderSource, PiCameraSource, SensorLayout, VideoSource, read_picture
from vision.deck import Deck, DeckError, enrol
from vision.deck_files import decks_folder, pictures_without_labels, read_deck, read_labels, read_photograph, write_deck
from vision.enrolling import Enrolment
from vision.live import enrol_live, enrol_recorded, missing_words
from vision.see import SeenCard, see_picture

WANTED_WIDTH_PX = 85
SAID_HIDDEN = 0.05  # of a card
Json = Annotated[bool, Parameter(name="--json", negative="")]
Flag = Annotated[bool, Parameter(negative="")]
Centre = Annotated[tuple[float, float], Parameter(negative="")]
_COLOURS = {"up": (60, 200, 60), "down": (220, 140, 40), "unknown": (40, 40, 230)}


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _complain(text: str) -> None:
    sys.stderr.write(text + "\n")


def see(
    *images: Path,
    deck: Annotated[list[str], Parameter(negative="", consume_multiple=False)],
    as_json: Json = False,
    annotate: Path | None = None,
    decks: Path | None = None,
) -> int:
    """Read the cards in photographs, and say of the others that they are unknown.

    Parameters
    ----------
    images
        Photographs (JPEG or PNG).
    deck
        An enrolled deck that may lie there; may be given several times.
    as_json
        Print one JSON object a photograph.
    annotate
        A folder to put the photographs into with the outlines and names drawn on.
    decks
        The folder of enrolled decks, where it is not the usual one.
    """
    cv2.setNumThreads(1)
    try:
        known = [read_deck(name, decks) for name in deck]
    except DeckError as error:
        _complain(str(error))
        return 2
    if not images:
        _complain("no photograph is named; write for example: dealer-table see photo.jpg --deck red")
        return 2
    status = 0
    for path in images:
        try:
            image = read_picture(path)
        except CameraError as error:
            _complain(str(error))
            status = 2
            continue
        cards = see_picture(image, known)
        _say(json.dumps(_as_object(path, cards)) if as_json else _as_line(path, cards))
        if annotate is not None and not _annotate(annotate / f"{path.stem}.png", image, cards):
            status = 2
    return status


def _as_object(path: Path, cards: list[SeenCard]) -> dict[str, object]:
    return {
        "file": str(path),
        "cards": [
            {
                "card": each.card,
                "face": each.face,
                "confidence": round(each.confidence, 3),
                "box": [[round(float(x), 1), round(float(y), 1)] for x, y in each.corners_px],
            }
            for each in cards
        ],
    }


def _as_line(path: Path, cards: list[SeenCard]) -> str:
    return f"{path}: {' '.join(map(_in_words, cards)) if cards else 'no cards'}"


def _in_words(seen: SeenCard) -> str:
    name = str(seen.card) if seen.card else {"down": "back"}.get(seen.face, "??")
    said = [f"{seen.confidence:.2f}"] if seen.card else []
    said += [f"{seen.hidden:.0%} hidden"] if seen.hidden >= SAID_HIDDEN else []
    return f"{name} ({', '.join(said)})" if said else name


def _annotate(path: Path, image: Image, cards: list[SeenCard]) -> bool:
    drawn = image.copy()
    for each in cards:
        colour = _COLOURS[each.face]
        cv2.polylines(drawn, [np.round(each.corners_px * 8).astype(np.int32)], True, colour, 2, cv2.LINE_AA, 3)
        name = str(each.card) if each.card else ("back" if each.face == "down" else "??")
        at = each.corners_px.min(axis=0)
        place = (int(max(at[0], 0)), int(max(at[1] - 5, 14)))
        cv2.putText(drawn, name, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 4, cv2.LINE_AA)
        cv2.putText(drawn, name, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2, cv2.LINE_AA)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", drawn)[1].tobytes())
    except OSError as error:
        _complain(f"{path}: cannot be written: {error.strerror or error}")
        return False
    return True


def deck_enroll(
    name: str,
    /,
    *,
    photos: Path | None = None,
    camera: str | None = None,
    sensor: str = "1920x1080",
    add: Annotated[bool, Parameter(negative="")] = False,
    decks: Path | None = None,
) -> int:
    """Teach a deck: from photographs with labels, or from a camera, a few cards at a time.

    Parameters
    ----------
    name
        The deck's name, such as red.
    photos
        A folder with photographs and labels.csv (file,cards; the cards from left to right; also back, joker, cut).
    camera
        Instead of photographs: device:/dev/v4l/by-id/… or picamera, before which cards are laid, a few at a time; or a video
        file or a folder of pictures, of which each scene at rest is asked for its cards.
    sensor
        The size in pixels that the device or the Pi's camera is asked for.
    add
        Keep what the deck knows and add to it, for instance after the room's light has changed.
    decks
        The folder of enrolled decks, where it is not the usual one.
    """
    cv2.setNumThreads(1)
    try:
        before = read_deck(name, decks) if add else None
        if photos is not None and camera is None:
            enrolment = _enrol_photographs(photos)
        elif camera is not None and photos is None:
            enrolment = _enrol_before(camera, sensor)
        else:
            raise DeckError("give either --photos DIR or --camera SOURCE")
        deck = enrolment.finish(name)
        if before is not None:
            deck = _together(name, before, deck)
        path = write_deck(deck, name, decks)
    except (DeckError, CameraError) as error:
        _complain(str(error))
        return 1 if isinstance(error, DeckError) and "no card was found" in str(error) else 2
    for line in enrolment.notes:
        _say(line)
    for line in (*enrolment.problems, *enrolment.doubts):
        _complain(line)
    _say(_progress(deck))
    for reason in sorted({each.never for each in deck.standings.values() if each.never}):
        _say(f"{reason}: those cards stay unknown until one is enrolled")
    _say(f"saved as {path}")
    return 0


def _enrol_photographs(folder: Path) -> Enrolment:
    enrolment, labelled = Enrolment(), read_labels(folder)
    for path in pictures_without_labels(folder, labelled):
        enrolment.problems.append(f"{path.name}: not in {folder / 'labels.csv'}; left out")
    for path, labels in labelled:
        try:
            photograph = read_photograph(path, labels)
        except DeckError as error:
            enrolment.problems.append(f"{error}; left out")
            continue
        count = enrolment.add(photograph)
        _say(f"{path.name}: {' '.join(labels)}: {count} of {len(labels)} found; {len(enrolment.missing)} still missing")
    return enrolment


def _enrol_before(name: str, sensor: str) -> Enrolment:
    """Teach before the camera of that name, asking at the terminal."""

    def ask(question: str) -> str:
        _say(question)
        return sys.stdin.readline()

    path = Path(name)
    if path.is_dir():
        return enrol_recorded(FolderSource(path), ask, _say)
    if name == "picamera":
        return enrol_live(PiCameraSource(_whole_sensor(sensor)), ask, _say)
    kind, _, device = name.partition(":")
    if kind == "device" or path.is_char_device():
        return enrol_live(DeviceSource(device or name, _whole_sensor(sensor)), ask, _say)
    return enrol_recorded(VideoSource(path), ask, _say)


def _whole_sensor(size: str) -> SensorLayout:
    """The sensor as one view. Raises `DeckError`."""
    try:
        width, height = (int(each) for each in size.lower().split("x"))
    except ValueError:
        raise DeckError(f"--sensor {size}: expected a width and a height in pixels, such as 1920x1080") from None
    whole = (0, 0, width, height)
    return SensorLayout((width, height), whole, whole, (width, height))


def _together(name: str, before: Deck, now: Deck) -> Deck:
    pictures: dict[str, list[Image]] = {}
    for deck in (before, now):
        for label, image in zip(deck.labels, deck.images, strict=True):
            pictures.setdefault(label, []).append(image)
    return enrol(name, pictures)


def _progress(deck: Deck) -> str:
    missing = missing_words(deck.missing)
    back = "the back is known" if "back" in deck.faces else "the back is not: face down will be unknown"
    if not deck.missing:
        return f"deck {deck.name}: all 52 faces; {back}"
    return f"deck {deck.name}: {52 - len(deck.missing)} of 52 faces ({back}); missing, and unknown until enrolled: {missing}"


def deck_check(name: str, /, *images: Path, as_json: Json = False, decks: Path | None = None) -> int:
    """Check a spread deck: which cards are missing, doubled or foreign. Several photographs make up one deck.

    Parameters
    ----------
    name
        The enrolled deck.
    images
        Photographs that together show every card once.
    as_json
        Print one JSON object.
    decks
        The folder of enrolled decks, where it is not the usual one.
    """
    cv2.setNumThreads(1)
    if not images:
        _complain(f"no photograph is named; write for example: dealer-table deck check {name} spread.jpg")
        return 2
    try:
        deck = read_deck(name, decks)
        seen = [card for path in images for card in see_picture(read_picture(path), [deck])]
    except (DeckError, CameraError) as error:
        _complain(str(error))
        return 2
    named = [each.card for each in seen if each.card is not None]
    result = {
        "deck": name,
        "seen": len(named),
        "missing": [str(card) for card in DECK if card not in named],
        "doubled": sorted({str(card) for card in named if named.count(card) > 1}),
        "unknown": sum(each.card is None and each.face != "down" for each in seen),
        "down": sum(each.face == "down" for each in seen),
    }
    good = not (result["missing"] or result["doubled"] or result["unknown"] or result["down"])
    if as_json:
        _say(json.dumps(result))
    else:
        parts = [f"{len(named)} cards read"]
        parts += [f"{kind}: {' '.join(result[kind])}" for kind in ("missing", "doubled") if result[kind]]  # type: ignore[arg-type]
        parts += [f"{result['unknown']} unknown or foreign"] if result["unknown"] else []
        parts += [f"{result['down']} face down"] if result["down"] else []
        _say(f"deck {name}: {'; '.join(parts)}{'; the deck is whole' if good else ''}")
    return 0 if good else 1


def camera_board(out: Path, /) -> int:
    """Write the calibration board as a PDF to be printed on A4 at 100%.

    Parameters
    ----------
    out
        The file to write, such as board.pdf.
    """
    try:
        out.write_bytes(board_pdf())
    except OSError as error:
        _complain(f"{out}: cannot be written: {error.strerror or error}")
        return 2
    _say(f"{out}: print at 100%, lay it flat in the middle of the window, arrow to the dealer")
    return 0


def camera_calibrate(
    *, window: Path, out: Path, table: Path | None = None, table_centre: Centre = (1300.0, 900.0), open_face: Flag = False
) -> int:
    """Calibrate the camera from pictures of the printed board, and save where every pixel lies on the felt.

    Parameters
    ----------
    window
        A picture of the window view with the board in the window's middle.
    out
        The calibration to write.
    table
        A picture of the table view with the board lying; without it the table view is taken as straight from above.
    table_centre
        Where the board's middle lies in the table view, in mm from its upper left corner.
    open_face
        The table plays open-face: the seats have their three rows.
    """
    base = default_calibration(open_face=open_face)
    try:
        placed = find_board(read_picture(window), (WINDOW_MM[0] / 2, WINDOW_MM[1] / 2))
        calibration = structs.replace(base, window=_placed_view(base.window, placed))
        if table is not None:
            seen = find_board(read_picture(table), table_centre)
            calibration = structs.replace(calibration, table=_placed_view(base.table, seen))
        out.write_bytes(save_calibration(calibration))
    except (CalibrationError, CameraError) as error:
        _complain(str(error))
        return 1 if isinstance(error, CalibrationError) else 2
    except OSError as error:
        _complain(f"{out}: cannot be written: {error.strerror or error}")
        return 2
    width = calibration.card_width_mm * calibration.window.px_per_mm
    _say(f"{placed.corners} corners, {placed.error_mm:.2f} mm off on average; a card is {width:.0f} px wide in the window")
    if width < WANTED_WIDTH_PX:
        _say(f"under {WANTED_WIDTH_PX} px fewer cards are read: hang the camera lower or use its full resolution")
    _say(f"saved as {out}")
    return 0


def _placed_view(view: ViewGeometry, placed: Placed) -> ViewGeometry:
    return structs.replace(view, to_mm=placed.to_mm, width_px=placed.size_px[0], height_px=placed.size_px[1])


def list_decks(*, decks: Path | None = None) -> int:
    """Name the decks that are enrolled, with what each still lacks.

    Parameters
    ----------
    decks
        The folder of enrolled decks, where it is not the usual one.
    """
    folder = decks_folder(decks)
    found = sorted(folder.glob("*.npz"))
    if not found:
        _complain(f"no deck is enrolled in {folder}; enrol one with `dealer-table deck enroll NAME --photos DIR`")
    for path in found:
        try:
            _say(_progress(read_deck(str(path))))
        except DeckError as error:
            _complain(str(error))
    return 0
