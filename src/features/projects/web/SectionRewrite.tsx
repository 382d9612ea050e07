import { type FormEvent, type ReactNode, useState } from "react";
import type { RewriteChoice } from "#src/features/documents/edits.ts";
import { WordDiffChoice } from "#src/features/documents/web/WordDiffChoice.tsx";
import { useTranslation } from "#src/ui/i18n/index.ts";
import type { ApiError } from "#src/ui/client/api.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { SkeletonText } from "#src/ui/Skeleton.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import type { RewritePlan } from "../contract.ts";
import { RewrittenRows } from "./RewrittenRows.tsx";
import type { RewriteHandle, RewriteView } from "./useRewrite.ts";
import cx from "./SectionRewrite.module.css";
import "#src/features/documents/web/EditingFrame.module.css";

/** Most characters of a wish, as the server takes it. */
const longestWish = 500;

export interface AskRewriteProps {
  /** What it costs; 0 for one that the run brought along. */
  coins: number;
  /** How many of those are left. */
  left: number;
  onAsk: (wish: string) => void;
  onClose: () => void;
}

/** Asks what should change in a section, in one line. */
export function AskRewrite({ coins, left, onAsk, onClose }: AskRewriteProps) {
  const { t } = useTranslation(["projects", "common"]);
  const [wish, setWish] = useState("");
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    onAsk(wish.trim());
  };
  return (
    <form
      className={cx("rewrite-ask")}
      onSubmit={ask}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <TextInput
        autoFocus
        value={wish}
        maxLength={longestWish}
        aria-label={t("rewrite.ask")}
        placeholder={t("rewrite.ask")}
        onChange={(event) => setWish(event.target.value)}
      />
      <Button type="submit" variant="primary">
        {t("rewrite.start")}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        {t("common:action.cancel")}
      </Button>
      <p>{coins === 0 ? t("rewrite.included", { count: left }) : t("rewrite.price", { count: coins })}</p>
    </form>
  );
}

/** What writing a section once more costs, before anybody asks for it. */
export function RewriteNote({ plan: { coins, left } }: { plan: RewritePlan }) {
  const { t } = useTranslation("projects");
  return <p>{coins === 0 ? t("rewrite.noteIncluded", { count: left }) : t("rewrite.note", { count: coins })}</p>;
}

export interface SectionRewriteProps {
  rewrite: RewriteHandle;
  view: Exclude<RewriteView, { step: "idle" }>;
  language: string;
}

/** A section that is being written once more: at work, as an offer to accept or keep, or what became of it. */
export function SectionRewrite({ rewrite, view, language }: SectionRewriteProps) {
  const { t } = useTranslation(["projects", "common"]);
  switch (view.step) {
    case "working":
      return (
        <div className={cx("rewrite num")} role="status">
          <Asked wish={view.wish} />
          <SkeletonText />
          <div className={cx("rewrite-foot")}>
            <span>{view.coins === 0 ? t("rewrite.working") : t("rewrite.held", { count: view.coins })}</span>
            <Button
              size="small"
              variant="quiet"
              disabled={view.id === null}
              busy={view.isCancelling}
              busyLabel={t("rewrite.cancelling")}
              onClick={() => void rewrite.cancel()}
            >
              {t("common:action.cancel")}
            </Button>
          </div>
        </div>
      );
    case "offered":
      return (
        <>
          {view.error ? <Failure error={view.error} /> : null}
          <Offer rewrite={rewrite} view={view} language={language} />
        </>
      );
    case "unchanged":
    case "cancelled":
    case "failed": {
      const tone = view.step === "failed" ? "danger" : "info";
      return <Told tone={tone} title={t(`rewrite.${view.step}`)} coins={view.coins} onClose={rewrite.dismiss} />;
    }
    case "refused": {
      const { title, description } = failureText(view.error, "project.addRevisionError");
      return (
        <Told tone="danger" title={title} coins={0} onClose={rewrite.dismiss}>
          {description}
        </Told>
      );
    }
  }
}

const Asked = ({ wish }: { wish: string }) => {
  const { t } = useTranslation("projects");
  return (
    <p className={cx("rewrite-asked")}>{wish === "" ? t("rewrite.askedNothing") : t("rewrite.asked", { wish })}</p>
  );
};

/** Why an answer was not taken. */
function Failure({ error }: { error: ApiError }) {
  const { title, description } = failureText(error, "project.addRevisionError");
  return (
    <Alert tone="danger" title={title}>
      {description}
    </Alert>
  );
}

interface OfferProps extends Pick<SectionRewriteProps, "rewrite" | "language"> {
  view: Extract<RewriteView, { step: "offered" }>;
}

function Offer({ rewrite, view, language }: OfferProps) {
  const { offer, isAnswering: isBusy } = view;
  const title = <Asked wish={view.rewrite.wish} />;
  const onAccept = (choice: RewriteChoice): void => void rewrite.accept(choice);
  const onRefuse = (): void => void rewrite.refuse();
  if (offer.kind === "rows") {
    const { section } = view.rewrite;
    return <RewrittenRows {...{ offer, section, language, title, isBusy, onAccept, onRefuse }} />;
  }
  const isSame = (texts: readonly string[]): boolean =>
    texts.length === offer.before.length && texts.every((text, index) => text === offer.before[index]);
  return (
    <WordDiffChoice
      before={offer.before}
      after={offer.after}
      language={language}
      title={title}
      busy={isBusy}
      autoFocus
      onDone={(paragraphs) =>
        isSame(paragraphs) ? onRefuse() : onAccept({ kind: "prose", was: offer.before, paragraphs })
      }
    />
  );
}

interface ToldProps {
  tone: "info" | "danger";
  title: string;
  /** That are back. */
  coins: number;
  onClose: () => void;
  children?: ReactNode;
}

function Told({ tone, title, coins, onClose, children }: ToldProps) {
  const { t } = useTranslation(["projects", "common"]);
  return (
    <Alert tone={tone} title={title}>
      {children ?? (coins > 0 ? t("rewrite.back", { count: coins }) : t("rewrite.notCounted"))}{" "}
      <button type="button" className="link" onClick={onClose}>
        {t("common:action.close")}
      </button>
    </Alert>
  );
}
