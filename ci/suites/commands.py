"""Commands with a limit of seconds, in a session of their own, so that what they start ends with them."""
import os
import resource
import signal
import subprocess
import time

SHOWN_BYTES = 4_000_000  # of a program's output; some print a line for each work-item


class Outcome:
    """What came of a command: its exit status (negative: the signal), None if it took too long."""

    def __init__(self, status, seconds, text):
        self.status, self.seconds, self.text = status, seconds, text


def shown(path):
    """A log's text: its beginning and its end, if it is long."""
    with open(path, "rb") as log:
        text = log.read(SHOWN_BYTES // 2)
        size = os.fstat(log.fileno()).st_size
        if size > SHOWN_BYTES:
            log.seek(-SHOWN_BYTES // 2, os.SEEK_END)
            text += b"\n"
        return (text + log.read(SHOWN_BYTES)).decode("utf-8", "replace")


def run(arguments, folder, log, limit, environment=None):
    """Runs a program with its arguments and writes what it prints to `log`."""
    start = time.monotonic()
    with open(log, "wb") as output:
        try:
            process = subprocess.Popen(arguments, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                       env=os.environ | (environment or {}), start_new_session=True, preexec_fn=no_core_files)
        except OSError as error:
            return Outcome(127, 0.0, str(error))
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            end(process)
    return Outcome(status, time.monotonic() - start, shown(log))


def no_core_files():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
