"""A browser for tests: Chromium through chromedriver, by the WebDriver protocol over HTTP.

    with webdriver.open_browser() as browser:      # or exits with 77 if there is none
        browser.open("file:///tmp/a.html")
        browser.click("#theme")
        browser.run("return document.title")
        browser.errors()                           # of the console, since the last call
"""

import base64
import contextlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

SKIP = 77
KEYS = {"ENTER": "\ue007", "ESCAPE": "\ue00c", "SHIFT": "\ue008", "END": "\ue010",
        "LEFT": "\ue012", "UP": "\ue013", "RIGHT": "\ue014", "DOWN": "\ue015", "F1": "\ue031", "F12": "\ue03c"}
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    def __init__(self, url):
        self._url = url

    def request(self, path, body=None, method="POST"):
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self._url + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def open(self, url):
        self.request("/url", {"url": url})

    def run(self, script, *arguments):
        """Runs JavaScript; returns its value, or the value of its promise."""
        return self.request("/execute/sync", {"script": script, "args": list(arguments)})

    def _find(self, selector):
        return self.request("/element", {"using": "css selector", "value": selector})[_ELEMENT]

    def frame(self, *selectors):
        """Goes into a frame of the page, a frame in that one ...; without selectors back to the page."""
        self.request("/frame", {"id": None})
        for selector in selectors:
            self.request("/frame", {"id": {_ELEMENT: self._find(selector)}})

    def click(self, selector):
        self.request(f"/element/{self._find(selector)}/click")

    def type(self, selector, text):
        self.request(f"/element/{self._find(selector)}/value", {"text": text})

    def choose(self, field, value):
        """Changes the field with this id as a reader would."""
        self.run("""
            const field = document.getElementById(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event('change'));""", field, value)

    def keys(self, text):
        """Presses keys one after the other, wherever the focus is."""
        actions = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.request("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? null", selector)

    def wait(self, script, *arguments, seconds=10):
        """Waits until JavaScript returns a true value; returns it."""
        end = time.monotonic() + seconds
        while True:
            value = self.run(script, *arguments)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"never: {script} {arguments}")
            time.sleep(0.02)

    def resize(self, width, height):
        """Sets the size of the page in CSS pixels; a window cannot be narrower than 500."""
        self.request("/goog/cdp/execute", {
            "cmd": "Emulation.setDeviceMetricsOverride",
            "params": {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}})

    def scheme(self, value):
        """Prefers "light" or "dark", as a reader's system does."""
        self.request("/goog/cdp/execute", {
            "cmd": "Emulation.setEmulatedMedia",
            "params": {"features": [{"name": "prefers-color-scheme", "value": value}]}})

    def screenshot(self):
        """What the page shows, as PNG."""
        return base64.b64decode(self.request("/screenshot", method="GET"))

    def draw(self, file):
        """Writes what the page shows, with few colours where pngquant is installed."""
        file.write_bytes(self.screenshot())
        if shutil.which("pngquant"):
            subprocess.run(["pngquant", "--force", "--strip", "--output", file, file], check=True)

    def errors(self):
        return [entry["message"] for entry in self.request("/se/log", {"type": "browser"})
                if entry["level"] == "SEVERE"]


def saved_picture(browser):
    """The SVG that a page of hlo-view saves."""
    return browser.run("""
        let saved;
        const make = URL.createObjectURL.bind(URL);
        URL.createObjectURL = (blob) => make(saved = blob);
        document.getElementById('save-picture').click();
        return saved.text();""")


def _start_driver(driver):
    process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    for line in process.stdout:
        started = re.search(r"started successfully on port (\d+)", line)
        if started:
            return process, f"http://127.0.0.1:{started[1]}"
    process.wait()
    return None, ""


@contextlib.contextmanager
def open_browser(width=1400, height=900):
    driver = shutil.which("chromedriver")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which(
        "google-chrome")
    if not driver or not chromium:
        print("skipped: needs chromedriver and Chromium")
        sys.exit(SKIP)
    process, url = _start_driver(driver)
    if process is None:
        print("skipped: chromedriver does not start")
        sys.exit(SKIP)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--user-data-dir={profile}", f"--window-size={width},{height}"]
        capabilities = {"alwaysMatch": {
            "goog:chromeOptions": {"binary": chromium,
                                   "args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"}}}
        try:
            session = Browser(url).request("/session", {"capabilities": capabilities})["sessionId"]
            browser = Browser(f"{url}/session/{session}")
            try:
                yield browser
            finally:
                browser.request("", method="DELETE")
        finally:
            process.terminate()
            process.wait()
