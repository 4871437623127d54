"""What opening a file found out, worded in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from embedlab.checkpoints.config import Config
from embedlab.checkpoints.entries import TensorEntry
from embedlab.checkpoints.ids import SHOWN, id_report, said
from embedlab.checkpoints.roles import Candidate
from embedlab.checkpoints.tied import Head, same_storage
from embedlab.checkpoints.unusable import REASONS, reason_of
from embedlab.checkpoints.vocabulary import Vocabulary
from embedlab.findings import Finding
from embedlab.wording import Sentence


def of_tables(
    found: Sequence[Candidate], chosen: TensorEntry | None, vocabulary: Vocabulary, head: Head
) -> list[Finding]:
    """Findings about the candidates, their vocabulary and the head."""
    findings = []
    if chosen is None:
        findings.append(_no_table([candidate.entry.name for candidate in found]))
    else:
        rivals = [c.entry.name for c in found if c.role == "input" and not same_storage(c.entry, chosen)]
        if rivals:
            findings.append(_several_tables(chosen.name, rivals))
        findings += _of_vocabulary(chosen.shape[0], vocabulary)
    if head.verdict == "untied" and "config_ties" in head.evidence:
        findings.append(Finding("head.config_disagrees", "warning", _SAYS_TIED))
    if head.verdict == "tied" and "config_unties" in head.evidence:
        findings.append(Finding("head.config_disagrees", "warning", _SAYS_UNTIED))
    return findings


_SAYS_TIED = Sentence(
    en="The config says that input table and output head are one, but the file holds two different tables. "
    "The file decides: untied.",
    pt="A configuração diz que a tabela de entrada e a cabeça de saída são uma só, mas o arquivo contém duas tabelas "
    "diferentes. Vale o arquivo: não são atadas.",
)
_SAYS_UNTIED = Sentence(
    en="The config says that input table and output head are two, but both hold the same values. "
    "The file decides: tied.",
    pt="A configuração diz que a tabela de entrada e a cabeça de saída são duas, mas ambas têm os mesmos valores. "
    "Vale o arquivo: são atadas.",
)


def of_config(config: Config, entries: Iterable[str], table: TensorEntry | None) -> list[Finding]:
    """Findings about a config that contradicts itself or the table, and a file that only changes another model."""
    findings = []
    if config.ties_differ:
        sentence = _TOP_TIES if config.ties else _TOP_UNTIES
        findings.append(Finding("config.contradicts", "warning", sentence, {"ties": bool(config.ties)}))
    if table is not None:
        pairs = zip((_OTHER_ROWS, _OTHER_WIDTH), (config.vocab_size, config.table_width), table.shape, strict=True)
        findings += [
            Finding("config.contradicts", "warning", sentence, {"name": table.name, "stated": stated, "found": found})
            for sentence, stated, found in pairs
            if stated not in (None, found)
        ]
    if table is None and any("lora_" in name or ".base_layer." in name for name in entries):
        findings.append(Finding("file.adapter", "warning", _ADAPTER))
    return findings


_TOP_TIES = Sentence(
    en="config.json says at its top that input table and head are tied, and inside that they are not. The top counts.",
    pt="O config.json diz no topo que a tabela de entrada e a cabeça são atadas, e dentro que não são. Vale o topo.",
)
_TOP_UNTIES = Sentence(
    en="config.json says at its top that input table and head are untied, and inside that they are tied. The top "
    "counts.",
    pt="O config.json diz no topo que a tabela de entrada e a cabeça não são atadas, e dentro que são. Vale o topo.",
)
_OTHER_ROWS = Sentence(
    en="config.json says that the vocabulary has {stated:,} tokens, but {name} has {found:,} rows. Rows may have "
    "been padded, or the config may belong to another model. The file decides.",
    pt="O config.json diz que o vocabulário tem {stated:,} tokens, mas {name} tem {found:,} linhas. Pode haver linhas "
    "de preenchimento, ou a configuração pode ser de outro modelo. Vale o arquivo.",
)
_OTHER_WIDTH = Sentence(
    en="config.json says that a row has {stated:,} numbers, but those of {name} have {found:,}. The config may belong "
    "to another model. The file decides.",
    pt="O config.json diz que uma linha tem {stated:,} números, mas as de {name} têm {found:,}. A configuração pode "
    "ser de outro modelo. Vale o arquivo.",
)
_ADAPTER = Sentence(
    en="This is an adapter: it changes another model, and that model's input table is not in it. Open the base model.",
    pt="Isto é um adaptador: ele muda outro modelo, cuja tabela de entrada não está nele. Abra o modelo base.",
)


def _of_vocabulary(rows: int, vocabulary: Vocabulary) -> list[Finding]:
    if vocabulary.source is None:
        return [Finding("file.no_vocabulary", "warning", _NO_VOCABULARY, {"rows": rows})]
    findings = []
    bare = vocabulary.rows_without_token(rows)
    if len(bare):
        values = {"count": len(bare), "rows": rows, "ids": said(bare)}
        if _FEW * len(bare) > rows:
            values |= {"named": rows - len(bare), "name": vocabulary.source}
            findings.append(Finding("file.rows_without_token", "warning", _FEW_TOKENS, values))
        else:
            findings.append(Finding("file.rows_without_token", "info", _ROWS_WITHOUT_TOKEN, values))
    lost = vocabulary.tokens_without_row(rows)
    if len(lost):
        values = {"count": len(lost), "rows": rows, "ids": said(lost)}
        findings.append(Finding("file.tokens_without_row", "warning", _TOKENS_WITHOUT_ROW, values))
    twice = id_report(vocabulary, rows).duplicate_ids
    if len(twice):
        values = {"count": len(twice), "ids": said(twice)}
        findings.append(Finding("file.duplicate_tokens", "info", _DUPLICATE_TOKENS, values))
    return findings


_DUPLICATE_TOKENS = Sentence(
    en="{count:,} ids have a token that a lower id has too (ids {ids}): the rows are all kept, and told apart by id.",
    pt="{count:,} ids têm um token que um id menor também tem (ids {ids}): todas ficam, distinguidas pelo id.",
)
_NO_VOCABULARY = Sentence(
    en="No vocabulary was found: the {rows:,} rows are called by their ids. Give a tokenizer.json or a list of tokens.",
    pt="Nenhum vocabulário foi encontrado: as {rows:,} linhas são chamadas por seus ids. "
    "Forneça um tokenizer.json ou uma lista de tokens.",
)
_ROWS_WITHOUT_TOKEN = Sentence(
    en="{count:,} of {rows:,} rows have no token (ids {ids}); padding rows look like this.",
    pt="{count:,} de {rows:,} linhas não têm token (ids {ids}); linhas de preenchimento são assim.",
)
_FEW = 4  # more than a quarter of all rows are no padding
_FEW_TOKENS = Sentence(
    en="{name} names {named:,} of {rows:,} rows; {count:,} have no token (ids {ids}). "
    "That is more than padding: the vocabulary may belong to another model.",
    pt="{name} nomeia {named:,} de {rows:,} linhas; {count:,} não têm token (ids {ids}). "
    "É mais que preenchimento: o vocabulário pode ser de outro modelo.",
)
_TOKENS_WITHOUT_ROW = Sentence(
    en="{count:,} tokens have no row (ids {ids}): the table ends at {rows:,} rows. "
    "The vocabulary may belong to another model.",
    pt="{count:,} tokens não têm linha (ids {ids}): a tabela termina em {rows:,} linhas. "
    "O vocabulário pode ser de outro modelo.",
)


def _no_table(names: list[str]) -> Finding:
    sentence = Sentence(
        en="Nothing tells which of these {count:,} tensors is the embedding table: {names}. Choose one.",
        pt="Nada diz qual destes {count:,} tensores é a tabela de embeddings: {names}. Escolha um.",
    )
    return Finding("file.no_table", "error", sentence, {"count": len(names), "names": ", ".join(names[:SHOWN])})


def _several_tables(chosen: str, rivals: list[str]) -> Finding:
    sentence = Sentence(
        en="{chosen} was taken as the input table; {names} could be one too. Choose it where you mean it.",
        pt="{chosen} foi tomada como tabela de entrada; {names} também poderia ser. Escolha-a se for o caso.",
    )
    values = {"chosen": chosen, "count": len(rivals), "names": ", ".join(rivals[:SHOWN])}
    return Finding("file.several_tables", "info", sentence, values)


def shards_missing(missing: Sequence[str]) -> Finding:
    """Some files of a sharded model are not there, but the table's are."""
    sentence = Sentence(
        en="The index names {count:,} files that are not in the folder: {names}. The table itself is there.",
        pt="O índice cita {count:,} arquivos que não estão na pasta: {names}. A tabela em si está.",
    )
    values = {"count": len(missing), "names": ", ".join(missing[:SHOWN])}
    return Finding("file.shards_missing", "warning", sentence, values)


def config_unusable(error: Exception) -> Finding:
    """The config.json beside the weights says nothing that can be used."""
    reason, fields = reason_of(error)
    why = REASONS[reason]
    sentence = Sentence(
        en=f"config.json cannot be used: {why.en}. It was left out of every verdict.",
        pt=f"O config.json não pode ser usado: {why.pt}. Ele ficou fora de todos os veredictos.",
    )
    return Finding("file.config_unusable", "warning", sentence, {**fields, "reason": reason})


def vocabulary_unusable(name: str, error: Exception) -> Finding:
    """A vocabulary beside the weights was passed over."""
    reason, fields = reason_of(error)
    why = REASONS[reason]
    sentence = Sentence(
        en=f"{{name}}, beside the weights, is not a usable vocabulary: {why.en}. It was passed over.",
        pt=f"{{name}}, ao lado dos pesos, não é um vocabulário utilizável: {why.pt}. Ele foi ignorado.",
    )
    return Finding("file.vocabulary_unusable", "warning", sentence, {**fields, "name": name, "reason": reason})


# Of everything found out on opening, by this module and by the readers.
CODES = (
    "config.contradicts",
    "file.adapter",
    "file.config_unusable",
    "file.count_differs",
    "file.duplicate_tokens",
    "file.last_line_open",
    "file.no_table",
    "file.no_vocabulary",
    "file.not_utf8",
    "file.objects_passed_over",
    "file.rows_without_token",
    "file.several_tables",
    "file.shards_missing",
    "file.tokens_without_row",
    "file.vocabulary_unusable",
    "head.config_disagrees",
)
