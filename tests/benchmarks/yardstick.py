"""Write the yardstick's figures for a million rounds each: ``python tests/benchmarks/yardstick.py``.

They let the agreement of the two programs be tested where there is no C compiler (tests/test_statistics.py).
"""

import json
import tempfile
from pathlib import Path

from skyjo_experiments.yardstick import POLICIES, YardstickRun, build_yardstick, run_yardstick

FIGURES = Path(__file__).with_name("yardstick.json")
PLAYERS = range(2, 9)
ROUNDS = 1_000_000
SEED = 20_260


def entry(run: YardstickRun) -> dict[str, object]:
    """Return the figures of a run as [mean, standard error], rounded to what the error leaves."""
    figures = {name: [round(mean, 7), round(error, 7)] for name, (mean, error) in run.figures.items()}
    return {"policy": run.policy, "players": run.players, **figures, "abandoned": run.abandoned}


def main() -> None:
    """Run every policy and number of players and write the file."""
    with tempfile.TemporaryDirectory() as folder:
        program = build_yardstick(Path(folder))
        runs = [run_yardstick(program, policy, players, ROUNDS, SEED) for policy in POLICIES for players in PLAYERS]
    lines = ",\n  ".join(json.dumps(entry(run)) for run in runs)
    FIGURES.write_text(f'{{"rounds": {ROUNDS}, "seed": {SEED}, "figures": [\n  {lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
