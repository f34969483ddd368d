"""The gallery's readers: what can't be right is an error that names file, row and column."""

from __future__ import annotations

import io
import json
import pickle
import shutil
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from gallery import _figures, _load, _study
from gallery._load import COUNT, NUMBER, RATE, TEXT, BadInput, MissingInput

DATA = _figures.DATA
# What each figure reads; its other inputs may be missing or broken and it doesn't care.
READS = {
    "stage_path": ["path/stage_path.csv", "path/precision.csv", "path/floor.json"],
    "runtime_specialization": ["path/runtime_levels.csv", "path/runtime_port.csv"],
    "long_context_window": ["path/window_sweep.csv", "path/floor.json"],
    "tokenizer_cost": ["path/tokenizer_cost.csv"],
    "where_the_parameters_live": ["ladder/compression_ladder.csv"],
    "ladder_loss": ["ladder/compression_ladder.csv"],
    "threshold_and_overprediction": ["ladder/seed_metrics.csv"],
    "llm_merge": ["llm_merge/s1/metrics.csv", "llm_merge/s2/config.json"],
    "cross_layer_qk_divergence": ["crossqkv/calibration-summary.json"],
    "cross_layer_output_errors": ["crossqkv/calibration-summary.json"],
    "value_geometry_and_direct_error": [
        "crossqkv/calibration-value-metrics.csv",
        "crossqkv/controls.csv",
    ],
    "conditional_probability_mass_and_readout": ["crossqkv/conditional-function-metrics.csv"],
    "conditional_cross_layer_probability_maps": ["crossqkv/conditional-fresh-probabilities.npz"],
    "frontier_v2": [
        "frontier/configs/experiments/p4v2_prisme.yaml",
        "frontier/results/analyzed/seed_matrix_v2.json",
    ],
}
INPUTS = [(name, path) for name, paths in READS.items() for path in paths]


@pytest.fixture
def data(tmp_path):
    """A copy of the tables that a test may spoil."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def load(name, data_dir):
    return import_module(f"gallery.{name}").load(data_dir)


def table(tmp_path, text):
    path = tmp_path / "t.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_every_figure_is_here():
    assert sorted(READS) == list(_figures.names())


# ------------------------------------------------------------------- the figures' own inputs


@pytest.mark.parametrize(("name", "path"), INPUTS)
def test_a_missing_input_is_missing_and_not_bad(data, name, path):
    (data / path).unlink()
    with pytest.raises(MissingInput) as caught:
        load(name, data)
    assert caught.value.path == data / path
    assert str(data / path) in str(caught.value)


@pytest.mark.parametrize(("name", "path"), INPUTS)
@pytest.mark.parametrize("cut", ["half", "last bytes", "all"])
def test_a_truncated_input_is_an_error(data, name, path, cut):
    whole = (data / path).read_bytes()
    length = {"half": len(whole) // 2, "last bytes": len(whole) - 3, "all": 0}[cut]
    (data / path).write_bytes(whole[:length])
    with pytest.raises(BadInput) as caught:
        load(name, data)
    assert str(data / path) in str(caught.value)


COLUMNS = [
    (name, path, column)
    for name, path in INPUTS
    if path.endswith(".csv")
    for column in (DATA / path).read_text(encoding="utf-8").splitlines()[0].split(",")
]
# Columns that a table has and a figure doesn't draw.
UNREAD = {
    "where_the_parameters_live": {
        "kd_stage",
        "mean_total_loss",
        "mean_interface_loss",
        "mean_final_loss",
    },
    "ladder_loss": {"parameters"},
    "value_geometry_and_direct_error": {"i", "j", "kv_a", "kv_b", "text", "source_layer", "index"},
}


@pytest.mark.parametrize(("name", "path", "column"), COLUMNS)
def test_a_wrong_column_is_an_error_that_names_it(data, name, path, column):
    header, rest = (data / path).read_text(encoding="utf-8").split("\n", 1)
    renamed = ",".join("other" if field == column else field for field in header.split(","))
    (data / path).write_text(f"{renamed}\n{rest}", encoding="utf-8")
    if column in UNREAD.get(name, ()):
        load(name, data)
        return
    with pytest.raises(BadInput) as caught:
        load(name, data)
    assert str(data / path) in str(caught.value)
    assert f"column {column!r}" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "path", "old", "new", "place"),
    [
        ("stage_path", "path/stage_path.csv", "0.563683", "0.5637*", "row 3, column 'macro_f1'"),
        ("stage_path", "path/precision.csv", "0.039800", "N/A", "row 2, column 'sample_sd'"),
        ("stage_path", "path/floor.json", "0.4756270160201846", '"0.4756"', "column 'value'"),
        ("stage_path", "path/stage_path.csv", "402.3", "0", "row 3, column 'bf16_mib'"),
        ("stage_path", "path/stage_path.csv", "0.548740", "54.8740", "row 1, column 'macro_f1'"),
        (
            "runtime_specialization",
            "path/runtime_port.csv",
            "7.36",
            "7,36",
            "row 2: 5 cells where the header has 4",
        ),
        (
            "runtime_specialization",
            "path/runtime_levels.csv",
            "129,",
            "33,",
            "row 3, column 'tokens'",
        ),
        ("tokenizer_cost", "path/tokenizer_cost.csv", "44", "44.5", "row 3, column 'cut_tokens'"),
        (
            "long_context_window",
            "path/window_sweep.csv",
            "262144,4096",
            "262145,4096",
            "column 'position_limit'",
        ),
        (
            "ladder_loss",
            "ladder/compression_ladder.csv",
            "8to6",
            "8to4",
            "row 3, column 'kd_stage'",
        ),
        (
            "ladder_loss",
            "ladder/compression_ladder.csv",
            "0.047",
            "",
            "row 4, column 'mean_total_loss'",
        ),
        (
            "where_the_parameters_live",
            "ladder/compression_ladder.csv",
            "374027680",
            "374027",
            "row 3, column 'parameters'",
        ),
        ("threshold_and_overprediction", "ladder/seed_metrics.csv", ",263,", ",264,", "row 4"),
        (
            "threshold_and_overprediction",
            "ladder/seed_metrics.csv",
            "structural_copy_control,41",
            "copy_control,41",
            "row 4, column 'arm'",
        ),
        (
            "llm_merge",
            "llm_merge/s1/metrics.csv",
            "merge_ties,arith",
            "merge_tie,arith",
            "merge_tie has",
        ),
        (
            "llm_merge",
            "llm_merge/s1/metrics.csv",
            "base,lists,0.222",
            "base,lists,22.2%",
            "row 1, column 'accuracy'",
        ),
        ("llm_merge", "llm_merge/s2/config.json", "0.5B", "1.5B", "column 'base_model'"),
        (
            "cross_layer_qk_divergence",
            "crossqkv/calibration-summary.json",
            '"kind":"full_attention"',
            '"kind":"half_attention"',
            "row 1, column 'kind'",
        ),
        (
            "cross_layer_output_errors",
            "crossqkv/calibration-summary.json",
            "1.349052",
            '"1.349052"',
            "row 1, column 'worst_output_error'",
        ),
        (
            "cross_layer_output_errors",
            "crossqkv/calibration-summary.json",
            "1.349052",
            "NaN",
            "not valid JSON",
        ),
        (
            "conditional_probability_mass_and_readout",
            "crossqkv/conditional-function-metrics.csv",
            "val-zh-1",
            "test-zh-1",
            "row 7, column 'sample'",
        ),
        (
            "frontier_v2",
            "frontier/configs/experiments/p4v2_prisme.yaml",
            "n_layers: 6",
            "n_layers: six",
            "column 'n_layers'",
        ),
        (
            "frontier_v2",
            "frontier/results/analyzed/seed_matrix_v2.json",
            "0.503,",
            "null,",
            "row p4v2_prisme, budget 1, column 'val'",
        ),
    ],
)
def test_a_wrong_cell_is_an_error_that_names_its_place(data, name, path, old, new, place):
    text = (data / path).read_text(encoding="utf-8")
    assert old in text
    (data / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load(name, data)
    assert str(data / path) in str(caught.value)
    assert place in str(caught.value)


def test_a_run_without_seed_folders_is_one_run(data):
    root = data / "llm_merge"
    for file in ("metrics.csv", "config.json"):
        shutil.copy(root / "s1" / file, root / file)
    for seed in range(3):
        shutil.rmtree(root / f"s{seed}")
    merge = load("llm_merge", data)
    assert merge.seeds == 1
    assert merge.means.loc["merge_dare", "overall"] == 0.7433
    assert merge.best("spec_") == ("spec_lists", 0.454)


@pytest.mark.parametrize(
    ("dare", "verdict"), [(0.460, ">"), (0.4576, "≈"), (0.4500, "≈"), (0.4476, "<")]
)
def test_a_verdict_follows_from_the_numbers(data, dare, verdict):
    """The best specialist has 0.45267 overall; 0.005 more or less is a tie."""
    for seed in range(3):
        path = data / "llm_merge" / f"s{seed}" / "metrics.csv"
        rows = [row.split(",") for row in path.read_text(encoding="utf-8").splitlines()]
        for row in rows:
            if row[0].startswith("merge_") and row[1] == "overall":
                row[2] = str(dare if row[0] == "merge_dare" else 0.1)
        path.write_text("".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    assert load("llm_merge", data).verdict == verdict


def test_a_system_that_is_absent_is_left_out(data):
    path = data / "frontier" / "results" / "analyzed" / "seed_matrix_v2.json"
    matrix = json.loads(path.read_text(encoding="utf-8"))
    del matrix["p4v2_gr"]
    path.write_text(json.dumps(matrix), encoding="utf-8")
    assert load("frontier_v2", data).systems == ("sparse editor", "dense 16-slot writes")
    path.write_text('{"other": {}}', encoding="utf-8")
    with pytest.raises(BadInput, match="none of the systems p4v2_prisme"):
        load("frontier_v2", data)


def test_the_addendum_may_be_missing(data):
    (data / "crossqkv" / "conditional-status.json").unlink()
    assert _study.load(data).addendum is None


# --------------------------------------------------------------------------------- archives

MAPS = "crossqkv/conditional-fresh-probabilities.npz"


def archive(**changes):
    with np.load(DATA / MAPS) as found:
        arrays = dict(found)
    arrays.update(changes)
    buffer = io.BytesIO()
    np.savez(buffer, **{name: array for name, array in arrays.items() if array is not None})
    return buffer.getvalue()


class Trap:
    """Pickled, it would run code when it is unpickled."""

    def __reduce__(self):
        return (pytest.fail, ("the archive was unpickled",))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (pickle.dumps(Trap()), "not a NumPy archive"),
        (archive(target_layer23_head6=np.array([Trap()])), "not a NumPy archive"),
        (b"PK\x03\x04 and no archive", "not a NumPy archive"),
        (archive(target_layer23_head6=None), "expected one array target_layer"),
        (archive(donor_layer3_head7_on_H3=None), "expected one donor on H23"),
        (archive(target_layer23_head6=np.zeros((32, 32))), "expected (texts, heads"),
        (archive(target_layer23_head6=np.full((4, 1, 32, 32), 2.0)), "not all values are prob"),
        (
            archive(target_layer23_head6=np.full((4, 1, 32, 32), np.nan)),
            "not all values are finite",
        ),
        (archive(target_layer23_head6=np.full((4, 1, 32, 32), "0.5")), "expected numbers, got <U3"),
        (archive(target_layer23_head6=np.zeros((4, 1, 16, 16))), "the maps differ in size"),
    ],
)
def test_a_bad_archive_is_an_error_and_never_unpickled(data, content, problem):
    (data / MAPS).write_bytes(content)
    with pytest.raises(BadInput) as caught:
        load("conditional_cross_layer_probability_maps", data)
    assert str(data / MAPS) in str(caught.value)
    assert problem in str(caught.value)


def test_a_single_array_is_no_archive(data):
    with (data / MAPS).open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(BadInput, match="single array"):
        load("conditional_cross_layer_probability_maps", data)


# ------------------------------------------------------------------------------ the readers


def test_cells_are_read_as_what_they_are(tmp_path):
    path = table(tmp_path, '﻿name,n,x,other\n" a, b ",3,-1.5e3,\n\n"c ""d""",0,.5,z\n')
    found = _load.read_csv(path, {"x": NUMBER, "name": TEXT, "n": COUNT})
    assert list(found.columns) == ["x", "name", "n"]
    assert found.to_numpy().tolist() == [[-1500.0, "a, b", 3], [0.5, 'c "d"', 0]]


@pytest.mark.parametrize(
    "cell",
    [
        "",
        "1_0",
        "nan",
        "NaN",
        "inf",
        "-Infinity",
        "1,5",
        "0x10",
        "\u0661",
        "1e999",
        "--1",
        "1 2",
        "1e",
        "39.84*",
    ],
)
def test_text_is_no_number(tmp_path, cell):
    path = table(tmp_path, f'a,x\n1,2\n3,"{cell}"\n')
    with pytest.raises(BadInput) as caught:
        _load.read_csv(path, {"x": NUMBER})
    assert str(caught.value).startswith(f"{path}, row 2, column 'x': expected a number, got ")


@pytest.mark.parametrize(
    ("column", "cell", "wanted"),
    [
        (COUNT, "-1", "a whole number of at least 0"),
        (COUNT, "1.5", "a whole number of at least 0"),
        (RATE, "1.01", "a number from 0 to 1"),
        (_load.POSITIVE, "0", "a number above 0"),
        (_load.POSITIVE_COUNT, "0", "a whole number above 0"),
        (TEXT, " ", "text"),
    ],
)
def test_a_number_out_of_range_is_an_error(tmp_path, column, cell, wanted):
    with pytest.raises(BadInput, match=f"expected {wanted}, got"):
        _load.read_csv(table(tmp_path, f"a,x\n1,{cell}\n"), {"x": column})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no end"),
        ("\n", "the file is empty"),
        ("x\n", "no row below"),
        ("x,x\n1,2\n", "there twice"),
        ("y\n1\n", "column 'x': no such column; the columns are y"),
        ("x\n1\n2", "cut off"),
        ("x,y\n1,2\n3\n", "row 2: 1 cells where the header has 2"),
        ('x\n"1\n', "not valid CSV"),
        (b"x\n\xff\n", "not UTF-8"),
    ],
)
def test_a_file_that_is_no_table_is_an_error(tmp_path, text, problem):
    with pytest.raises(BadInput, match=problem):
        _load.read_csv(table(tmp_path, text), {"x": NUMBER})


def test_a_missing_number_is_nan_where_it_may_be_missing(tmp_path):
    path = table(tmp_path, "x,y\n1,\n,b\n")
    optional = _load.optional
    found = _load.read_csv(path, {"x": optional(NUMBER), "y": optional(TEXT)})
    assert found["x"].isna().tolist() == [False, True]
    assert found["y"].tolist() == ["", "b"]


def test_a_folder_in_the_place_of_a_file_is_an_error(tmp_path):
    (tmp_path / "t.csv").mkdir()
    with pytest.raises(BadInput, match="can't be read"):
        _load.read_csv(tmp_path / "t.csv", {"x": NUMBER})


@pytest.mark.parametrize("text", ["{", "[1, NaN]", "[" * 100_000, ""])
def test_what_is_no_json_is_an_error(tmp_path, text):
    path = tmp_path / "t.json"
    path.write_text(text)
    with pytest.raises(BadInput, match="not valid JSON"):
        _load.read_json(path)


@pytest.mark.parametrize("text", ["a: [1", "a: !!python/object/apply:os.getcwd []", "\t- a"])
def test_what_is_no_plain_yaml_is_an_error(tmp_path, text):
    path = tmp_path / "t.yaml"
    path.write_text(text)
    with pytest.raises(BadInput, match="not valid YAML"):
        _load.read_yaml(path)


@pytest.mark.parametrize("value", [True, "1", None, [1], 10**400, float("inf")])
def test_what_json_has_in_place_of_a_number_is_an_error(tmp_path, value):
    with pytest.raises(BadInput, match="column 'x': expected a number, got"):
        _load.checked(value, NUMBER, tmp_path / "t.json", name="x")
