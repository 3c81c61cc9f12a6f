"""The list of what pictures for measuring show, `ground-truth.tsv`: one row for each picture."""

COLUMNS = ("file", "line1", "line2", "line3", "type", "rotation", "cap", "note")
NONE = "NONE"


def row(name, lines=(), kind=NONE, rotation=None, cap=None, note=""):
    """A row; a picture without a zone has no lines."""
    numbers = ["" if value is None else f"{value:.1f}" for value in (rotation, cap)]
    return [name, *lines, *[""] * (3 - len(lines)), kind, *numbers, note]


def write(folder, rows):
    """Writes the rows as they come, so that a run that is broken off leaves those it has drawn."""
    with open(folder / "ground-truth.tsv", "w", encoding="utf-8") as file:
        file.write("\t".join(COLUMNS) + "\n")
        for each in rows:
            file.write("\t".join(each) + "\n")
