"""Opens a file or a model folder and says what is in it. Nothing is run, and only headers are read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from embedlab.checkpoints import effective as in_model
from embedlab.checkpoints import model2vec, notes, packed
from embedlab.checkpoints.config import Config, parse_config, read_config
from embedlab.checkpoints.effective import Effective
from embedlab.checkpoints.entries import Contents, TensorEntry
from embedlab.checkpoints.folder import Weights, contained, find_weights, model_folder
from embedlab.checkpoints.reader import read
from embedlab.checkpoints.roles import Candidate, Reason, Role, candidates, role_by_name
from embedlab.checkpoints.tied import Head, judge
from embedlab.checkpoints.unusable import UnusableError
from embedlab.checkpoints.vocabulary import SIDECARS, Vocabulary, from_list, read_vocabulary
from embedlab.errors import FileError
from embedlab.findings import Finding, by_severity
from embedlab.table import EmbeddingTable, Provenance
from embedlab.tablefile import CONFIG, STATE, Own, read_own


@dataclass(frozen=True)
class TableEntry:
    """One tensor that is a table of some kind, and the reason for its role."""

    name: str
    role: Role
    rows: int
    dims: int
    dtype: str
    parameters: int
    bytes: int
    reason: Reason


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """What a file or a model folder holds.

    tables: input tables first, then head, positions, others; within a role the best candidate first.
    chosen: name of the table that opens; None where nothing tells which it is.
    effective: what the model does to the raw rows, which are all that is shown.
    entries: every tensor found, by name. In a sharded model: those of the shards that were opened.
    """

    name: str
    path: Path
    format: str
    bytes: int
    tables: tuple[TableEntry, ...]
    head: Head
    vocabulary: Vocabulary
    findings: tuple[Finding, ...]
    chosen: str | None
    config: Config
    entries: Mapping[str, TensorEntry]
    effective: Effective
    own: Own | None = None
    held: packed.Unpacked | None = None  # where the files of a zip are, as long as they are wanted

    def table(self, tensor: str | None = None) -> EmbeddingTable:
        """The chosen table, or the named one, mapped in its own dtype.

        Raises FileError `file.no_table`, `file.no_tensor`, and what `TensorEntry.map` raises.
        """
        return _table(self, self.entry(tensor))

    @property
    def tied(self) -> bool | None:
        """Whether input table and head are one; None where nothing tells."""
        return {"tied": True, "table_is_head": True, "untied": False}.get(self.head.verdict)

    def entry(self, tensor: str | None = None) -> TensorEntry:
        """Where the chosen or the named tensor lies. Raises FileError `file.no_table`, `file.no_tensor`."""
        if tensor is not None and tensor in self.entries:
            return self.entries[tensor]
        known = [entry.name for entry in self.entries.values() if entry.is_table][:40]
        if tensor is not None:
            raise FileError("file.no_tensor", name=self.name, tensor=tensor, known=known)
        if self.chosen is None:
            raise FileError("file.no_table", name=self.name, tensors=known)
        return self.entries[self.chosen]


def open_checkpoint(path: Path, vocabulary: Path | None = None, name: str | None = None) -> Checkpoint:
    """Open a file, a model folder (a Hugging Face cache folder too) or a zip of one, and say what is in it.

    vocabulary: a file with the tokens; without it the metadata, then the files beside the weights are tried.
    name: what the table's provenance calls the source; the name of the file or folder by default.
    Reads headers, the vocabulary, and the two tables themselves only where the head is to be compared.
    Raises FileError `file.*`, and nothing else.
    """
    return _open(path, vocabulary, name, compare=True)


def open_table(
    path: Path, tensor: str | None = None, vocabulary: Path | None = None, name: str | None = None
) -> EmbeddingTable:
    """The input table of a file or folder, or the named tensor, mapped in its own dtype.

    Raises FileError and TableError as `open_checkpoint` and `Checkpoint.table` do.
    """
    return _open(path, vocabulary, name, compare=False).table(tensor)


def _open(path: Path, vocabulary: Path | None, name: str | None, compare: bool) -> Checkpoint:
    path = Path(path)
    try:
        held = packed.unpacked(path) if packed.is_packed(path) else None
        if held is not None or path.is_dir():
            weights = find_weights(held.folder if held else model_folder(path))
        else:
            weights = Weights(path.parent, (path,), {})
        return _assemble(path, weights, vocabulary, name or _name(path), compare, held)
    except OSError as error:
        raise FileError("file.unreadable", name=path.name, why=error.strerror or str(error)) from None


def _name(path: Path) -> str:
    return path.resolve().name if path.name in ("", "..") else path.name


def _assemble(
    path: Path, weights: Weights, vocabulary: Path | None, name: str, compare: bool, held: packed.Unpacked | None
) -> Checkpoint:
    form, contents, findings = _contents(weights)
    contents = held.moved(contents) if held else contents
    own_config = _own_config(contents, path.name)  # a config.json beside our own file is another model's
    config, config_findings = (own_config, []) if own_config else _config(weights.folder)
    entries = model2vec.spread({entry.name: entry for entry in contents.entries if not entry.name.startswith(STATE)})
    found = candidates(entries.values(), config)
    table, head = _best(found, "input"), _best(found, "output")
    if not found:
        raise _no_table(name, entries)
    # Comparing two tables reads them; whoever wants the table alone does not wait for it.
    verdict = judge(table, head if compare or table is None else None, config, form)
    chosen = table or (head if verdict.verdict == "table_is_head" else None)
    own = read_own(contents.metadata, chosen.shape[0], path.name) if chosen else None
    words, word_findings = _vocabulary(weights.folder, vocabulary, own, contents, path.name)
    seen = in_model.effective(chosen, _best(found, "position"), entries.values(), config)
    checkpoint = Checkpoint(
        name=name,
        path=path,
        format=form,
        bytes=held.bytes_of(weights.files) if held else sum(file.stat().st_size for file in weights.files),
        tables=tuple(map(_listed, found)),
        head=verdict,
        vocabulary=words,
        findings=(),
        chosen=chosen.name if chosen else None,
        config=config,
        entries=entries,
        own=own,
        effective=seen,
        held=held,
    )
    findings = [
        *findings,
        *contents.findings,
        *config_findings,
        *word_findings,
        *notes.of_tables(found, chosen, words, verdict),
        *notes.of_config(config, entries, table),
        *model2vec.findings_of(entries, chosen),
        *in_model.findings_of(seen, [candidate.entry.name for candidate in found if candidate.role == "position"]),
    ]
    return replace(checkpoint, findings=by_severity(findings))


def _contents(weights: Weights) -> tuple[str, Contents, list[Finding]]:
    """Format and tensors of a file, or of those shards that hold a table."""
    if not weights.shard_of:
        return *read(weights.files[0]), []
    needed = {shard for tensor, shard in weights.shard_of.items() if role_by_name(tensor)}
    first = [file for file in weights.files if file.name in needed]
    opened = [read(file) for file in first]
    findings = [notes.shards_missing(weights.missing)] if weights.missing else []
    if not any(_holds_input(contents) for _, contents in opened):
        # The index may be of another version, or its names tell nothing: look into every file that is there.
        opened += [read(file) for file in weights.files if file not in first]
        if not opened or (weights.missing and not any(_holds_input(contents) for _, contents in opened)):
            raise FileError("file.shard_missing", name=weights.folder.name, shards=list(weights.missing))
    entries = tuple(entry for _, contents in opened for entry in contents.entries)
    return opened[0][0], Contents(entries), findings


def _holds_input(contents: Contents) -> bool:
    return any(entry.is_table and _is_input(entry) for entry in contents.entries)


def _is_input(entry: TensorEntry) -> bool:
    found = role_by_name(entry.name)
    return found is not None and found[0] == "input"


def _own_config(contents: Contents, name: str) -> Config | None:
    """What our own file says of its model; None where it says nothing. Raises FileError `file.metadata`."""
    if CONFIG not in contents.metadata:
        return None
    try:
        found = json.loads(contents.metadata[CONFIG])
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise FileError("file.metadata", name=name, key=CONFIG)
    return parse_config(found)


def _config(folder: Path) -> tuple[Config, list[Finding]]:
    path = folder / "config.json"
    if not path.is_file():
        return Config(), []
    try:
        return read_config(contained(path, folder)), []
    except (FileError, UnusableError) as error:
        return Config(), [notes.config_unusable(error)]


def _vocabulary(
    folder: Path, given: Path | None, own: Own | None, contents: Contents, name: str
) -> tuple[Vocabulary, list[Finding]]:
    if given is not None:
        return read_vocabulary(given), []
    if own is not None:
        return from_list(name, own.tokens), []
    if contents.vocabulary is not None:
        return contents.vocabulary(), []
    findings: list[Finding] = []
    for sidecar in SIDECARS:
        if (folder / sidecar).is_file():
            try:
                return read_vocabulary(contained(folder / sidecar, folder)), findings
            except FileError as error:
                findings.append(notes.vocabulary_unusable(sidecar, error))
    return Vocabulary(), findings


def _best(found: tuple[Candidate, ...], role: Role) -> TensorEntry | None:
    return next((candidate.entry for candidate in found if candidate.role == role), None)


def _listed(candidate: Candidate) -> TableEntry:
    entry = candidate.entry
    rows, dims = entry.shape
    return TableEntry(
        entry.name, candidate.role, rows, dims, entry.dtype_name, entry.parameters, entry.nbytes, candidate.reason
    )


def _no_table(name: str, entries: Mapping[str, TensorEntry]) -> FileError:
    """Why a file without any table has none."""
    for entry in entries.values():
        if 0 in entry.shape and _is_input(entry):
            return FileError(
                "file.no_table", reason="placeholder", name=name, tensor=entry.name, shape=list(entry.shape)
            )
    adapter = any("lora_" in entry for entry in entries)
    return FileError("file.no_table", reason="adapter" if adapter else "none", name=name, tensors=[])


def _table(checkpoint: Checkpoint, entry: TensorEntry) -> EmbeddingTable:
    vectors = entry.map()
    role = next((table.role for table in checkpoint.tables if table.name == entry.name), "other")
    main = checkpoint.entries[checkpoint.chosen] if checkpoint.chosen else entry
    # Positions and layers have rows of their own, which no token names.
    named = role in ("input", "output") or entry.shape[0] == main.shape[0]
    words = checkpoint.vocabulary if named else Vocabulary()
    tokens = words.for_rows(len(vectors))
    own = checkpoint.own
    if own is None or len(own.tokens) != len(vectors):
        return EmbeddingTable(vectors, tokens, Provenance(checkpoint.name, entry.name, role))
    provenance = own.provenance if role == "input" else replace(own.provenance, tensor=entry.name, layer=role)
    return EmbeddingTable(vectors, tokens, provenance, own.counts, own.classes, own.steps)
