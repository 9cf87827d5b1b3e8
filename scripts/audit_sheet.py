"""Print what an auditor judges, or file the judgements.

    python scripts/audit_sheet.py [--prefix jax/] [--unaudited] > sheet.jsonl
    python scripts/audit_sheet.py --file judgements.jsonl -o dataset/audits/jax.yaml

A judgement is a JSON object a line: {"of", "digest", "supports": "full"|"partial"|"none", "doubt"?}. Filing keeps
the judgements that are in the file already; a later one of the same id replaces them, stale ones are dropped.
Exit status: 0 done; 2 a judgement that cannot be filed.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from atlas_graph.authoring.audit_sheet import filed_audits, merged_judgements, sheet
from atlas_graph.authoring.audits import auditable, digest
from atlas_graph.authoring.dataset import read_dataset

DATASET = Path(__file__).resolve().parent.parent / "dataset"


def main() -> int:
    parser = argparse.ArgumentParser(description="Print audit sheets, or file judgements.")
    parser.add_argument("--prefix", default="", help="only ids that start with this, such as jax/")
    parser.add_argument("--unaudited", action="store_true", help="only what has no audit that still fits")
    parser.add_argument("--file", metavar="JSONL", help="file these judgements")
    parser.add_argument("-o", "--output", metavar="YAML", help="the audits file to write, with --file")
    args = parser.parse_args()
    dataset = read_dataset(DATASET)
    if not args.file:
        for item in sheet(dataset, prefix=args.prefix, unaudited=args.unaudited):
            print(json.dumps(item, ensure_ascii=False))
        return 0
    if not args.output:
        parser.error("--file needs -o, the audits file to write")
    now = {key: digest(record) for key, record, _ in auditable(dataset)}
    output = Path(args.output)
    old = [
        line for line in merged_judgements(output, []) if now.get((item := json.loads(line))["of"]) == item["digest"]
    ]
    try:
        lines = [*old, *Path(args.file).read_text(encoding="utf-8").splitlines()]
        text = filed_audits(dataset, lines, datetime.now(UTC).date().isoformat())
    except ValueError as error:
        print(f"audit_sheet: {error}", file=sys.stderr)
        return 2
    output.write_text(text, encoding="utf-8")
    print(f"{output} written", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
