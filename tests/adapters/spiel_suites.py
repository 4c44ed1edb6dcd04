"""Run OpenSpiel's own test suites on the games of benben: `python -m tests.adapters.spiel_suites SUITE`."""

import sys
from collections.abc import Iterator
from unittest import TestCase, TestLoader, TestSuite, TextTestRunner

from absl import flags

from benben.adapters import open_spiel

SUITES = ("open_spiel.python.tests.games_sim_test", "open_spiel.integration_tests.api_test")


def main(suite: str) -> int:
    """The suites list the registered games when they are imported: after the adapter."""
    module = __import__(suite, fromlist=["tests"])
    flags.FLAGS(["suite", *([f"--test_only_games={open_spiel.PREFIX}.*"] if suite.endswith("api_test") else [])])
    loader = TestLoader()
    if hasattr(module, "load_tests"):
        tests = module.load_tests(loader, TestSuite(), None)
    else:
        tests = loader.loadTestsFromModule(module)
    ours = TestSuite([test for test in flat(tests) if open_spiel.PREFIX in test.id()])
    print(ours.countTestCases(), "tests", file=sys.stderr)
    result = TextTestRunner(verbosity=2, stream=sys.stderr).run(ours)
    return 0 if result.wasSuccessful() and result.testsRun and not result.skipped else 1


def flat(tests: TestSuite) -> Iterator[TestCase]:
    for test in tests:
        if isinstance(test, TestSuite):
            yield from flat(test)
        else:
            yield test


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
