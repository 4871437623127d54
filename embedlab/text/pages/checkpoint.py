"""Checkpoint: what is in a file, and making one of its tables the table in use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class Checkpoint:
    """`roles`, `reasons`, `verdicts` and `evidence` are keyed as `embedlab.checkpoints` names them."""

    lead: str
    upload: str
    upload_help: str
    path: str
    path_help: str
    reading: str
    vocabulary: str
    vocabulary_help: str
    file: str
    name: str
    role: str
    shape: str
    dtype: str
    parameters: str
    bytes: str
    reason: str
    more: str
    roles: Mapping[str, str]
    reasons: Mapping[str, str]
    verdicts: Mapping[str, str]
    evidence: Mapping[str, str]
    because: str
    table: str
    use: str
    in_use: str
    norms_axis: str
    rows_axis: str
    norms_alt: str
    median: str
    all_tensors: str
    rows: str
    examine: str
    examine_help: str
    examine_again: str
    download: str
    download_help: str
    candidates_alt: str


EN = Checkpoint(
    lead="Only headers and one table are read, and nothing in a file is ever run.",
    upload="A checkpoint: safetensors, torch (.bin, .pt), .npy, or a file of ours",
    upload_help="The table in use stays until you choose another. A larger file is opened by its path, where the "
    "server allows paths.",
    path="Or a file or model folder by its path, below {root}",
    path_help="The file is read where it lies; nothing is copied.",
    reading="Reading {name}: {done:,.0f} of {total:,.0f} MB",
    vocabulary="Its tokens, where the file has none: tokenizer.json, vocab.json, vocab.txt, .tsv or one token per line",
    vocabulary_help="Applied to the file shown below.",
    file="**{name}** · {format} · {megabytes} MB ({bytes:,} bytes)",
    name="tensor",
    role="role",
    shape="rows × dimensions",
    dtype="dtype",
    parameters="parameters",
    bytes="bytes",
    reason="how we know",
    more="{count:,} more tensors are not listed.",
    roles={"input": "input table", "output": "output head", "position": "position table", "other": "other"},
    reasons={
        "name": "its name",
        "config_shape": "its shape is the one in config.json",
        "only_table": "the only table in the file",
        "shape": "two dimensions; nothing says more",
        "other_kind": "its name: a table of another kind",
    },
    verdicts={
        "tied": "**Tied**: one table is both input table and output head.",
        "untied": "**Untied**: input table and output head are two tables.",
        "head_absent": "**The output head is not in this file**, and it is not the input table.",
        "table_is_head": "**The table is the output head**, which also serves as the input table.",
        "unknown": "**Unknown**: nothing in this file says.",
    },
    evidence={
        "same_storage": "both names point to the same bytes",
        "equal_values": "both tensors hold the same values, bit for bit",
        "values_differ": "the two tensors hold different values",
        "no_head_tensor": "no tensor in the file is an output head",
        "no_input_tensor": "no tensor in the file is an input table",
        "config_ties": "config.json says tied",
        "config_unties": "config.json says untied",
        "format_rule": "files of this format without a head use the input table",
    },
    because="Evidence: {evidence}.",
    table="Table",
    use="Use this table",
    in_use="**In use** on every page.",
    norms_axis="norm of a row",
    rows_axis="rows",
    norms_alt="Histogram of the norms of {rows:,} rows, from {low} to {high}, median {median}.",
    median="median {value}",
    all_tensors="All tensors that are tables ({count:,})",
    rows="Its rows",
    examine="Examine all {rows:,} rows ({gigabytes:,.1f} GB)",
    examine_help="Reads the whole table once, in a process of its own. It shows its progress and can be stopped.",
    examine_again="Examine again",
    download="Report (HTML)",
    download_help="One file that needs neither network nor this app: verdicts, figures, findings.",
    candidates_alt="Candidates for under-trained tokens, most suspect first: {tokens}.",
)

PT = Checkpoint(
    lead="Só os cabeçalhos e uma tabela são lidos, e nada de um arquivo é executado.",
    upload="Um checkpoint: safetensors, torch (.bin, .pt), .npy, ou um arquivo nosso",
    upload_help="A tabela em uso permanece até você escolher outra. Um arquivo maior é aberto pelo seu caminho, se o "
    "servidor permitir caminhos.",
    path="Ou um arquivo ou pasta de modelo por seu caminho, abaixo de {root}",
    path_help="O arquivo é lido onde está; nada é copiado.",
    reading="Lendo {name}: {done:,.0f} de {total:,.0f} MB",
    vocabulary="Seus tokens, se o arquivo não os tiver: tokenizer.json, vocab.json, vocab.txt, .tsv ou um token por "
    "linha",
    vocabulary_help="Aplicado ao arquivo mostrado abaixo.",
    file="**{name}** · {format} · {megabytes} MB ({bytes:,} bytes)",
    name="tensor",
    role="papel",
    shape="linhas × dimensões",
    dtype="dtype",
    parameters="parâmetros",
    bytes="bytes",
    reason="como sabemos",
    more="Mais {count:,} tensores não estão na lista.",
    roles={
        "input": "tabela de entrada",
        "output": "cabeça de saída",
        "position": "tabela de posições",
        "other": "outro",
    },
    reasons={
        "name": "seu nome",
        "config_shape": "seu formato é o do config.json",
        "only_table": "a única tabela do arquivo",
        "shape": "duas dimensões; nada diz mais",
        "other_kind": "seu nome: uma tabela de outro tipo",
    },
    verdicts={
        "tied": "**Atadas**: uma só tabela é tabela de entrada e cabeça de saída.",
        "untied": "**Não atadas**: tabela de entrada e cabeça de saída são duas tabelas.",
        "head_absent": "**A cabeça de saída não está neste arquivo**, e não é a tabela de entrada.",
        "table_is_head": "**A tabela é a cabeça de saída**, que também serve de tabela de entrada.",
        "unknown": "**Não se sabe**: nada neste arquivo o diz.",
    },
    evidence={
        "same_storage": "os dois nomes apontam para os mesmos bytes",
        "equal_values": "os dois tensores têm os mesmos valores, bit a bit",
        "values_differ": "os dois tensores têm valores diferentes",
        "no_head_tensor": "nenhum tensor do arquivo é uma cabeça de saída",
        "no_input_tensor": "nenhum tensor do arquivo é uma tabela de entrada",
        "config_ties": "o config.json diz que são atadas",
        "config_unties": "o config.json diz que não são atadas",
        "format_rule": "arquivos deste formato sem cabeça usam a tabela de entrada",
    },
    because="Indício: {evidence}.",
    table="Tabela",
    use="Usar esta tabela",
    in_use="**Em uso** em todas as páginas.",
    norms_axis="norma de uma linha",
    rows_axis="linhas",
    norms_alt="Histograma das normas de {rows:,} linhas, de {low} a {high}, mediana {median}.",
    median="mediana {value}",
    all_tensors="Todos os tensores que são tabelas ({count:,})",
    rows="Suas linhas",
    examine="Examinar todas as {rows:,} linhas ({gigabytes:,.1f} GB)",
    examine_help="Lê a tabela inteira uma vez, em um processo próprio. Mostra o andamento e pode ser parado.",
    examine_again="Examinar de novo",
    download="Relatório (HTML)",
    download_help="Um arquivo que não precisa de rede nem deste programa: veredictos, números, achados.",
    candidates_alt="Candidatos a tokens subtreinados, os mais suspeitos primeiro: {tokens}.",
)

TEXT: dict[Language, Checkpoint] = {"en": EN, "pt": PT}
