#!/usr/bin/env python3
"""Checks the VS Code extension in VS Code: code-server, of npm, in Chromium.

    .ci/vscode hlo.vsix
    tests/checks/vscode_host_check.py --host FOLDER --install     # once, some minutes
    HLO_CODE_SERVER=FOLDER tests/checks/vscode_host_check.py --vsix hlo.vsix --bin build --work WORK
        [--pictures docs/pictures]                                # also draws those of docs/editors.md

  - the language of dumps and of .hlo files, and their colours;
  - timeline, diff with the previous pass, graph: the pages work, and what is selected there is
    selected in the text; a text without a previous pass says so;
  - a .hlo.pb opens as text that cannot be edited;
  - with hlo-lsp: hover, definition, inlay hints, errors, settings, restarts of the server.

77: there is no code-server, Chromium or .vsix.
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

import webdriver
from webdriver import KEYS, SKIP

ROOT = pathlib.Path(__file__).resolve().parents[2]
CODE_SERVER = "code-server@4.100.3"  # the last one for Node 20
ENTRY = "node_modules/code-server/out/node/entry.js"
SETTINGS = {
    "workbench.startupEditor": "none", "workbench.tips.enabled": False,
    "security.workspace.trust.enabled": False, "telemetry.telemetryLevel": "off",
    "chat.commandCenter.enabled": False, "editor.minimap.enabled": False,
    "editor.autoClosingBrackets": "never", "editor.autoClosingQuotes": "never",
    "workbench.secondarySideBar.defaultVisibility": "hidden", "window.commandCenter": False,
}


def install(host):
    """Without the scripts of packages that fetch binaries; what is compiled is compiled here."""
    host.mkdir(parents=True, exist_ok=True)
    npm = ["npm", "install", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"]
    subprocess.run([*npm, "--prefix", host, CODE_SERVER], check=True)
    code = host / "node_modules/code-server/lib/vscode"
    subprocess.run(npm, check=True, cwd=code)
    for package in ("@vscode/spdlog", "native-watchdog", "node-pty"):
        subprocess.run(["npm", "rebuild", "--yes", package], check=True, cwd=code)  # one asks npx for node-gyp
    (code / "node_modules.asar").symlink_to("node_modules")
    # Passwords are not used.
    (host / "node_modules/argon2/argon2.js").write_text("module.exports = {};\n")


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


class Workbench:
    def __init__(self, browser, url, folder, has_side_bar):
        self.browser, self.url, self.folder, self.has_side_bar = browser, url, folder, has_side_bar

    def open(self, file, line=None, column=1):
        at = f":{line}:{column}" if line else ""
        payload = [["openFile", f"vscode-remote://{self.url[7:]}{self.folder / file}{at}"]]
        if line:
            payload.append(["gotoLineMode", "true"])
        self.browser.open("about:blank")
        for _ in range(100):
            try:
                self.browser.open(f"{self.url}/?folder={self.folder}&payload=" +
                                  json.dumps(payload, separators=(",", ":")))
                break
            except AssertionError:  # it is still starting
                time.sleep(0.2)
        self.wait("return document.querySelector('.view-lines .view-line')", seconds=60)
        self.wait("return document.querySelector('.statusbar')?.textContent.includes('HLO')")
        if not self.has_side_bar and self.browser.run(
                "return document.querySelector('.part.sidebar')?.offsetWidth > 0"):
            self.command("View: Close Primary Side Bar")

    def wait(self, script, *arguments, seconds=30):
        return self.browser.wait(script, *arguments, seconds=seconds)

    def command(self, name):
        """By the palette. What loads at the same time may take the focus, and with it the keys."""
        for _ in range(5):
            try:
                self.browser.keys(KEYS["ESCAPE"] + KEYS["F1"])
                self.wait("return document.querySelector("
                          "'.quick-input-widget:not([style*=\"display: none\"]) input')", seconds=5)
                self.browser.keys(name)
                self.wait("return document.querySelector('.quick-input-list .monaco-list-row.focused')"
                          "?.textContent.includes(arguments[0])", name, seconds=5)
                self.browser.keys(KEYS["ENTER"])
                return
            except AssertionError:
                continue
        raise AssertionError(f"no command {name}")

    def in_page(self, ready):
        """Goes into the webview in front, as soon as `ready` holds there."""
        end = time.monotonic() + 30
        while True:
            self.browser.frame()
            try:
                count = self.browser.run("return document.querySelectorAll('iframe.webview.ready').length")
                for number in range(count, 0, -1):
                    frame = self.browser.run(
                        "const f = document.querySelectorAll('iframe.webview.ready')[arguments[0]];"
                        "return getComputedStyle(f.parentElement).visibility === 'visible' ? f.name : ''",
                        number - 1)
                    if not frame:
                        continue
                    self.browser.frame(f"iframe[name='{frame}']", "#active-frame")
                    if self.browser.run(ready):
                        return
                    self.browser.frame()
            except AssertionError:
                pass  # it is loading
            if time.monotonic() > end:
                raise AssertionError(f"never in a page: {ready}")
            time.sleep(0.1)

    def wait_for_line(self, number):
        self.browser.frame()
        self.wait("return [...document.querySelectorAll('.active-line-number')]"
                  ".some((e) => e.textContent === arguments[0])", str(number))


def line_of(file, text):
    return next(i for i, line in enumerate(file.read_text().splitlines(), 1) if text in line)


def check_colours(workbench):
    """Each of these words has a colour of its own."""
    workbench.wait(
        "const classes = arguments[0].map((word) => [...document.querySelectorAll('.view-line span span')]"
        ".find((s) => s.textContent.trim() === word)?.className);"
        "return classes.every(Boolean) && new Set(classes).size === classes.length",
        ["ENTRY", "f32", "reduce", "dimensions"])
    print("colours: fine")


def check_views(workbench, files, draw):
    step = files / "step.hlo"
    norm = line_of(step, "norm = ")
    workbench.open("step.hlo", norm)
    check_colours(workbench)
    workbench.command("HLO: Open Timeline")
    workbench.in_page("return document.querySelector('#timeline-canvas')?.offsetHeight > 0 && "
                      "location.hash === '#main/norm'")
    draw("vscode-timeline.png")
    workbench.in_page("return true")
    workbench.browser.keys("j")  # the next line there
    workbench.wait_for_line(norm + 1)
    print("timeline: fine")

    workbench.open("step.hlo", norm)
    workbench.command("HLO: Show as Graph")
    workbench.in_page("return document.querySelector('svg')?.textContent.includes('gather-done')")
    workbench.browser.run(
        "[...document.querySelectorAll('svg a')].find((a) => a.textContent.includes('gather-done'))"
        ".querySelector('text').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    workbench.wait_for_line(line_of(step, "gather-done = "))
    draw("vscode-graph.png")
    print("graph: fine")

    dump = next(files.glob("module_0000.*.0018.*"))
    workbench.open(dump.name)
    workbench.command("HLO: Diff with Previous Pass")
    workbench.in_page("return document.body.textContent.includes('only after')")
    draw("vscode-diff.png")
    print("diff: fine")

    workbench.open(next(files.glob("module_0000.*before_optimizations.txt")).name)
    workbench.command("HLO: Diff with Previous Pass")
    workbench.wait("return document.querySelector('.notifications-toasts')?.textContent"
                   ".includes('has no previous pass')")
    print("no previous pass: fine")


def check_binary(workbench):
    workbench.open("step.hlo.pb")
    workbench.wait("return document.querySelector('.view-lines').textContent.includes('HloModule')")
    workbench.browser.keys("x")
    workbench.wait("return document.querySelector('.monaco-editor-overlaymessage')?.textContent"
                   ".includes('read-only')")
    print("binary module: fine")


def processes_of(program):
    """Process numbers of those that run this very file, of which only ours has a copy."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (process / "exe").resolve() == program:
                found.append(int(process.name))
        except OSError:
            pass
    return found


def check_server(workbench, files, draw, program):
    step = files / "step.hlo"
    norm = line_of(step, "norm = ")
    column = step.read_text().splitlines()[norm - 1].index("gather-done") + 2
    workbench.open("step.hlo", norm, column)
    hints = ("return [...document.querySelectorAll('.view-line')].map((l) => l.textContent)"
             ".some((t) => /[KM]iB/.test(t))")
    workbench.wait(hints, seconds=60)
    workbench.command("Show or Focus Hover")
    workbench.wait("return document.querySelector('.monaco-hover:not(.hidden)')?.textContent"
                   ".includes('gather-done')")
    draw("vscode.png")
    workbench.browser.keys(KEYS["ESCAPE"] + KEYS["F12"])
    workbench.wait_for_line(line_of(step, "gather-done = "))
    workbench.command("HLO: Restart Language Server")
    time.sleep(1)
    workbench.wait(hints, seconds=60)
    # VS Code starts a server anew that dies, and sends it the texts.
    killed = processes_of(program)
    assert killed, "no server runs"
    for process in killed:
        os.kill(process, signal.SIGKILL)
    workbench.command("Go Back")
    workbench.wait_for_line(norm)
    for _ in range(200):
        if set(processes_of(program)) - set(killed):
            break
        time.sleep(0.1)
    time.sleep(1)
    workbench.browser.keys(KEYS["F12"])
    workbench.wait_for_line(line_of(step, "gather-done = "))
    workbench.command("Preferences: Open User Settings (JSON)")
    workbench.wait("return document.title.includes('settings.json')")
    workbench.command("Select All")
    workbench.browser.keys('{"hlo.inlayHints.bytes": false}')
    workbench.command("File: Save without Formatting")
    workbench.browser.click(".tab[data-resource-name='step.hlo']")
    workbench.wait("return document.title.includes('step.hlo')")
    workbench.wait(hints.replace("return ", "return !"), seconds=60)
    workbench.open("broken.hlo")
    workbench.wait("return document.querySelector('.squiggly-error')", seconds=60)
    print("server: fine")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", type=pathlib.Path, default=os.environ.get("HLO_CODE_SERVER"))
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--vsix", type=pathlib.Path)
    parser.add_argument("--bin", type=pathlib.Path, help="folder with hlo-view, hlo-lsp ...")
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    flags = parser.parse_args()
    if flags.install:
        install(flags.host.resolve())
        return
    if not flags.host or not (pathlib.Path(flags.host) / ENTRY).exists():
        print("skipped: HLO_CODE_SERVER names no folder with code-server")
        sys.exit(SKIP)
    if not flags.vsix or not flags.vsix.exists():
        print("skipped: there is no .vsix; .ci/vscode makes it")
        sys.exit(SKIP)
    work, programs = flags.work.resolve(), flags.bin.resolve()
    shutil.rmtree(work, ignore_errors=True)
    files = work / "dump"
    shutil.copytree(ROOT / "testdata/passes/jax", files,
                    ignore=lambda _, names: [n for n in names if not n.startswith("module_0000")])
    shutil.copy(ROOT / "testdata/view/step.hlo", files)
    (files / "broken.hlo").write_text("HloModule m\nENTRY e {\n  ROOT r = f32[] ad(p)\n}\n")
    subprocess.run([programs / "hlo-translate", "--to=hlo-proto", files / "step.hlo", "-o",
                    files / "step.hlo.pb"], check=True)
    has_server = (programs / "hlo-lsp").exists()
    (work / "data/User").mkdir(parents=True)
    (work / "data/User/settings.json").write_text(json.dumps(SETTINGS))
    port = free_port()
    command = ["node", pathlib.Path(flags.host).resolve() / ENTRY, "--config", work / "config.yaml",
               "--user-data-dir", work / "data", "--extensions-dir", work / "extensions"]
    (work / "config.yaml").write_text("auth: none\n")
    subprocess.run([*command, "--install-extension", flags.vsix], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    packed = next((work / "extensions").glob("hlo-text.hlo-*")) / "bin"
    packed.mkdir(exist_ok=True)
    for name in ("hlo-lsp", "hlo-view", "hlo-translate"):
        if (programs / name).exists():
            shutil.copy(programs / name, packed)
    with open(work / "log", "w") as log, webdriver.open_browser(1400, 900) as browser:
        server = subprocess.Popen([*command, "--bind-addr", f"127.0.0.1:{port}", "--auth", "none"],
                                  stdout=log, stderr=log, start_new_session=True)

        def draw(name):
            if flags.pictures:
                time.sleep(1)  # notices and focus have come to rest
                browser.frame()
                browser.draw(flags.pictures / name)

        try:
            workbench = Workbench(browser, f"http://127.0.0.1:{port}", files, not flags.pictures)
            browser.resize(1200, 660)
            try:
                check_views(workbench, files, draw)
                check_binary(workbench)
                if has_server:
                    check_server(workbench, files, draw, packed / "hlo-lsp")
            except Exception:
                browser.frame()
                (work / "failure.png").write_bytes(browser.screenshot())
                print(f"{work}/failure.png shows the window")
                raise
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


if __name__ == "__main__":
    main()
