"""What a run means: from its exit status and what it printed."""
import re
import signal

FAILS = re.compile(r"\bFAIL(ED|URE|S)?\b|\bfail(ed|ure)?\b|\b[Mm]is-?match(es)?\b|\b[Ii]ncorrect\b|\bunsuccessful\b"
                   r"|\bnot (correct|equal|match)|\binvalid result|\bverification error|\bwrong\b")
FAILS_ANY_CASE = re.compile(r"\btest(s)? *failed|\bverif\w* *[:=]? *fail|\bvalidat\w* *[:=]? *fail|result *[:=] *fail", re.I)
NONE_FAILED = re.compile(r"(\b(0|no) +(\w+ +){0,2}(fail(ed|ures?)?|mis-?match(es)?|errors?)\b)"
                         r"|((fail(ed|ures?)?|mis-?match(es)?|errors?)\b[^\d\n]{0,20}[:=] *0\b(?![.]))", re.I)
PASSES = re.compile(r"\bPASS(ED|ES)?\b|\bpass(ed|es)?\b|\bPass(ed)?\b|\bSUCCESS(FUL|FULLY)?\b|\b[Ss]uccess(ful|fully)?\b|\bVALID(ATED)?\b"
                    r"|\b[Cc]orrect\b|\bverified\b|\bOK\b")


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "prints nothing"


def of_run(outcome, success=None, expected=None):
    """(status, reason) of a run. `success` decides alone whether it passed; `expected` is what
    it prints at its end, which says nothing of whether it is right."""
    text = outcome.text
    if outcome.status is None:
        return "too long", f"more than {outcome.seconds:.0f} s"
    number = -outcome.status if outcome.status < 0 else outcome.status - 128  # of bash, where it started the program
    if number in {one.value for one in signal.Signals}:
        return "crashed", f"{signal.Signals(number).name}: {last_line(text)}"
    if success:
        if re.search(success, text, re.MULTILINE) and outcome.status == 0:
            return "passed", ""
        return "failed", f"status {outcome.status}: {last_line(text)}"
    plain = NONE_FAILED.sub(" ", text)
    for pattern in (FAILS, FAILS_ANY_CASE):
        if match := pattern.search(plain):
            begin = plain.rfind("\n", 0, match.start()) + 1
            return "failed", plain[begin:].splitlines()[0].strip()[:200]
    if outcome.status:
        return "failed", f"status {outcome.status}: {last_line(text)}"
    if PASSES.search(plain) or NONE_FAILED.search(text):
        return "passed", ""
    return "no self-check", "prints its result" if expected and re.search(expected, text) else ""


COMPILER_ERROR = re.compile(r"(fatal )?error: .*|undefined reference to .*|.*No rule to make target.*|.*: not found|CMake Error.*")


def of_build(outcome):
    if outcome.status is None:
        return "too long", f"more than {outcome.seconds:.0f} s"
    for line in outcome.text.splitlines():
        if match := COMPILER_ERROR.search(line):
            return "failed", (match.group(0)).strip()[:200]
    return "failed", last_line(outcome.text)


LIBRARIES = {"mkl": "oneMKL", "dpl": "oneDPL", "dnnl": "oneDNN", "ccl": "oneCCL", "dpct": "dpct"}
NOT_OFFERED = re.compile(r"no (?:member|type|template) named '(\w+)' in namespace '(sycl[\w:]*)'|no type named '(\w+)' in '(sycl::[^']*)'")


def cause_of_build(text):
    """What a program asks for that is not there, as far as the compiler's messages say it."""
    if match := re.search(r"'((?:oneapi/)?(\w+)[/.][^']*)' file not found", text):
        path, first = match.groups()
        if first == "sycl":
            return f"not offered: {path}"
        return f"not offered: {LIBRARIES[first]}" if first in LIBRARIES else f"a header is not there: {path}"
    if match := NOT_OFFERED.search(text):
        name, place = (part for part in match.groups() if part)
        return f"not offered: {place}::{name}"
    return ""


NO_FILE = re.compile(r".*(no such (file|folder|directory)|(fail(ed)?|unable|could not|cannot|can't|error) (to )?(open|read|import|load)"
                     r"|not found|(was|were) not opened|open fails|bad file).*", re.IGNORECASE)
EXTERNAL = re.compile(r"it calls '([^']*)', which is not defined in the kernel's source file")


def cause_of_run(text):
    """What a program says itself: that it has no file, or ndweave that a kernel asks for what is not offered."""
    if match := EXTERNAL.search(text):
        return f"not offered: SYCL_EXTERNAL, {match[1]}"
    if "no device suits the selector" in text:
        return "asks for a device that is not there"
    if match := NO_FILE.search(text):
        return f"a file is not there: {match[0].strip()[:200]}"
    return ""


NAMED = re.compile(r"what\(\): +(kernel .*)|(.*\bdata race\b.*)")
REFUSED = re.compile(r"cannot be compiled|cannot run|requests")


def named_by_check_mode(outcome):
    """The mistake of the program that check mode found, or nothing."""
    match = NAMED.search(outcome.text)
    return match[0].strip().removeprefix("what():").strip()[:300] if match and not REFUSED.search(match[0]) else ""
