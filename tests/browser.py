"""Pages in headless Chromium: each is loaded in frames of given widths and asked about itself."""

import json
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-logging=stderr",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--virtual-time-budget=20000",
    "--dump-dom",
)
PROBE = "probe.html"
PROBE_PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<pre id="out"></pre>
<script>
const cases = CASES;
const look = (frame) => {
  const doc = frame.contentDocument, root = doc.documentElement;
  const size = (node) => {
    const box = node.getBoundingClientRect();
    return [box.width, box.height];
  };
  const wide = [...doc.body.querySelectorAll("*")].filter((node) =>
    !node.closest(".scroll, svg, details:not([open])") &&
    node.getBoundingClientRect().right > root.clientWidth + 0.5);
  const cut = [...doc.querySelectorAll(".told")].filter((table) =>
    table.closest(".scroll").scrollWidth > table.closest(".scroll").clientWidth);
  const texts = [...doc.querySelectorAll("p, li, td, figcaption")].map((node) =>
    parseFloat(frame.contentWindow.getComputedStyle(node).fontSize));
  const result = {
    title: doc.title, overflow: root.scrollWidth - root.clientWidth,
    wide: wide.map((node) => node.tagName + "." + node.className),
    cut: cut.map((table) => table.textContent),
    figures: [...doc.querySelectorAll("figure")].map((figure) =>
      [...figure.querySelectorAll("svg")].map(size).filter(([w, h]) => w > 100 && h > 100)),
    links: [...doc.querySelectorAll("a[href]")].map((link) => link.href),
    smallest: Math.min(...texts),
    background: frame.contentWindow.getComputedStyle(doc.body).backgroundColor,
  };
  const table = doc.querySelector("table.sortable");
  if (table) {
    if (table.closest("details")) table.closest("details").open = true;
    const column = table.tHead.rows[0].cells.length - 1;
    const cells = () => [...table.tBodies[0].rows].map((row) =>
      row.cells[column].dataset.value ??
      row.cells[column].textContent.replace(/,|%$/g, "").replace("\u2212", "-"));
    const button = table.tHead.rows[0].cells[column].querySelector("button");
    button.click(); result.up = cells(); button.click(); result.down = cells();
  }
  return result;
};
const load = ([page, width]) => new Promise((done) => {
  const frame = document.createElement("iframe");
  frame.width = width; frame.height = 900;
  frame.onload = () => setTimeout(() => {
    let result;
    try { result = look(frame); } catch (error) { result = { error: String(error) }; }
    frame.remove(); done({ page, width, ...result });
  }, 50);
  frame.src = page; document.body.append(frame);
});
(async () => {
  const results = [];
  for (const one of cases) results.push(await load(one));
  document.getElementById("out").textContent = JSON.stringify(results);
})();
</script>"""


def browser() -> str:
    """Return the path of a Chromium."""
    for name in BROWSERS:
        path = shutil.which(name)
        if path:
            return path
    raise FileNotFoundError("no Chromium; on Debian or Ubuntu: apt-get install chromium")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Yield the address of a server of a folder on the loopback interface."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def probe(folder: Path, cases: list[tuple[str, int]], *flags: str) -> tuple[Any, list[str]]:
    """Return (what each (page, width) said of itself, console messages and failed requests)."""
    (folder / PROBE).write_text(PROBE_PAGE.replace("CASES", json.dumps(cases)), encoding="utf-8")
    with serve(folder) as address, tempfile.TemporaryDirectory() as profile:
        command = [browser(), *FLAGS, *flags, f"--user-data-dir={profile}", f"{address}/{PROBE}"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    (folder / PROBE).unlink()
    found = re.search(r'<pre id="out">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stdout[-2000:]
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return json.loads(unescape(found.group(1))), console
