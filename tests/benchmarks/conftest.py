import pytest

TABLES = pytest.StashKey[list[str]]()


def pytest_addoption(parser):
    parser.addoption(
        "--min-ratio",
        type=float,
        default=None,
        help="fail where the engine plays fewer rounds per CPU second than this times the yardstick",
    )


def pytest_configure(config):
    config.stash[TABLES] = []


@pytest.fixture
def show(pytestconfig):
    """Keep a table for the end of the run."""
    return pytestconfig.stash[TABLES].append


def pytest_terminal_summary(terminalreporter):
    for table in terminalreporter.config.stash[TABLES]:
        terminalreporter.write(f"\n{table}\n")
