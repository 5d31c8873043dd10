"""Results of programs: a file each, so that what is interrupted goes on."""
import json


class Results:
    def __init__(self, folder):
        self.folder = folder

    def path(self, program):
        folder = self.folder / program.suite
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{program.name}.json"

    def load(self, program, made_of):
        """What is known of the program, made of the same sources by the same compiler; else nothing."""
        try:
            result = json.loads(self.path(program).read_text())
        except (OSError, ValueError):
            result = {}
        if result.get("made_of") != made_of:
            result = {"made_of": made_of, "suite": program.suite, "program": program.name, "category": program.category, "runs": {}}
        return result

    def save(self, program, result):
        path = self.path(program)
        unfinished = path.with_suffix(".new")
        unfinished.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
        unfinished.replace(path)
