import {
  Calculator,
  ChevronLeft,
  ChevronRight,
  CircleHelp,
  Link2,
  type LucideIcon,
  PenLine,
  Quote,
  X,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { webLink } from "../rendering.ts";
import type { Claim, ClaimCheck, Source } from "../document.ts";
import { ownUnit, useEditing } from "./editing.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Chip } from "#src/ui/Chip.tsx";
import { formatDateTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import cx from "./ClaimText.module.css";

const icons: Record<ClaimCheck, LucideIcon> = {
  quoteFound: Quote,
  urlOnly: Link2,
  computed: Calculator,
  user: PenLine,
  unverified: CircleHelp,
};

export interface EvidenceSlipProps {
  id: string;
  claim: Claim;
  sources: readonly Source[];
  /** Place among all claims of the document, from 1. */
  number: number;
  count: number;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

/** What a sentence rests on. Opens in the flow under its paragraph, so that it covers nothing. */
export function EvidenceSlip({ id, claim, sources, number, count, onStep, onClose }: EvidenceSlipProps) {
  const { t } = useTranslation(["projects", "common"]);
  const place = useRef<HTMLDivElement>(null);
  const own = sources.filter((source) => claim.sourceIds.includes(source.id));
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, [claim.id]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  return (
    <div
      className="evidence print-links print-whole num"
      role="region"
      aria-label={t("evidence.title")}
      id={id}
      ref={place}
      onKeyDown={onKeyDown}
    >
      <header>
        <Chip tone={claim.check === "unverified" ? "warn" : "accent"} icon={<Icon of={icons[claim.check]} size={12} />}>
          {t(claim.byHand ? "evidence.byHand" : `evidence.check.${claim.check}`)}
        </Chip>
        <b>{own[0] ? t(`evidence.from.${sourceKind(own[0])}`, { publisher: own[0].publisher || own[0].title }) : ""}</b>
        <span className={cx("evidence-pager print-hidden")}>
          <IconButton label={t("evidence.previous")} onClick={() => onStep(-1)} disabled={count < 2}>
            <Icon of={ChevronLeft} />
          </IconButton>
          <span aria-live="polite">{t("common:word.of", { part: number, whole: count })}</span>
          <IconButton label={t("evidence.next")} onClick={() => onStep(1)} disabled={count < 2}>
            <Icon of={ChevronRight} />
          </IconButton>
          <IconButton label={t("common:action.close")} onClick={onClose}>
            <Icon of={X} />
          </IconButton>
        </span>
      </header>
      {claim.quote ? <blockquote>{claim.quote}</blockquote> : null}
      {claim.check === "unverified" ? <p className={cx("evidence-note")}>{t("evidence.none")}</p> : null}
      {claim.byHand ? <OwnWords claim={claim} onBack={onClose} /> : null}
      {claim.check === "user" && claim.quote === "" && !claim.byHand ? (
        <p className={cx("evidence-note")}>{t("evidence.user")}</p>
      ) : null}
      <dl>
        {own.map((source) => row(source.id, t(`evidence.kind.${sourceKind(source)}`), <SourceName source={source} />))}
        {claim.computation ? row("sum", t("evidence.sum"), claim.computation) : null}
        {own[0]?.retrievedAt ? row("read", t("evidence.read"), formatDateTime(own[0].retrievedAt)) : null}
      </dl>
    </div>
  );
}

const row = (key: string, name: string, value: ReactNode) => (
  <div key={key}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** When the person changed it, what stood there before, and the way back. */
function OwnWords({ claim, onBack }: { claim: Claim; onBack: () => void }) {
  const { t } = useTranslation("projects");
  const editing = useEditing();
  const [isShown, setShown] = useState(false);
  const [isWorking, setWorking] = useState(false);
  const unit = editing ? ownUnit(editing.edits, claim.id.replace(/#\d+$/, "")) : null;
  const own = unit === null ? undefined : editing?.edits.own[unit];
  if (!editing || unit === null || own === undefined || own.original.length === 0)
    return <p className={cx("evidence-note")}>{t("evidence.byHandNote")}</p>;
  const back = async (): Promise<void> => {
    setWorking(true);
    const saved = await editing.change({ kind: "original", at: unit });
    setWorking(false);
    if (saved === "saved") onBack();
  };
  return (
    <>
      <p className={cx("evidence-note")}>{t("evidence.changedAt", { when: formatDateTime(own.changedAt) })}</p>
      {isShown ? own.original.map((text, index) => <blockquote key={index}>{text}</blockquote>) : null}
      <p className="evidence-ways">
        <Button size="small" variant="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? "evidence.hideOriginal" : "evidence.showOriginal")}
        </Button>
        <Button size="small" variant="quiet" busy={isWorking} onClick={() => void back()}>
          {t("evidence.restoreOriginal")}
        </Button>
      </p>
    </>
  );
}

/** Where a source lies: the person's file or form, or the web. */
const sourceKind = (source: Source): "file" | "form" | "web" =>
  source.url.startsWith("file:") ? "file" : source.url.startsWith("form:") ? "form" : "web";

/** A source by its name; a link only for web addresses and the person's own files. */
export function SourceName({ source }: { source: Source }) {
  const link = webLink(source.url);
  const fileId = /^file:([0-9a-f-]{36})(?:#|$)/i.exec(source.url)?.[1];
  if (fileId) {
    return (
      <a className="link-text" href={`/api/files/${fileId}`} download>
        {source.title}
      </a>
    );
  }
  if (link === null) return source.title;
  return (
    <a className="link-text" href={link} target="_blank" rel="noopener noreferrer nofollow">
      {source.title}
    </a>
  );
}
