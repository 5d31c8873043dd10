"""A headless Chromium, driven over a pipe by its DevTools protocol: real keys, sizes of screens, and its accessibility tree."""
import json
import os
import shutil
import subprocess
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome")
KEYS = {"Tab": 9, "Enter": 13, " ": 32, "Home": 36, "End": 35, "ArrowLeft": 37, "ArrowRight": 39, "ArrowDown": 40}


def find():
    return next((name for name in NAMES if shutil.which(name)), None)


class Page:
    """One tab. Errors of its scripts are collected in `errors`."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.to_browser = os.pipe()
        self.from_browser, from_browser = os.pipe()
        command = (f"exec {find()} --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars "
                   f"--user-data-dir={self.folder.name} --remote-debugging-pipe about:blank 3<&{to_browser} 4>&{from_browser}")
        self.process = subprocess.Popen(["bash", "-c", command], pass_fds=(to_browser, from_browser),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.buffer, self.session, self.errors, self.events = 0, b"", None, [], []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    def close(self):
        os.close(self.to_browser)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.from_browser)
        self.folder.cleanup()

    def _next_message(self):
        while b"\0" not in self.buffer:
            part = os.read(self.from_browser, 1 << 20)
            if not part:
                raise RuntimeError("Chromium ended: does it start by hand, with --headless --no-sandbox?")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") == "Runtime.exceptionThrown":
            self.errors.append(message["params"]["exceptionDetails"]["exception"].get("description", "an exception"))
        if message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
            self.errors.append(message["params"]["entry"]["text"])
        return message

    def call(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(request).encode() + b"\0")
        while True:
            message = self._next_message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message.get("method"))

    def open(self, address):
        self.events.clear()
        self.call("Page.navigate", url="about:blank")
        while "Page.loadEventFired" not in self.events:
            self.events.append(self._next_message().get("method"))
        self.events.clear()
        self.call("Page.navigate", url=address)
        while "Page.loadEventFired" not in self.events:
            self.events.append(self._next_message().get("method"))

    def screen(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def value(self, expression):
        """What a JavaScript expression gives, as JSON."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(f"{expression}: {found['exceptionDetails']['exception'].get('description')}")
        return found["result"].get("value")

    def press(self, key, shift=False):
        text = {"Enter": "\r", " ": " "}.get(key, "")
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code="Space" if key == " " else key,
                      windowsVirtualKeyCode=KEYS[key], modifiers=8 if shift else 0,
                      **({"text": text} if text and kind == "keyDown" else {}))

    def accessible(self):
        """(role, name) of what assistive technology sees."""
        return [(node.get("role", {}).get("value", ""), node.get("name", {}).get("value", ""))
                for node in self.call("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]

    def picture(self, path, full=False):
        import base64
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=full)
        with open(path, "wb") as file:
            file.write(base64.b64decode(image["data"]))
