"""Runs the playground alone: `python -m bot.playground --folder var/playground --port 8780`."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from contextlib import suppress
from pathlib import Path

from bot.playground import CannotStart, Playground


async def run(folder: Path, port: int, *, tcp: bool) -> None:
    """Run a playground until the process is told to stop; print the page's address, the socket and the bot's token."""
    playground = Playground(folder, port, tcp=tcp)
    await playground.start()
    print(f"page:   {playground.address}")
    print(f"socket: {playground.socket or playground.api_address}")
    print(f"token:  {playground.token}", flush=True)
    await _wait_for_stop_signal()
    await playground.stop()


async def _wait_for_stop_signal() -> None:
    told = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: there Ctrl+C ends the process, nothing is lost
            asyncio.get_running_loop().add_signal_handler(name, told.set)
    await told.wait()


def main() -> None:
    """Run the command line; print a sentence on stderr and exit with code 1 if the port or the folder is taken."""
    parser = argparse.ArgumentParser(prog="python -m bot.playground", description="A local stand-in for Discord.")
    parser.add_argument("--folder", type=Path, default=Path("var/playground"), help="where everything is kept")
    parser.add_argument("--port", type=int, default=8780, help="of the page, on 127.0.0.1; 0 takes a free one")
    parser.add_argument("--tcp", action="store_true", help="TCP instead of a Unix socket for the bot")
    wanted = parser.parse_args()
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(run(wanted.folder, wanted.port, tcp=wanted.tcp))
    except CannotStart as taken:
        sys.exit(str(taken))


if __name__ == "__main__":
    main()
