import { Pencil } from "lucide-react";
import { Icon } from "#src/ui/Icon.tsx";
import { useTranslation } from "#src/ui/i18n/index.ts";
import type { Claim } from "../document.ts";
import { cutByClaims } from "../blockTexts.ts";
import { TimedText } from "./TimedText.tsx";
import styles from "./ClaimText.module.css";
import gapsStyles from "./Gaps.module.css";
import { joinClasses } from "#src/ui/classNames.ts";

const cx = joinClasses(styles, gapsStyles);

/** Which evidence is open, and how to open another. */
export interface ClaimReading {
  /** Number of each claim by its id, `?` where it rests on nothing. */
  marks: ReadonlyMap<string, string>;
  open: string | null;
  onOpen: (claimId: string) => void;
  /** Id of the element that holds the open evidence. */
  slipId: string;
}

/** Text with its facts underlined; each opens what it rests on. */
export function ClaimText({
  text,
  claims,
  reading,
}: {
  text: string;
  claims: readonly Claim[];
  reading: ClaimReading;
}) {
  return cutByClaims(text, claims).map((piece, index) =>
    piece.claim ? (
      <span key={index}>
        <span className={lookOf(piece.claim, reading)}>
          <TimedText>{piece.text}</TimedText>
        </span>
        <Mark claim={piece.claim} reading={reading} />
      </span>
    ) : (
      <TimedText key={index}>{piece.text}</TimedText>
    ),
  );
}

const lookOf = ({ id, byHand }: Claim, { open }: ClaimReading): string =>
  cx(`claim print-shown${byHand ? " claim-own" : ""}${open === id ? " claim-open" : ""}`);

/** Numbers of claims whose sentences are not in the text. */
export function ClaimMarks({ claims, reading }: { claims: readonly Claim[]; reading: ClaimReading }) {
  return claims.map((claim) => <Mark key={claim.id} claim={claim} reading={reading} />);
}

function Mark({ claim, reading }: { claim: Claim; reading: ClaimReading }) {
  const { t } = useTranslation("projects");
  const mark = reading.marks.get(claim.id) ?? "?";
  const isOpen = reading.open === claim.id;
  const [look, label] = claim.byHand
    ? [cx("claim-mark claim-mark-own"), t("evidence.openOwn")]
    : claim.check === "unverified"
      ? [cx("claim-mark claim-mark-none"), t("evidence.openNone")]
      : ["claim-mark", t("evidence.open", { mark })];
  return (
    <button
      type="button"
      className={look}
      data-claim={claim.id}
      aria-expanded={isOpen}
      aria-controls={isOpen ? reading.slipId : undefined}
      aria-label={label}
      onClick={() => reading.onOpen(claim.id)}
    >
      {claim.byHand ? <Icon of={Pencil} size={12} /> : mark}
    </button>
  );
}
