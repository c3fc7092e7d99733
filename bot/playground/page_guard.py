"""Who may talk to the page: only a browser, or a script, that calls it by its own local address."""

from __future__ import annotations

from typing import Any, Protocol

from aiohttp import web

from bot.playground.rest import Handler


class HasPort(Protocol):
    """What the guard needs to know of the playground: the port of its page, which is fixed only once it is open."""

    port: int


class PageGuard:
    """Checks Host against DNS rebinding and Origin against other sites, and sets the page's strict headers."""

    def __init__(self, playground: HasPort) -> None:
        self.playground = playground

    def hosts(self) -> list[str]:
        """The Host headers by which this machine's own browser calls the page."""
        return [f"{name}:{self.playground.port}" for name in ("127.0.0.1", "localhost")]

    @property
    def middleware(self) -> Any:
        """The guard as aiohttp takes it: answers strangers with 403 and adds the strict headers to every answer."""

        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not self.is_ours(request):
                return self._dressed(web.Response(status=403, text="This page talks only to itself."))
            try:
                return self._dressed(await handler(request))
            except web.HTTPException as error:
                return self._dressed(web.Response(status=error.status, text=error.reason))

        return guard

    def is_ours(self, request: web.Request) -> bool:
        """Browsers send Origin with everything that could do harm; its absence means a script on this machine."""
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in self.hosts():
            return False
        if origin is not None and origin not in [f"http://{host}" for host in self.hosts()]:
            return False
        return request.headers.get("Sec-Fetch-Site") in (None, "same-origin", "none")

    def _dressed(self, response: web.StreamResponse) -> web.StreamResponse:
        if not response.prepared:
            response.headers.setdefault("Content-Security-Policy", self._policy())
            response.headers.update(HEADERS)
        return response

    def _policy(self) -> str:
        lines = " ".join(f"ws://{host}" for host in self.hosts())
        return (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
            f"connect-src 'self' {lines}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )


HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
