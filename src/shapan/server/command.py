"""`shapan serve` and `shapan play`."""

from __future__ import annotations

import logging
import socket
import threading
import time
import urllib.request
import webbrowser
from contextlib import closing

import uvicorn

from shapan.kernel import ShapanError

from .app import create_app
from .settings import Settings, default_database
from .socket import FRAME_LIMIT


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    *,
    https: bool = False,
    proxy: str | None = None,
    origins: tuple[str, ...] = (),
) -> None:
    """Run the server until it is stopped. ``proxy``: addresses whose X-Forwarded headers are believed."""
    settings = Settings(database=database or default_database(), https=https, origins=origins, warm=True)
    run(settings, host, port, proxy)


def run(settings: Settings, host: str, port: int, proxy: str | None = None) -> None:
    """Run the server with these settings."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    uvicorn.run(
        create_app(settings),
        host=host,
        port=port,
        log_level="warning",
        access_log=False,  # addresses may hold what is nobody's business; a proxy can keep its own log
        server_header=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        ws="websockets-sansio",
        ws_max_size=FRAME_LIMIT,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
    )


def play(host: str = "127.0.0.1", port: int = 8000, database: str | None = None, *, browser: bool = True) -> None:
    """Serve on this machine and open the browser. Takes the next free port if the wanted one is in use."""
    free = next((one for one in range(port, port + 20) if _is_free(host, one)), None)
    if free is None:
        raise ShapanError(f"no free port from {port} to {port + 19}")
    address = f"http://{host}:{free}/"
    threading.Thread(target=_announce, args=(address, browser), daemon=True).start()
    serve(host, free, database)


def _is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _announce(address: str, browser: bool) -> None:
    """Say where the page is, and open it, as soon as the server answers."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"{address}healthz", timeout=1):
                break
        except OSError:
            time.sleep(0.05)  # between two questions to a server that cannot tell us when it is ready
    print(f"Shapan is at {address} (Ctrl-C stops it)", flush=True)
    if browser:
        webbrowser.open(address)
