import { type ReactNode, useMemo, useState } from "react";
import { claimMarks, rightsOf } from "../rendering.ts";
import type { Claim } from "../document.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { formatDateTime } from "#src/ui/format.ts";
import { SourceName } from "./EvidenceSlip.tsx";
import type { ReadDocument } from "./readDocument.ts";
import { useReading } from "./reading.ts";
import cx from "./DocumentOutline.module.css";

/** Facts of a source before "Show more". */
const firstFacts = 3;

/** A fact with the number of its mark, and the section in which it stands. */
interface Fact {
  claim: Claim;
  mark: string;
  section: string;
}

function factsOf(document: ReadDocument): Fact[] {
  const marks = claimMarks(document);
  const known = new Map(document.claims.map((claim) => [claim.id, claim]));
  const facts = new Map<string, Fact>();
  for (const { key, blocks } of document.sections)
    for (const id of blocks.flatMap((block) => ("claimIds" in block ? (block.claimIds ?? []) : []))) {
      const claim = known.get(id);
      if (claim && !facts.has(id)) facts.set(id, { claim, mark: marks.get(id) ?? "?", section: key });
    }
  return [...facts.values()];
}

/** Facts that rest on no source, but on what the person entered. Those without ground, and by hand, are none of these. */
const isFromForm = ({ sourceIds, check, byHand }: Claim): boolean =>
  sourceIds.length === 0 && (check === "user" || check === "computed") && byHand === undefined;

/** How many sources are listed: those of the document, and the form where facts rest on it. */
export const countSources = (document: ReadDocument): number =>
  document.sources.length + (factsOf(document).some(({ claim }) => isFromForm(claim)) ? 1 : 0);

export interface DocumentSourcesProps {
  document: ReadDocument;
  /** Goes to a fact that was chosen, where something has to be put away first. */
  onGo?: ((go: () => void) => void) | undefined;
}

/** What a document was made of: each source, and the facts that rest on it. */
export function DocumentSources({ document, onGo }: DocumentSourcesProps) {
  const { t } = useTranslation(["reading", "projects"]);
  const facts = useMemo(() => factsOf(document), [document]);
  const own = facts.filter(({ claim }) => isFromForm(claim));
  if (document.sources.length === 0 && own.length === 0) return <p className="hint">{t("sources.none")}</p>;
  return (
    <ol className={cx("doc-sources num")}>
      {document.sources.map((source, index) => (
        <SourceRow
          key={source.id}
          name={<SourceName source={source} />}
          about={[
            source.publisher,
            rightsOf(source),
            source.retrievedAt ? t("projects:notes.read", { time: formatDateTime(source.retrievedAt) }) : "",
          ]}
          number={index + 1}
          facts={facts.filter(({ claim }) => claim.sourceIds.includes(source.id))}
          language={document.language}
          onGo={onGo}
        />
      ))}
      {own.length > 0 ? (
        <SourceRow
          name={<span>{t("sources.form")}</span>}
          about={[t("sources.formText")]}
          number={document.sources.length + 1}
          facts={own}
          language={document.language}
          onGo={onGo}
        />
      ) : null}
    </ol>
  );
}

interface SourceRowProps {
  name: ReactNode;
  /** What is known of it, in small letters. */
  about: readonly string[];
  number: number;
  facts: Fact[];
  language: string;
  onGo: DocumentSourcesProps["onGo"];
}

function SourceRow({ name, about, number, facts, language, onGo }: SourceRowProps) {
  const { t } = useTranslation(["reading", "projects", "common"]);
  const place = useReading();
  const [isWhole, setWhole] = useState(false);
  const go = (section: string, claimId: string): void => {
    const onward = (): void => place?.reading.goToClaim(section, claimId);
    if (onGo) onGo(onward);
    else onward();
  };
  const shown = isWhole ? facts : facts.slice(0, firstFacts);
  return (
    <li>
      <span className={cx("doc-sources-number")} aria-hidden="true">
        {number}
      </span>
      <div>
        {name}
        <small>{about.filter(Boolean).join(" · ")}</small>
        {shown.length > 0 ? (
          <ul aria-label={t("sources.facts", { count: facts.length })}>
            {shown.map(({ claim, mark, section }) => (
              <li key={claim.id}>
                <button type="button" onClick={() => go(section, claim.id)}>
                  <b>{mark}</b> <span lang={language}>{claim.text}</span>
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {facts.length > firstFacts ? (
          <button
            type="button"
            className={cx("link doc-sources-more")}
            aria-expanded={isWhole}
            onClick={() => setWhole((before) => !before)}
          >
            {isWhole ? t("common:action.less") : t("sources.more", { count: facts.length - firstFacts })}
          </button>
        ) : null}
      </div>
    </li>
  );
}
