"""lit's format for tests of one pass: see lit.cfg.py. A module of its own, since lit sends it to its workers."""
import os

import lit.formats
import lit.TestRunner


class PassTest(lit.formats.ShTest):
    def execute(self, test, lit_config):
        of = os.path.basename(test.getSourcePath()).split(".")[0]
        left_out = " -leave-out=" + of if lit_config.params.get("without-the-pass") else ""
        opt = [("%opt", lit_config.params["opt"] + left_out)]
        return lit.TestRunner.executeShTest(test, lit_config, self.execute_external, opt)
