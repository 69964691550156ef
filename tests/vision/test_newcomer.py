"""A deck taught with a telephone: large pictures lying on their side, names with blanks, labels that do not fit."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import cv2
import pytest

from tests.vision.test_see import photograph
from vision import cli
from vision.appearance import Image
from vision.camera import CameraError, read_picture
from vision.deck_files import read_deck

LYING = 6  # of EXIF: to be turned by a quarter, clockwise, before it is looked at


def with_exif(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with the tag that telephones write instead of turning the picture."""
    entry = struct.pack("<HHII", 0x0112, 3, 1, orientation)
    tags = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(tags) + 2) + tags + jpeg[2:]


def telephone_picture(path: Path, picture: Image) -> None:
    """A JPEG of twelve megapixels lies on its side and says so; another form is stored as the picture is."""
    if path.suffix.lower() == ".jpg":
        large = cv2.resize(picture, (4032, 3136), interpolation=cv2.INTER_LINEAR)
        lying = cv2.rotate(large, cv2.ROTATE_90_COUNTERCLOCKWISE)
        path.write_bytes(with_exif(cv2.imencode(".jpg", lying)[1].tobytes(), LYING))
    else:
        path.write_bytes(cv2.imencode(path.suffix, picture)[1].tobytes())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "my cards (red)"
    made.mkdir()
    return made


def test_a_deck_is_taught_and_read_from_telephone_pictures(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """JPEG with its turn in EXIF and WebP, blanks in every name; the outlines lie in the picture as it is looked at."""
    lines = ["file,cards"]
    for name, cards, seed in (("IMG 1 (2).JPG", ["As", "Kd"], 71), ("two.webp", ["9c", "2h"], 72)):
        picture, order = photograph(cards, seed)
        telephone_picture(folder / name, picture)
        lines.append(f"{name},{' '.join(order)}")
    (folder / "labels.csv").write_text("\n".join(lines))
    assert cli.deck_enroll("my red", photos=folder, decks=tmp_path) == 0
    assert set(read_deck("my red", tmp_path).faces) == {"As", "Kd", "9c", "2h"}
    shown = tmp_path / "read me.jpg"
    telephone_picture(shown, photograph(["Kd", "As"], 77)[0])
    capsys.readouterr()
    assert cli.see(shown, deck=["my red"], as_json=True, decks=tmp_path) == 0
    cards = json.loads(capsys.readouterr().out)["cards"]
    assert {each["card"] for each in cards} == {"As", "Kd"}
    assert max(x for each in cards for x, _ in each["box"]) > 3136


def test_a_folder_that_is_not_there_and_one_without_labels_are_told_apart(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.deck_enroll("own", photos=tmp_path / "nowhere", decks=tmp_path) == 2
    assert "nowhere: no such folder of photographs" in capsys.readouterr().err
    assert cli.deck_enroll("own", photos=folder, decks=tmp_path) == 2
    assert "labels.csv: missing; write lines of file,cards" in capsys.readouterr().err


def test_labels_that_do_not_fit_the_pictures_are_said_and_nothing_is_guessed(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One picture good, one with more cards than labels, one with fewer, one without a label, one label without a picture."""
    good, order = photograph(["As", "Kd"], 71)
    more, _ = photograph(["9c", "2h", "Td"], 72)
    fewer, _ = photograph(["Jh"], 73)
    for name, picture in (("good.png", good), ("more.png", more), ("fewer.png", fewer), ("forgotten.png", good)):
        cv2.imwrite(str(folder / name), picture)
    lines = ["file,cards", f"good.png,{' '.join(order)}", "more.png,9c 2h", "fewer.png,Jh 3h", "gone.png,5s"]
    (folder / "labels.csv").write_text("\n".join(lines))
    assert cli.deck_enroll("own", photos=folder, decks=tmp_path) == 0
    said = capsys.readouterr().err
    assert "more.png: more cards found than the 2 that the labels name (9c 2h); left out" in said
    assert "fewer.png: no card found for certain where the labels say Jh 3h; left out" in said
    assert "forgotten.png: not in " in said
    assert "gone.png: No such file" in said
    assert read_deck("own", tmp_path).faces == ("Kd", "As")


def test_a_label_that_the_card_denies_is_said(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, card, seed in (("1.png", "As", 71), ("2.png", "Kd", 75)):
        cv2.imwrite(str(folder / name), photograph([card], seed)[0])
    (folder / "labels.csv").write_text("file,cards\n1.png,As\n2.png,Ks\n")
    assert cli.deck_enroll("own", photos=folder, decks=tmp_path) == 0
    assert "2.png: labelled Ks, but its indices are red; left out. Check the label" in capsys.readouterr().err
    assert read_deck("own", tmp_path).faces == ("As",)


def test_nothing_to_check_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.deck_check("red") == 2
    assert "no photograph is named" in capsys.readouterr().err


def test_labels_from_a_spreadsheet_and_names_in_other_letters_are_understood(folder: Path, tmp_path: Path) -> None:
    """Semicolons, a mark of byte order, Windows' line ends, none at the last line, a folder within, `10s`, small letters."""
    (folder / "more").mkdir()
    for name, card, seed in (("IMG_1.PNG", "Ts", 71), ("more/two.png", "Kd", 75)):
        (folder / name).write_bytes(cv2.imencode(".png", photograph([card], seed)[0])[1].tobytes())
    (folder / "labels.csv").write_bytes(b"\xef\xbb\xbfFile;Cards\r\nimg_1.png; 10s \r\nmore/two.png;kD")
    assert cli.deck_enroll("own", photos=folder, decks=tmp_path) == 0
    assert read_deck("own", tmp_path).faces == ("Kd", "Ts")


def test_a_picture_in_the_form_of_newer_telephones_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "IMG_2.HEIC").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    with pytest.raises(CameraError, match="HEIC pictures cannot be read; save it as JPEG"):
        read_picture(tmp_path / "IMG_2.HEIC")
