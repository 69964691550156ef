"""What both page servers share: security headers, host and origin checks, templates and static files, the server itself."""

from __future__ import annotations

import hmac
import importlib.resources
import socket
import threading
from pathlib import Path
from typing import Any

import jinja2
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from link.channel import MESSAGE_BYTES
from link.config_file import is_loopback
from link.texts import Texts

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "[::1]")

_HEADERS = {
    # 'self' covers the WebSocket of the same origin. Styles set through the DOM are allowed; inline ones are not needed.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # the overlay's address holds its token
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-cache",
}


def token_ok(wanted: str, given: str) -> bool:
    """Whether the tokens are equal, in a time that tells nothing of where they differ. An empty token opens nothing."""
    return bool(wanted) and hmac.compare_digest(wanted.encode(), given.encode())


class Guard:
    """ASGI middleware: the security headers, and no request for another host or from another site's page.

    The host check stops a foreign page from reaching a loopback server under a name of its own; the origin check keeps
    its scripts from opening our WebSocket.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = LOOPBACK_HOSTS) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _host_name(host) not in self._hosts:
            await self._refuse(scope, receive, send, "This name does not lead to the page server. Use its address.")
            return
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            await self._refuse(scope, receive, send, "Another site's page may not talk to this server.")
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    sent.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, text: str) -> None:
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(1008)
        else:
            await PlainTextResponse(text + "\n", status_code=403)(scope, receive, send)


def _host_name(host: str) -> str:
    return host if host.endswith("]") else host.rpartition(":")[0] or host


class Pages:
    """The templates and static files of one page server, with what both share."""

    def __init__(self, package: str, texts: Texts) -> None:
        """`package` holds ``static`` and ``templates``, which extend ``page.html``; `texts` gives their words
        (``{{ t('ui.undo') }}``)."""
        self._package = package
        loader = jinja2.ChoiceLoader([jinja2.PackageLoader(where, "templates") for where in (package, "link.web")])
        self._templates = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
        self._templates.globals["t"] = texts.text

    def page(self, template: str, status_code: int = 200, **values: Any) -> HTMLResponse:
        """The rendered template, never to be cached."""
        text = self._templates.get_template(template).render(**values)
        return HTMLResponse(text, status_code=status_code, headers={"cache-control": "no-store"})

    def mounts(self) -> list[Mount]:
        """Routes of the static files."""
        own = StaticFiles(directory=_folder(self._package) / "static")
        return [Mount("/static", own), Mount("/shared", StaticFiles(directory=_folder("link.web") / "static"))]


def _folder(package: str) -> Path:
    return Path(str(importlib.resources.files(package)))


def load_texts(package: str, language: str = "en") -> Texts:
    """The shared sentences and those of `package`, in one language."""
    name = f"texts.{language}.toml"
    files = [importlib.resources.files(where).joinpath(name).read_text(encoding="utf-8") for where in ("link.web", package)]
    return Texts(*files)


async def health(_request: Any) -> Response:
    """``ok``: the page server runs."""
    return PlainTextResponse("ok\n")


class PageServer:
    """uvicorn in a thread of its own, on loopback unless another address is allowed on purpose.

    The port is bound when the server is made, so `address` is known before anything is served. No access log: the
    overlay's token is part of an address.
    """

    def __init__(self, app: Starlette, port: int = 0, host: str = "127.0.0.1", *, beyond_loopback: bool = False) -> None:
        """Bind. `port` 0: any free one. Raises ValueError for an address that is not allowed, OSError for a busy port."""
        if not is_loopback(host) and not beyond_loopback:
            raise ValueError(f"pages are served on loopback only until there are accounts; {host} is not a loopback address")
        self._socket = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        self.port: int = self._socket.getsockname()[1]
        self.address = f"http://{f'[{host}]' if ':' in host else host}:{self.port}"
        config = uvicorn.Config(
            app, log_config=None, access_log=False, lifespan="off", server_header=False, date_header=False, proxy_headers=False,
            ws="websockets-sansio", ws_max_size=MESSAGE_BYTES * 4, ws_max_queue=16, ws_ping_interval=None,
            timeout_graceful_shutdown=1,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name=f"pages-{self.port}", daemon=True)

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()

    def stop(self, timeout_s: float = 5.0) -> None:
        """Stop serving and wait for it."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        self._socket.close()

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])
