"""`shapan serve` and `shapan play`."""

from __future__ import annotations

import socket
import threading
import time
import urllib.request
import webbrowser
from contextlib import closing

from shapan.kernel import ShapanError
from shapan.kernel.extras import need

from .errand import configure_logs
from .keeper import keep
from .settings import Settings, default_database


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    *,
    https: bool = False,
    proxy: str | None = None,
    origins: tuple[str, ...] = (),
    processes: int = 1,
) -> None:
    """Run the server until it is stopped. ``proxy``: addresses whose X-Forwarded headers are believed."""
    chosen = database or default_database()
    settings = Settings(database=chosen, https=https, origins=origins, warm=True, processes=processes)
    run(settings, host, port, proxy)


def run(settings: Settings, host: str, port: int, proxy: str | None = None) -> None:
    """Run the server with these settings, in processes of its own where the system has local sockets."""
    need("server")  # the processes that use them could only end, and be started again
    configure_logs()
    if hasattr(socket, "AF_UNIX"):
        if code := keep(settings, host, port, proxy):
            raise SystemExit(code)
    else:
        run_alone(settings, host, port, proxy)


def run_alone(settings: Settings, host: str, port: int, proxy: str | None = None) -> None:
    """Run everything in this one process."""
    import uvicorn  # noqa: PLC0415 - the keeper should stay small

    from .app import create_app  # noqa: PLC0415
    from .protocol import uvicorn_settings  # noqa: PLC0415

    uvicorn.run(create_app(settings), host=host, port=port, **uvicorn_settings(proxy))


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
            with urllib.request.urlopen(f"{address}readyz", timeout=1):
                break
        except OSError:
            time.sleep(0.05)  # between two questions to a server that cannot tell us when it is ready
    print(f"Shapan is at {address} (Ctrl-C stops it)", flush=True)
    if browser:
        webbrowser.open(address)
