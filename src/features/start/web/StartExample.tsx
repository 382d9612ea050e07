import { Check } from "lucide-react";
import { BlockView } from "#src/features/documents/web/Blocks.tsx";
import { EvidenceSlip } from "#src/features/documents/web/EvidenceSlip.tsx";
import { claimMarks } from "#src/features/documents/rendering.ts";
import { proposalWords } from "#src/features/runs/web/proposalTicks.ts";
import { cardNamed } from "#src/features/workflows/catalogue/cards.ts";
import { withLocale } from "#src/kit/locale.ts";
import type { StartExample as Example } from "../facts.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { Chip } from "#src/ui/Chip.tsx";
import { formatListDate, formatTime, formatWeekday } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { excerptOf } from "./excerpt.ts";
import { joinClasses } from "#src/ui/classNames.ts";
import styles from "./StartExample.module.css";
import startFrameStyles from "./StartFrame.module.css";
import blocksStyles from "#src/features/documents/web/Blocks.module.css";
import documentSideStyles from "#src/features/documents/web/DocumentSide.module.css";

const cx = joinClasses(styles, startFrameStyles, blocksStyles, documentSideStyles);

/** Suggestions beside the document: as many as its height takes. */
const shownRows = 5;

/** The first part of a real result, cut by the rule below it, with one fact opened. */
export function StartExample({ example }: { example: Example }) {
  const { t } = useTranslation(["start", "workflows", "projects", "common"]);
  const language = useLanguage();
  const card = cardNamed(example.workflowName);
  return (
    <section className={cx("start-frame")} aria-label={t("example.label")}>
      <div className={cx("start-frame-bar")}>
        <Chip tone="accent">{t("example.chip")}</Chip>
        <span className="num">{t("example.meta", { workflow: t(card.localeKey), coins: card.coins })}</span>
        <span className={cx("start-wide start-frame-note")}>{t("example.note")}</span>
      </div>
      <div className={cx("start-frame-parts")}>
        <DocumentStart example={example} />
        <Suggestions example={example} href={withLocale(paths.example(card.key), language)} />
      </div>
    </section>
  );
}

function DocumentStart({ example: { document } }: { example: Example }) {
  const language = useLanguage();
  const { section, claims } = excerptOf(document);
  const marks = claimMarks({ claims: [...claims], sections: [section] });
  const [first] = claims;
  const slipId = (claimId: string): string => `slip-${marks.get(claimId) ?? ""}`;
  const reading = {
    marks,
    open: first?.id ?? null,
    onOpen: () => undefined,
    slipId: first ? slipId(first.id) : "",
  };
  return (
    <div className={cx("start-doc")}>
      <article className="doc-text print-wide print-links" lang={language}>
        <h2 className="doc-title">{document.title}</h2>
        <p className="doc-sub">{document.summary}</p>
        <section className="doc-section">
          <h2>{section.title}</h2>
          {section.blocks.map((block, at) => (
            <div key={at} className={cx(`doc-block print-whole doc-block-${block.type}`)}>
              <BlockView block={block} name={`${section.title} ${at + 1}`} claims={claims} reading={reading} />
              {claims.map((claim, index) =>
                "claimIds" in block && block.claimIds?.includes(claim.id) ? (
                  <div key={claim.id} data-slip={claim.id} hidden={index > 0}>
                    <EvidenceSlip
                      id={slipId(claim.id)}
                      claim={claim}
                      sources={document.sources}
                      number={index + 1}
                      count={claims.length}
                      onStep={() => undefined}
                      onClose={() => undefined}
                    />
                  </div>
                ) : null,
              )}
            </div>
          ))}
        </section>
      </article>
    </div>
  );
}

function Suggestions({ example, href }: { example: Example; href: string }) {
  const { t } = useTranslation(["start", "projects", "workflows", "common"]);
  const language = useLanguage();
  const { timeZone: zone, proposals, period } = example;
  const rows = proposals
    .filter(({ kind }) => kind === "calendarEntry")
    .map((row) => ({ key: row.key, ...proposalWords(row) }))
    .toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <aside className={cx("start-side")} aria-label={t("example.suggestions")}>
      <div className="doc-side-head">
        <h2>{t("example.suggestions")}</h2>
        <p>{t("projects:proposals.note")}</p>
      </div>
      <div className={cx("start-side-body")}>
        <section className={cx("proposals")} aria-label={t("projects:proposals.kind.entry")}>
          <h3 className={cx("proposals-head")}>
            <Tick />
            {t("projects:proposals.kind.entry")}
            <span className="num">{t("common:word.of", { part: rows.length, whole: rows.length })}</span>
          </h3>
          <ul>
            {rows.slice(0, shownRows).map(({ key, title, at, family }) => (
              <li key={key} className="proposal">
                <Tick />
                <time className="num" dateTime={at}>
                  {formatListDate(at, language, { zone, now: `${period.to}T12:00:00Z` })}
                </time>
                <div>
                  <b>{title}</b>
                  <small>
                    {family ? (
                      <i
                        className={cx("proposal-family")}
                        style={{ background: `var(--cal-${family}-edge)` }}
                        aria-hidden="true"
                      />
                    ) : null}
                    {[
                      `${formatWeekday(at, language, zone)} ${formatTime(at, zone)}`,
                      family ? t(`workflows:calendarFamilies.${family}`) : "",
                    ]
                      .filter(Boolean)
                      .join(", ")}
                  </small>
                </div>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className={cx("start-side-foot")}>
        <a href={href} className={buttonClass({ full: true })}>
          {t("example.whole")}
        </a>
      </div>
    </aside>
  );
}

/** A tick that shows what the page of a run looks like, and cannot be pressed. */
function Tick() {
  return (
    <span className="check" data-state="checked" aria-hidden="true">
      <Icon of={Check} />
    </span>
  );
}
