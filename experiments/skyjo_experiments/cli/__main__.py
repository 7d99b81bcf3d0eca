"""``python -m skyjo_experiments.cli``: the ``skyjo`` command where scripts are not on the path."""

from skyjo_experiments.cli import main

main()
