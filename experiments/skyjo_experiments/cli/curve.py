"""``skyjo curve``: the learning curves of one or several trainings, as a table, a file and a figure."""

from pathlib import Path
from typing import Annotated

import typer

from skyjo_experiments.cli.curve_files import check_figure_ending, check_frame_ending, save_figure, save_frame
from skyjo_sim.errors import InputError

MEASURES = ("win_share", "points_ahead")


def curve_command(
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Folders of trainings, such as of several seeds.")
    ],
    figure: Annotated[
        Path | None, typer.Option("--figure", metavar="FILE", help="Draw them: .svg, .png or .pdf.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write all rows: .csv or .parquet.")] = None,
    measure: Annotated[
        str, typer.Option("--measure", metavar="NAME", help=f"What is drawn and printed: {' or '.join(MEASURES)}.")
    ] = "win_share",
    opponents: Annotated[
        list[str] | None, typer.Option("--opponent", metavar="NAME", help="Against whom; may be repeated.")
    ] = None,
) -> None:
    """Print how trainings went, evaluation by evaluation; of several, the mean over runs with its 95 % interval."""
    from skyjo_experiments.training.curve import read_curves
    from skyjo_experiments.training.curve_figure import plot_curves
    from skyjo_experiments.training.curve_table import curve_table

    if measure not in MEASURES:
        raise InputError(f"--measure must be one of {', '.join(MEASURES)}, got {measure!r}")
    if out is not None:
        check_frame_ending(out)
    if figure is not None:
        check_figure_ending(figure)
    frame = read_curves(folders)
    typer.echo(curve_table(frame, measure, opponents))
    if out is not None:
        save_frame(frame, out)
    if figure is not None:
        save_figure(plot_curves(frame, measure, opponents), figure)
