"""Photographs: cards at any turn and size on busy grounds, the commands' output and their complaints."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from rulebook.cards import DECK, Card
from simulators.card_art import ART_HEIGHT, ART_WIDTH, Image, back_art, face_art, joker_art
from simulators.frames import enrolled_sim_deck
from vision import cli
from vision.deck import DeckError
from vision.deck_files import deck_path, parse_labels, read_deck, read_labels, write_deck
from vision.enrolling import Enrolment, Photograph
from vision.see import see_picture

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos"


def photograph(cards: list[str], seed: int, ground: str = "wood") -> tuple[Image, list[str]]:
    """Cards thrown on a ground and photographed from a slant; with them their names from left to right."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:700, 0:900].astype(np.float32)
    if ground == "wood":
        grain = np.sin(y / 6 + 3 * np.sin(x / 160)) * 16 + rng.normal(0, 5, y.shape)
        picture = np.clip(np.array((70, 105, 150)) + grain[:, :, None], 0, 255)
    else:
        picture = np.clip(np.array((60, 60, 160)) + np.where((x // 30 + y // 30) % 2, 40, 0)[:, :, None], 0, 255)
    picture = picture.astype(np.float32)
    places = [(170, 180), (450, 170), (730, 190), (180, 510), (460, 520), (740, 500)]
    order = []
    for place, card in zip(rng.permutation(len(places))[: len(cards)], cards, strict=True):
        art = back_art("red") if card == "back" else joker_art() if card == "joker" else face_art(Card(card))
        middle = np.array(places[place]) + rng.uniform(-15, 15, 2)
        turn, scale = rng.uniform(0, 2 * np.pi), rng.uniform(0.36, 0.52)
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (ART_WIDTH / 2, ART_HEIGHT / 2) @ axes * scale
        corners = (corners * (1 + 0.0004 * corners[:, :1]) + middle).astype(np.float32)
        size = (round(ART_WIDTH * scale), round(ART_HEIGHT * scale))
        small = cv2.resize(art, size, interpolation=cv2.INTER_AREA)
        source = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], dtype=np.float32) - np.float32(0.5)
        matrix = cv2.getPerspectiveTransform(source, corners)
        cover = (
            cv2.warpPerspective(np.full(small.shape[:2], 255, np.uint8), matrix, (900, 700)).astype(np.float32)[:, :, None]
            / 255
        )
        picture = cv2.warpPerspective(small, matrix, (900, 700), borderMode=cv2.BORDER_REPLICATE) * cover + picture * (
            1 - cover
        )
        order.append((float(middle[0]), card))
    light = (0.86, 0.95, 1.0) * (1 - 0.25 * x / 900)[:, :, None]
    noisy = picture * light + rng.normal(0, 2.5, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), [card for _, card in sorted(order)]


@pytest.mark.parametrize(("seed", "ground"), [(1, "wood"), (2, "wood"), (3, "checks"), (4, "checks")])
def test_cards_thrown_on_a_busy_ground_are_read_and_nothing_else_is(seed: int, ground: str) -> None:
    rng = np.random.default_rng(seed)
    cards = [str(DECK[at]) for at in rng.choice(52, 4, replace=False)]
    picture, order = photograph([*cards, "back", "joker"], seed, ground)
    seen = see_picture(picture, [enrolled_sim_deck("red")])
    named = [each.card for each in seen if each.card is not None]
    assert [card for card in named if card not in cards] == []
    assert len(named) >= 3
    assert named == [card for card in order if card in named]
    assert sum(each.face == "down" for each in seen) == 1


@pytest.mark.parametrize("seed", [60, 61])
def test_cards_across_which_the_edge_of_a_shadow_lies_are_read(seed: int) -> None:
    picture, order = photograph(["As", "Kd", "9c", "Th"], seed)
    y, x = np.mgrid[0:700, 0:900].astype(np.float32)
    within = 65 - np.abs((x + 0.5 * y) % 260 - 130)  # px inside a stripe of shadow
    light = 1 - 0.55 / (1 + np.exp(-np.clip(within, -30, 30) / 1.5))
    seen = see_picture(np.asarray(picture * light[:, :, None], dtype=np.uint8), [enrolled_sim_deck("red")])
    assert [each.card for each in seen] == order


def test_a_picture_without_cards_shows_none() -> None:
    picture, _ = photograph([], 5)
    assert see_picture(picture, [enrolled_sim_deck("red")]) == []


def test_a_deck_enrolled_from_photographs_reads_others(tmp_path: Path) -> None:
    """Four photographs teach eleven faces and the back; a fifth is read: what was taught by name, the rest as unknown."""
    taught = [["As", "Kd", "9c"], ["Th", "2s", "Jd"], ["Qh", "7c", "3d"], ["8s", "5h", "back"]]
    enrolment = Enrolment()
    for at, cards in enumerate(taught):
        picture, order = photograph(cards, 20 + at)
        enrolment.add(Photograph(f"photo {at}", picture, tuple(order)))
    deck = enrolment.finish("own")
    assert enrolment.problems == []
    assert len(deck.missing) == 41
    picture, _ = photograph(["Kd", "Qh", "8s", "4c", "back"], 31)
    seen = see_picture(picture, [deck])
    assert {each.card for each in seen if each.card} == {"Kd", "Qh", "8s"}
    assert [each.card for each in seen if each.face == "down"] == [None]


def test_labels_in_a_wrong_order_are_found_out_and_put_right() -> None:
    enrolment = Enrolment()
    for at, card in enumerate(("As", "Kd", "9c", "Th", "2s", "Qh")):
        enrolment.add(Photograph(f"photo {card}", photograph([card], 40 + at)[0], (card,)))
    picture, order = photograph(["As", "Kd", "Th"], 50)
    enrolment.add(Photograph("mixed up", picture, tuple(reversed(order))))
    deck = enrolment.finish("own")
    assert len(enrolment.doubts) == 1
    assert "mixed up" in enrolment.doubts[0]
    assert {label: len(each) for label, each in deck.members.items()} == {"As": 2, "Kd": 2, "Th": 2, "9c": 1, "2s": 1, "Qh": 1}


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    write_deck(enrolled_sim_deck("red"), "red", tmp_path / "decks")
    return tmp_path / "decks"


def test_see_prints_one_json_object_a_photograph_in_the_documented_form(
    tmp_path: Path, decks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = []
    for seed in (1, 2):
        paths.append(tmp_path / f"photo{seed}.png")
        cv2.imwrite(str(paths[-1]), photograph(["As", "back"], seed)[0])
    assert cli.see(*paths, deck=["red"], as_json=True, annotate=tmp_path / "drawn", decks=decks) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["file"] for each in printed] == [str(path) for path in paths]
    for each in printed:
        assert set(each) == {"file", "cards"}
        assert sorted((card["card"], card["face"]) for card in each["cards"] if card["card"]) == [("As", "up")]
        for card in each["cards"]:
            assert set(card) == {"card", "face", "confidence", "box"}
            assert card["face"] in ("up", "down", "unknown")
            assert 0 <= card["confidence"] <= 1
            assert [len(corner) for corner in card["box"]] == [2, 2, 2, 2]
    assert cv2.imread(str(tmp_path / "drawn" / "photo1.png")).shape == (700, 900, 3)


def test_see_names_what_it_cannot_read_and_goes_on(tmp_path: Path, decks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.png"
    cv2.imwrite(str(good), photograph(["As"], 1)[0])
    broken = tmp_path / "broken.jpg"
    broken.write_text("no picture")
    assert cli.see(broken, tmp_path / "missing.jpg", good, deck=["red"], decks=decks) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 2
    assert "broken.jpg" in said.err
    assert "missing.jpg" in said.err
    assert "As" in said.out
    assert cli.see(good, deck=["blue"], decks=decks) == 2
    assert "enrolled are red" in capsys.readouterr().err


def test_enrolling_from_a_folder_saves_a_deck_and_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    lines = ["file,cards"]
    for at, cards in enumerate((["As", "Td"], ["Kh", "2c"])):
        picture, order = photograph(cards, 60 + at)
        cv2.imwrite(str(folder / f"{at}.png"), picture)
        lines.append(f"{at}.png,{' '.join(order)}")
    (folder / "labels.csv").write_text("\n".join([*lines, "gone.png,As"]))
    assert cli.deck_enroll("own", photos=folder, decks=tmp_path) == 0
    said = capsys.readouterr()
    assert "4 of 52 faces" in said.out
    assert "gone.png" in said.err
    assert read_deck("own", tmp_path).faces == ("2c", "Td", "Kh", "As")
    (folder / "labels.csv").write_text("file,cards\n0.png," + lines[1].split(",")[1])
    assert cli.deck_enroll("own", photos=folder, add=True, decks=tmp_path) == 0
    assert len(read_deck("own", tmp_path).labels) == 6


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (None, "labels.csv: missing"),
        ("photo,cards\n", "line 1: expected the heading"),
        ("file,cards\na.png,1s\n", "line 2: '1s' is no card"),
        ("file,cards\n\na.png,\n", "line 3: no cards"),
        ("file,cards\na.png\n", "line 2: expected file,cards"),
        ("file,cards\n", "no photograph is named"),
    ],
)
def test_a_wrong_labels_file_is_refused_with_its_line(tmp_path: Path, text: str | None, complaint: str) -> None:
    if text is not None:
        (tmp_path / "labels.csv").write_text(text)
    with pytest.raises(DeckError, match=complaint):
        read_labels(tmp_path)
    assert cli.deck_enroll("own", photos=tmp_path, decks=tmp_path) == 2


def test_labels_may_be_written_as_people_write_them() -> None:
    assert parse_labels("as 10d KH back", "x") == ("As", "Td", "Kh", "back")
    with pytest.raises(DeckError, match="no name of a deck"):
        deck_path("../evil")


def test_checking_a_spread_deck_names_missing_doubled_and_foreign(
    tmp_path: Path, decks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "spread.png"
    cv2.imwrite(str(path), photograph(["As", "As", "joker"], 2)[0])
    assert cli.deck_check("red", path, as_json=True, decks=decks) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["doubled"] == ["As"]
    assert len(said["missing"]) == 51
    assert said["unknown"] == 1


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="../shared/photos is not here")
def test_real_photographs_are_read_from_a_deck_enrolled_on_others() -> None:
    """Single cards teach, two photographs of four cards are read: nothing wrong, and what was taught is found."""
    rows = [line.split(",") for line in (PHOTOS / "labels.csv").read_text().split("\n")[1:] if line.strip()]
    teachers = [row for row in rows if " " not in row[1]][:12]
    enrolment = Enrolment()
    for name, cards in teachers:
        enrolment.add(Photograph(name, cv2.imread(str(PHOTOS / name)), tuple(cards.split())))
    deck = enrolment.finish("photographed")
    read = known = 0
    for name, cards in rows:
        if name in ("wild_2560.jpg", "wild_2573.jpg"):
            named = [each.card for each in see_picture(cv2.imread(str(PHOTOS / name)), [deck]) if each.card is not None]
            assert [card for card in named if card not in cards.split()] == []
            known += sum(card in deck.faces for card in cards.split())
            read += len(named)
    assert known >= 6
    assert read >= known - 1
