"""The benchmark's frames as medians: plain values for other programs, and text."""

from typing import Any

import pandas as pd

from skyjo_experiments.bench import YARDSTICK, Bench, describe_machine

Entry = dict[str, Any]


def _spread(numbers: "pd.Series[float]") -> dict[str, float]:
    """Return the median with the least and the greatest."""
    return {"median": float(numbers.median()), "min": float(numbers.min()), "max": float(numbers.max())}


def summarize_speed(speed: pd.DataFrame) -> list[Entry]:
    """Return an entry per policy, players and path: speeds, and ratios if there is a yardstick."""
    frame = speed.set_index(["policy", "players", "path", "repeat"]).sort_index()
    entries = []
    for name, players, path in dict.fromkeys(key[:3] for key in speed.set_index(frame.index.names).index):
        runs = frame.loc[name, players, path]
        rates = runs["rounds"] / runs["cpu_seconds"]
        entry = {
            "policy": name,
            "players": int(players),
            "path": path,
            "rounds_per_cpu_second": _spread(rates),
        }
        entry["turns_per_cpu_second"] = _spread(runs["turns"] / runs["cpu_seconds"])
        if "decisions" in runs and runs["decisions"].notna().all():
            entry["decisions_per_cpu_second"] = _spread(runs["decisions"] / runs["cpu_seconds"])
        if path != YARDSTICK and (name, players, YARDSTICK) in frame.index:
            yardstick = frame.loc[name, players, YARDSTICK]
            entry["ratio"] = _spread(rates / (yardstick["rounds"] / yardstick["cpu_seconds"]))
        entries.append(entry)
    return entries


def summarize_threads(threads: pd.DataFrame) -> list[Entry]:
    """Return an entry per policy, players and threads: speed, ratio to the first threads, cores used."""
    frame = threads.set_index(["policy", "players", "threads", "repeat"]).sort_index()
    first = int(threads["threads"].iloc[0])
    entries = []
    for name, players, n_threads in dict.fromkeys(key[:3] for key in threads.set_index(frame.index.names).index):
        runs, base = frame.loc[name, players, n_threads], frame.loc[name, players, first]
        rates = runs["rounds"] / runs["wall_seconds"]
        entry = {"policy": name, "players": int(players), "threads": int(n_threads)}
        entry["rounds_per_second"] = _spread(rates)
        entry["ratio"] = _spread(rates / (base["rounds"] / base["wall_seconds"]))
        entry["cores"] = _spread(runs["cpu_seconds"] / runs["wall_seconds"])
        entries.append(entry)
    return entries


def summarize_start(start: pd.DataFrame) -> dict[str, dict[str, float]]:
    """Return the seconds of a cold and of a warm start."""
    return {str(kind): _spread(group["wall_seconds"]) for kind, group in start.groupby("start")}


def to_json(bench: Bench) -> Entry:
    """Return all medians, least and greatest as plain values."""
    settings = bench.settings
    return {
        "machine": describe_machine(),
        "game": settings.game,
        "rounds": settings.rounds,
        "repeats": settings.repeats,
        "no_yardstick": bench.no_yardstick,
        "speed": summarize_speed(bench.speed),
        "threads": summarize_threads(bench.threads),
        "start_seconds": summarize_start(bench.start),
    }


def _ratio(entry: Entry) -> str:
    if "ratio" not in entry:
        return ""
    ratio = entry["ratio"]
    return f"{ratio['median']:.2f} [{ratio['min']:.2f}, {ratio['max']:.2f}]"


def _aligned(lines: list[list[str]]) -> str:
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    rendered = (
        "  ".join(
            cell.rjust(width) if column == 1 or column > 2 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
    return "\n".join(rendered)


def _thousands(spread: dict[str, float]) -> str:
    return f"{spread['median'] / 1000:,.0f}"


def speed_table(speed: pd.DataFrame) -> str:
    """Return speeds in thousands per CPU second, and ratios to the yardstick, as aligned text.

    Where decisions were counted, they stand in the place of the ratios.
    """
    is_counted = "decisions" in speed
    last = "1000 decisions/CPU s" if is_counted else "ratio to the yardstick"
    lines = [["policy", "players", "path", "1000 rounds/CPU s", "1000 turns/CPU s", last]]
    for entry in summarize_speed(speed):
        rates = _thousands(entry["rounds_per_cpu_second"]), _thousands(entry["turns_per_cpu_second"])
        decisions = entry.get("decisions_per_cpu_second")
        result = _ratio(entry) if not is_counted else "" if decisions is None else _thousands(decisions)
        lines.append([entry["policy"], str(entry["players"]), entry["path"], *rates, result])
    return _aligned(lines)


def threads_table(threads: pd.DataFrame) -> str:
    """Return speeds on the wall, ratios to the first number of threads and cores used as aligned text."""
    lines = [["policy", "players", "threads", "1000 rounds/s", "ratio", "cores"]]
    for entry in summarize_threads(threads):
        rate, cores = _thousands(entry["rounds_per_second"]), f"{entry['cores']['median']:.2f}"
        lines.append([entry["policy"], str(entry["players"]), str(entry["threads"]), rate, _ratio(entry), cores])
    return _aligned(lines)


def to_text(bench: Bench) -> str:
    """Return everything as text: medians over the repeats, in brackets the least and the greatest."""
    settings = bench.settings
    parts = [f"{settings.rounds:,} rounds in each run, {settings.repeats} repeats: median [least, greatest]"]
    if bench.no_yardstick is not None:
        parts.append(f"without the yardstick: {bench.no_yardstick}")
    parts += [speed_table(bench.speed), threads_table(bench.threads)]
    starts = summarize_start(bench.start)
    parts += [f"{kind} start: {spread['median']:.2f} s" for kind, spread in starts.items()]
    return "\n\n".join(parts)
