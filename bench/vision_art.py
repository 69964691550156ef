"""Third-party card art as a test set that we did not draw: installed at test time into a folder outside version control.

npm: svg-cards, cardsJS, deck-of-cards, @younestouati/playing-cards-standard-deck (and @resvg/resvg-js, which draws SVG).
Debian: gnome-cards-data, whose decks are sheets of 13×5, and kdegames-card-data-kf5, whose cards have names in one drawing.
Nothing of it is committed or passed on.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from rulebook.cards import RANKS

Image = NDArray[np.uint8]

NPM = ("svg-cards", "cardsJS", "deck-of-cards", "@younestouati/playing-cards-standard-deck", "@resvg/resvg-js")
DEBIAN = ("gnome-cards-data", "kdegames-card-data-kf5")
SHEETS = ("anglo", "anglo_modern", "anglo_poker", "bellot", "dondorf", "guyenne-classic", "neoclassical_4_color", "plastic",
          "simplistic", "tigullio")  # fmt: skip
# Of KDE's decks those whose cards have an index in two opposite corners, as every deck of a poker room has …
KDE = ("standard", "gm-paris", "jolly-royal", "nicu-ornamental", "nicu-white", "penguins", "konqi-modern", "xskat-french",
       "ancient-egyptians")  # fmt: skip
# … and two whose cards have a single one: they are shown as decks that are not enrolled.
KDE_STRANGERS = ("oxygen", "oxygen-white")
WIDTH_PX = 260  # of a drawn card
_READY = ".ready-2"  # to be counted up when the set-up draws other pictures
_DRAW = """
const fs = require('fs'); const {Resvg} = require('@resvg/resvg-js');
for (const [from, to, width] of JSON.parse(fs.readFileSync(0)))
  fs.writeFileSync(to, new Resvg(fs.readFileSync(from), {fitTo: {mode: 'width', value: width}}).render().asPng());
"""
# A KDE deck is one drawing: each card is taken out of it by its name, and its own box is the picture.
_DRAW_NAMED = """
const fs = require('fs'); const {Resvg} = require('@resvg/resvg-js');
const [from, into, width, names] = JSON.parse(fs.readFileSync(0)); const text = fs.readFileSync(from, 'utf8');
const root = text.match(/<svg[^>]*>/s); const inner = text.slice(root.index + root[0].length, text.lastIndexOf('</svg>'));
const bare = root[0].replace(/\\s(width|height|viewBox|preserveAspectRatio)="[^"]*"/gs, '');
const link = 'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#';
for (const [name, label] of names) {
  const one = new Resvg(`${bare}<defs>${inner}</defs><use ${link}${name}"/></svg>`, {fitTo: {mode: 'width', value: width}});
  const box = one.getBBox(); if (!box) continue;
  one.cropByBBox(box); fs.writeFileSync(`${into}/${label}.png`, one.render().asPng());
}
"""
_LONGEST_S = 300  # of one step of the set-up
_SUIT_WORDS = {"club": "c", "diamond": "d", "heart": "h", "spade": "s"}


@dataclass(frozen=True)
class Art:
    """One deck's drawings by label (cards, ``back``, ``joker``): colour, and how much of each pixel is card (0..255)."""

    name: str
    pictures: dict[str, tuple[Image, Image]]


def folder() -> Path:
    """Where the art lies: of the environment, else ``var/vision-art`` of the working copy."""
    return Path(os.environ.get("VISION_ART", Path(__file__).resolve().parent.parent / "var" / "vision-art"))


def install(into: Path) -> None:
    """Fetch and draw all decks once. Raises `RuntimeError` saying which tool or package is missing."""
    if is_installed(into):
        return
    for tool in ("npm", "node", "apt-get", "dpkg-deb"):
        if shutil.which(tool) is None:
            raise RuntimeError(
                f"{tool} is needed to install the card art; install it, or set VISION_ART to a folder that has it"
            )
    into.mkdir(parents=True, exist_ok=True)
    (into / "package.json").write_text("{}")
    _call(["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", *NPM], into)
    for package in DEBIAN:
        _call(["apt-get", "download", "-qq", package], into)
        _call(["dpkg-deb", "-x", str(next(into.glob(f"{package}_*.deb"))), "debian"], into)
    for name, (source, picture) in _drawings(into).items():
        target = into / "drawn" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".png":
            shutil.copyfile(source, target)
            continue
        plain = into / "drawing.svg"
        plain.write_bytes(gzip.decompress(source.read_bytes()) if source.suffix == ".svgz" else source.read_bytes())
        _call(["node", "-e", _DRAW], into, json.dumps([[str(plain), str(target), picture]]))
    for name in (*KDE, *KDE_STRANGERS):
        _draw_kde(into, name)
    (into / _READY).touch()


def is_installed(into: Path) -> bool:
    """Whether `install` has been here and left what this program reads."""
    return (into / _READY).exists()


def _draw_kde(into: Path, name: str) -> None:
    source = next((into / f"debian/usr/share/carddecks/svg-{name}").glob("*.svgz"))
    plain, target = into / "drawing.svg", into / "drawn" / f"kde-{name}"
    plain.write_bytes(gzip.decompress(source.read_bytes()))
    target.mkdir(parents=True, exist_ok=True)
    words = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "1"}
    cards = [(f"{words.get(rank, rank)}_{word}", rank + suit) for word, suit in _SUIT_WORDS.items() for rank in RANKS]
    named = [*cards, ("back", "back"), ("red_joker", "joker"), ("joker", "joker")]
    _call(["node", "-e", _DRAW_NAMED], into, json.dumps([str(plain), str(target), WIDTH_PX, named]))


def _call(command: list[str], where: Path, given: str = "") -> None:
    try:
        done = subprocess.run(command, cwd=where, input=given.encode(), capture_output=True, check=False, timeout=_LONGEST_S)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"{' '.join(command[:3])}: no end after {_LONGEST_S} s; is the network there?") from None
    if done.returncode:
        said = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
        raise RuntimeError(f"{' '.join(command[:3])}: {said[-1] if said else 'failed'}")


def _drawings(into: Path) -> dict[str, tuple[Path, int]]:
    """What is to be drawn: target name → source file and width."""
    modules = into / "node_modules"
    jobs: dict[str, tuple[Path, int]] = {}
    for suit_word, suit in _SUIT_WORDS.items():
        for number, rank in enumerate("A23456789TJQK", 1):
            word = {11: "jack", 12: "queen", 13: "king"}.get(number, str(number))
            jobs[f"svg-cards/{rank}{suit}.png"] = (modules / f"svg-cards/png/2x/{suit_word}_{word}.png", 0)
            ten = "10" if rank == "T" else rank
            jobs[f"cardsJS/{rank}{suit}.png"] = (modules / f"cardsJS/dist/cards/{ten}{suit.upper()}.svg", WIDTH_PX)
            place = "shcd".index(suit)
            jobs[f"deck-of-cards/{rank}{suit}.png"] = (modules / f"deck-of-cards/example/faces/{place}_{number}.svg", WIDTH_PX)
            young = modules / "@younestouati/playing-cards-standard-deck/cards"
            jobs[f"younestouati/{rank}{suit}.png"] = (young / f"{number}{suit}.svg", WIDTH_PX)
    jobs["svg-cards/back.png"] = (modules / "svg-cards/png/2x/back-navy.png", 0)
    jobs["svg-cards/joker.png"] = (modules / "svg-cards/png/2x/joker_red.png", 0)
    jobs["cardsJS/back.png"] = (modules / "cardsJS/dist/cards/Red_Back.svg", WIDTH_PX)
    jobs["deck-of-cards/back.png"] = (modules / "deck-of-cards/example/faces/back.png", 0)
    jobs["deck-of-cards/joker.png"] = (modules / "deck-of-cards/example/faces/4_1.svg", WIDTH_PX)
    jobs["younestouati/back.png"] = (modules / "@younestouati/playing-cards-standard-deck/cards/back.svg", WIDTH_PX)
    jobs["younestouati/joker.png"] = (modules / "@younestouati/playing-cards-standard-deck/cards/joker.svg", WIDTH_PX)
    for sheet in SHEETS:
        jobs[f"{sheet}.png"] = (into / f"debian/usr/share/aisleriot/cards/{sheet}.svgz", 13 * WIDTH_PX)
    return jobs


def load(into: Path) -> list[Art]:
    """All decks, in a fixed order."""
    decks = []
    for name in ("svg-cards", "cardsJS", "deck-of-cards", "younestouati"):
        files = sorted((into / "drawn" / name).glob("*.png"))
        pictures = {file.stem: _trimmed(cv2.imread(str(file), cv2.IMREAD_UNCHANGED)) for file in files}
        if name == "deck-of-cards":
            pictures = {label: (_with_rank(each[0], label), each[1]) for label, each in pictures.items()}
        decks.append(Art(name, pictures))
    decks += [_sheet(into / "drawn" / f"{name}.png", name) for name in SHEETS]
    for name in KDE:
        decks.append(_folder(into / "drawn" / f"kde-{name}"))
    return decks


def load_strangers(into: Path) -> list[Art]:
    """Decks that are shown and never enrolled."""
    return [_folder(into / "drawn" / f"kde-{name}") for name in KDE_STRANGERS]


def _folder(drawn: Path) -> Art:
    return Art(
        drawn.name, {file.stem: _trimmed(cv2.imread(str(file), cv2.IMREAD_UNCHANGED)) for file in sorted(drawn.glob("*.png"))}
    )


def _with_rank(picture: Image, label: str) -> Image:
    """deck-of-cards prints the ranks of its number cards by a style sheet: here they are printed into both corners."""
    if label[0] not in RANKS[:9] + "A":
        return picture
    colour = (0, 0, 223) if label[1] in "hd" else (0, 0, 0)
    text = "10" if label[0] == "T" else label[0]
    for _ in range(2):
        (width, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 0.95, 2)
        cv2.putText(picture, text, (24 - width // 2, 36), cv2.FONT_HERSHEY_DUPLEX, 0.95, colour, 2, cv2.LINE_AA)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return picture


def _sheet(path: Path, name: str) -> Art:
    sheet = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    high, wide = sheet.shape[0] / 5, sheet.shape[1] / 13
    pictures = {}
    for row, suit in enumerate("cdhs"):
        for column, rank in enumerate("A" + RANKS[:-1]):
            pictures[f"{rank}{suit}"] = _trimmed(_cell(sheet, row, column, high, wide))
    pictures["joker"] = _trimmed(_cell(sheet, 4, 0, high, wide))
    pictures["back"] = _trimmed(_cell(sheet, 4, 2, high, wide))
    return Art(name, pictures)


def _cell(sheet: Image, row: int, column: int, high: float, wide: float) -> Image:
    return sheet[round(row * high) : round((row + 1) * high), round(column * wide) : round((column + 1) * wide)]


def _trimmed(picture: Image | None) -> tuple[Image, Image]:
    """Cut to the card, on white where it is clear, at the common width."""
    assert picture is not None
    if picture.shape[2] == 3:
        picture = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    solid = picture[:, :, 3] > 128
    if solid.mean() < 0.9:  # a print without its paper
        white = picture[:, :, :3] * (picture[:, :, 3:] / 255) + 255.0 - picture[:, :, 3:]
        picture = np.dstack([white.astype(np.uint8), np.full(picture.shape[:2], 255, np.uint8)])
        solid = picture[:, :, 3] > 128
    rows, columns = np.flatnonzero(solid.mean(axis=1) > 0.3), np.flatnonzero(solid.mean(axis=0) > 0.3)
    picture = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    height = round(WIDTH_PX * picture.shape[0] / picture.shape[1])
    picture = cv2.resize(picture, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    cover = picture[:, :, 3:].astype(np.float32) / 255
    colour = picture[:, :, :3] * cover + 255 * (1 - cover)
    return colour.astype(np.uint8), np.ascontiguousarray(picture[:, :, 3])
