"""Settings of the documentation."""

from importlib.metadata import version as installed_version

project = "skyjo-sim"
author = "The skyjo-sim developers"
release = installed_version("skyjo-sim")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"skyjo-sim {release}"
myst_heading_anchors = 3
autodoc_typehints = "none"
default_role = "code"
suppress_warnings = ["myst.xref_missing"]
autodoc_mock_imports = ["pettingzoo", "sb3_contrib", "stable_baselines3", "torch"]  # extras that the pages do without
