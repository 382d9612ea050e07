import { createElement, type ReactNode, useState } from "react";
import type { RewriteChoice, RewriteOffer } from "#src/features/documents/edits.ts";
import { wordDiff } from "#src/features/documents/rules.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import cx from "./SectionRewrite.module.css";

type RowsOffer = Extract<RewriteOffer, { kind: "rows" }>;
type Row = RowsOffer["rows"][number];

export interface RewrittenRowsProps {
  offer: RowsOffer;
  section: string;
  /** Of the document. */
  language: string;
  title: ReactNode;
  isBusy: boolean;
  onAccept: (choice: RewriteChoice) => void;
  onRefuse: () => void;
}

/** Rows that would change, come or go, each to be accepted or kept. */
export function RewrittenRows({ offer, section, language, title, isBusy, onAccept, onRefuse }: RewrittenRowsProps) {
  const { t } = useTranslation("projects");
  const pageLanguage = useLanguage();
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const taken = offer.rows.filter(({ id }) => !kept.has(id));
  const toggle = (id: string, isTaken: boolean): void => {
    const next = new Set(kept);
    if (isTaken) next.delete(id);
    else next.add(id);
    setKept(next);
  };
  return (
    <section className={cx("rewrite")} lang={language} aria-label={t("rewrite.offer")}>
      <div lang={pageLanguage}>{title}</div>
      <ul className={cx("rewrite-rows")}>
        {offer.rows.map((row) => (
          <li key={row.id}>
            <Checkbox
              checked={!kept.has(row.id)}
              disabled={isBusy}
              onChange={(isTaken) => toggle(row.id, isTaken)}
              label={t("rewrite.takeRow", { name: nameOf(row, offer) })}
            />
            <RowChange row={row} offer={offer} language={language} />
          </li>
        ))}
      </ul>
      <div className={cx("rewrite-foot")} lang={pageLanguage}>
        <Button
          variant="primary"
          size="small"
          busy={isBusy}
          busyLabel={t("rewrite.accepting")}
          disabled={taken.length === 0}
          onClick={() => onAccept(choiceOf(taken, offer, section))}
        >
          {t("rewrite.acceptRows", { count: taken.length })}
        </Button>
        <Button size="small" disabled={isBusy} onClick={onRefuse}>
          {t("editing.diff.mine.keepAll")}
        </Button>
      </div>
    </section>
  );
}

const nameOf = ({ lead, before, after }: Row, { columns }: RowsOffer): string =>
  lead[0] ?? (before ?? after)?.[columns[0]?.name ?? ""] ?? "";

/** Cells of a row that would be others. */
const changedCells = ({ before, after }: Row, { columns }: RowsOffer) =>
  columns
    .map(({ name, title }) => ({ name, title, was: before?.[name] ?? "", text: after?.[name] ?? "" }))
    .filter(({ was, text }) => was !== text);

function RowChange({ row, offer, language }: { row: Row; offer: RowsOffer; language: string }) {
  return (
    <div>
      <b>{nameOf(row, offer)}</b>
      <dl>
        {changedCells(row, offer).map(({ name, title, was, text }) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>
              {wordDiff(was, text, language).map((part, at) =>
                part.kind === "same" ? part.text : createElement(part.kind, { key: at }, part.text),
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const choiceOf = (rows: readonly Row[], offer: RowsOffer, section: string): RewriteChoice => ({
  kind: "rows",
  cells: rows
    .filter(({ before, after }) => before !== null && after !== null)
    .flatMap((row) =>
      changedCells(row, offer).map(({ name, was, text }) => ({ at: `${section}/${row.id}/${name}`, was, text })),
    ),
  add: rows.flatMap(({ id, before, after }) => (before === null && after !== null ? [{ id, cells: after }] : [])),
  remove: rows.flatMap(({ id, after }) => (after === null ? [id] : [])),
});
