import { useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { formatNumber } from "#src/ui/format.ts";
import type { ProjectPair } from "./useProjectPair.ts";
import cx from "./ComparePage.module.css";

/** Rows that are shown at once; the rest follows on request. */
const shownFirst = 8;

interface CompareFiguresProps {
  pair: Extract<ProjectPair, { state: "ready" }>;
  names: [left: string, right: string];
}

interface Row {
  label: string;
  values: [left: string | null, right: string | null];
}

/** Key figures of two results beside each other, and how much each of them has. */
export function CompareFigures({ pair, names }: CompareFiguresProps) {
  const { t } = useTranslation(["compare", "projects"]);
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { left, right, evidence, figures } = pair;
  const both = (label: string, of: (side: "left" | "right") => string): Row => ({
    label,
    values: [of("left"), of("right")],
  });
  const sides = { left, right };
  const facts = { left: evidence.before, right: evidence.after };
  const rows: Row[] = [
    ...figures.map(({ label, before, after }): Row => ({
      label,
      values: [
        before && [before.value, before.note].filter(Boolean).join(" · "),
        after && [after.value, after.note].filter(Boolean).join(" · "),
      ],
    })),
    both(t("figures.words"), (side) => formatNumber(sides[side].words, language)),
    ...(facts.left.all + facts.right.all > 0
      ? [
          both(t("figures.facts"), (side) =>
            t("figures.factsOf", { sourced: facts[side].sourced, all: facts[side].all }),
          ),
        ]
      : []),
    both(t("figures.sources"), (side) => formatNumber(sides[side].revision.document.sources.length, language)),
    both(t("figures.gaps"), (side) => formatNumber(sides[side].project.next.gapsOpen, language)),
  ];
  const shown = isOpen ? rows : rows.slice(0, shownFirst);
  return (
    <section className={cx("compare-figures")} aria-label={t("figures.title")}>
      <table className="tb num">
        <thead>
          <tr>
            <th scope="col">{t("figures.title")}</th>
            {names.map((name, at) => (
              <th key={at} scope="col">
                <span title={name}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ label, values }, at) => (
            <tr key={at} className={cx(values[0] === values[1] ? "compare-equal" : undefined)}>
              <th scope="row">{label}</th>
              {values.map((value, side) => (
                <td key={side}>{value ?? <span aria-label={t("figures.none")}>–</span>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length ? (
        <button type="button" className="link" onClick={() => setOpen(true)}>
          {t("figures.more", { count: rows.length - shown.length })}
        </button>
      ) : null}
    </section>
  );
}
