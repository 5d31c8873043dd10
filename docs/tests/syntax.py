"""Looks whether a block that cannot run here is at least well formed. Returns the complaint, or None."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

CUDA_DECLARATIONS = Path(__file__).with_name("cuda_declarations.h")


def complaint_of(command, text, suffix):
    with tempfile.NamedTemporaryFile("w", suffix=suffix, encoding="utf-8") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([*command, file.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout if done.returncode else None


def yaml_complaint(text):
    import yaml

    try:
        yaml.safe_load(text)
    except yaml.YAMLError as error:
        return str(error)
    return None


def json_complaint(text):
    try:
        json.loads(text)
    except ValueError as error:
        return str(error)
    return None


def check(block, cuda_compiler):
    """`cuda_compiler` is a clang++ that knows -x cuda; an empty one leaves CUDA unchecked."""
    text = block.whole
    if block.language in ("sh", "bash"):
        return complaint_of(["bash", "-n"], text, ".sh")
    if block.language == "cmake":  # read, and not executed
        return complaint_of(["cmake", "-P"], f"if(FALSE)\n{text}endif()\n", ".cmake")
    if block.language == "yaml":
        return yaml_complaint(text)
    if block.language == "json":
        return json_complaint(text)
    if block.language == "cuda" and cuda_compiler:
        command = [cuda_compiler, "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-fsyntax-only", "-w"]
        return complaint_of([*command, "-include", str(CUDA_DECLARATIONS)], text, ".cu")
    if block.language in ("text", "groovy", "cuda", "cpp", "c"):
        return None  # nothing here reads them
    return f"nothing here checks '{block.language}'"
