"""A process's configuration: one TOML file, checked against a schema of structs, every key described where it is declared.

A schema is a struct whose fields are sections (structs) or lists of sections (``tuple[Section, ...]``); a section's fields are
keys, annotated with ``msgspec.Meta(description=…)``, or sections again. All errors are one line: which file, where, what to do.
PURE but for `read_text`.
"""

from __future__ import annotations

import difflib
import ipaddress
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

ConfigT = TypeVar("ConfigT", bound=msgspec.Struct)


class ConfigError(ValueError):
    """A configuration that cannot be used: what is wrong, where, and what to do."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all sections: a key that the schema does not know is an error."""


def read_text(path: Path, help_: str) -> str:
    """The text of a configuration file; `help_` is the command that shows what it holds. Raises `ConfigError`."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); `{help_}` shows what it holds") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: this is no text in UTF-8; save it as such") from None


def parse_config(text: str, schema: type[ConfigT], name: str) -> ConfigT:
    """The configuration in a TOML text. Raises `ConfigError`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}: this is no TOML: {error}; write `key = value` lines under [section] heads") from None
    _check(data, schema, "", name)
    try:
        return msgspec.convert(data, schema, str_keys=True)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{name}: {_readable(str(error), schema)}") from None


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word."""
    words = list(known)
    close = difflib.get_close_matches(word, words, n=1)
    return f"; did you mean {close[0]!r}?" if close else "; known are " + ", ".join(words)


def is_loopback(host: str) -> bool:
    """Whether it is an address (not a name) that only this machine can reach."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_page_host(host: str, where: str) -> None:
    """Refuse to serve pages where others could open them. Raises `ConfigError`."""
    if not is_loopback(host):
        raise ConfigError(
            f"{where}: {host} is no loopback address; pages are served there only until there are accounts: write 127.0.0.1"
        )


def reference(schema: type[msgspec.Struct], head: str, examples: dict[str, Any]) -> str:
    """The whole schema as a commented example. `examples` gives values for keys without a default (``hub.keys``) and for those
    that another key of the example calls for."""
    lines = [f"# {head}", "# Keys that show a value behind `#` may be left out; then they have this value.", ""]
    _refer(schema, "", examples, lines)
    return "\n".join(lines).rstrip() + "\n"


# -- how a schema is read --------------------------------------------------------------------------------------------


def _bare(hint: Any) -> Any:
    """The type without its annotations and without None."""
    if get_origin(hint) is Annotated:
        return _bare(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        [kind] = [arg for arg in get_args(hint) if arg is not type(None)] or [hint]
        return _bare(kind)
    return hint


def _section(hint: Any) -> tuple[type[msgspec.Struct] | None, bool]:
    """The struct that a field holds, if it is a section, and whether it is a list of them."""
    kind = _bare(hint)
    listed = get_origin(kind) is tuple
    if listed:
        kind = _bare(get_args(kind)[0])
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind, listed
    return None, False


def _description(hint: Any) -> str:
    metas = [extra for extra in get_args(hint)[1:] if isinstance(extra, Meta)] if get_origin(hint) is Annotated else []
    return next((meta.description for meta in metas if meta.description), "")


def _brackets(path: str, listed: bool) -> str:
    return f"[[{path}]]" if listed else f"[{path}]"


def _check(data: dict[str, Any], schema: type[msgspec.Struct], path: str, name: str, number: int = 0) -> None:
    """Unknown and missing keys, with the nearest known one: msgspec's own message knows neither place nor cure."""
    fields = {field.name: field for field in msgspec.structs.fields(schema)}
    hints = get_type_hints(schema, include_extras=True)
    where = f"[[{path}]] number {number}" if number else f"[{path}]" if path else "the file"
    for key in data:
        if key not in fields:
            kind = "key" if path else "section"
            raise ConfigError(f"{name}: {where} has no {kind} {key!r}{nearest(key, fields)}")
    for key, field in fields.items():
        section, listed = _section(hints[key])
        inner = f"{path}.{key}" if path else key
        if key not in data:
            if field.required:
                what = f"the section {_brackets(inner, listed)}" if section else f"the key {key!r}"
                says = (section.__doc__ or "").strip() if section else _description(hints[key])
                raise ConfigError(f"{name}: {where} lacks {what}: {says}")
            continue
        if section is not None:
            _check_section(data[key], section, inner, listed, name)


def _check_section(found: Any, section: type[msgspec.Struct], path: str, listed: bool, name: str) -> None:
    if isinstance(found, list) != listed:
        raise ConfigError(f"{name}: write the section {path} as {_brackets(path, listed)}")
    for number, one in enumerate(found if listed else [found], start=1):
        if not isinstance(one, dict):
            raise ConfigError(
                f"{name}: {_brackets(path, listed)} is no section; write its keys as `key = value` lines under it"
            )
        _check(one, section, path, name, number if listed else 0)


def _readable(message: str, schema: type[msgspec.Struct]) -> str:
    """msgspec's words with the place first, and what the key means: ``$.table[0].name`` -> ``[[table]] number 1: name``."""
    what, _, path = message.partition(" - at `")
    parts = [part for part in re.split(r"\.|(?=\[)", path.strip("`").removeprefix("$")) if part]
    if not parts:
        return f"the file: {what}"
    where, keys, hint = "", [], Annotated[schema, ""]
    for at, part in enumerate(parts):
        section, _ = _section(hint)
        if part.startswith("["):
            where = f"[[{where.strip('[]')}]]" + (f" number {int(part[1:-1]) + 1}" if part[1:-1].isdigit() else "")
            continue
        if section is not None:
            hint = get_type_hints(section, include_extras=True).get(part, str)
        if at == 0:
            where = f"[{part}]"
        else:
            keys.append(part)
    described = _description(hint)
    text = f"{where} {'.'.join(keys)}".strip() + f": {what[:1].lower()}{what[1:]}"
    return f"{text}; it is: {described}" if described else text


def _refer(schema: type[msgspec.Struct], path: str, examples: dict[str, Any], lines: list[str]) -> None:
    hints = get_type_hints(schema, include_extras=True)
    inner: list[tuple[str, type[msgspec.Struct], bool]] = []
    for field in msgspec.structs.fields(schema):
        section, listed = _section(hints[field.name])
        here = f"{path}.{field.name}" if path else field.name
        if section is not None:
            inner.append((here, section, listed))
            continue
        shown = field.required or here in examples
        lines.append(f"# {_description(hints[field.name])}{' (needed)' if field.required else ''}")
        value = examples.get(here, field.default)
        if value is msgspec.NODEFAULT and callable(field.default_factory):
            value = field.default_factory()
        lines.append(f"{'' if shown else '# '}{field.name} = {_toml(value)}")
    for here, section, listed in inner:
        lines += ["", f"# {(section.__doc__ or '').strip()}", _brackets(here, listed)]
        _refer(section, here, examples, lines)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
