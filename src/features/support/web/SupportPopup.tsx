import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAnswer } from "#src/ui/client/useAnswer.ts";
import { api, request } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { lazyWithRetry } from "#src/ui/lazyWithRetry.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { Tabs } from "#src/ui/Tabs.tsx";
import type { SupportContact } from "../contract.ts";
import { type SupportAddress, visitorContact } from "../rules.ts";
import { CallCards, MailCards } from "./TeamCards.tsx";
import type { WishDraft } from "./wishDraft.ts";
import cx from "./Support.module.css";

// The popup is there with the first page; the form, with all that it needs, comes with its tab.
const WishForm = lazyWithRetry(() => import("./WishForm.tsx").then((part) => part.WishForm));

const ways = ["call", "mail", "wish"] as const;
type Way = (typeof ways)[number];

/** What works for a visitor: wishes are taken from known people, and numbers are given to them. */
const visitorWays: readonly Way[] = ["mail"];

/** Whom to call and to write to, as far as the person may know. */
async function readContact(isVisitor: boolean, signal: AbortSignal): Promise<SupportContact> {
  if (!isVisitor) return api.support.getContact(undefined, { signal });
  const answer = await request("GET", "/api/support/address", undefined, { signal });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server's answer, in one shape (rules.ts)
  return visitorContact(answer as SupportAddress);
}

export interface SupportPopupProps {
  /** True when a person opened it: then the focus comes along. */
  wasCalled: boolean;
  /** The tab that is asked for; else the first one. */
  opensAt?: Way | undefined;
  onClose: () => void;
  /** Nobody is signed in. */
  isVisitor: boolean;
  draft: WishDraft;
  onDraft: (draft: WishDraft) => void;
}

/** Call, email, request a workflow. Not modal: the page beside it stays in use. */
export function SupportPopup({ wasCalled, opensAt, onClose, isVisitor, draft, onDraft }: SupportPopupProps) {
  const { t } = useTranslation(["support", "common"]);
  const [chosen, choose] = useState(opensAt);
  const { data: contact, error, retry } = useAnswer((signal) => readContact(isVisitor, signal));
  const popup = useRef<HTMLElement>(null);
  // The first one that leads to somebody. The form of the wish comes for those who want it.
  const has = (by: "phone" | "email") => contact?.members.some((member) => member[by]);
  const hasMail = isVisitor || has("email") || contact?.email;
  const way = chosen ?? (has("phone") ? "call" : hasMail ? "mail" : contact ? "wish" : "call");
  useEffect(() => {
    if (wasCalled) popup.current?.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }, [wasCalled, way]);
  const waiting = error ? <RetryAlert title={t("failed")} onRetry={retry} /> : <SkeletonRows rows={2} />;
  const contentOf = (value: Way): ReactNode => {
    if (!contact) return waiting;
    if (value === "call") return <CallCards contact={contact} />;
    if (value === "mail") return <MailCards contact={contact} isVisitor={isVisitor} />;
    if (!wasCalled && chosen === undefined)
      return (
        <div className={cx("support-wish")}>
          <p>{t("wish.lede")}</p>
          <Button size="small" onClick={() => choose("wish")}>
            {t("wish.begin")}
          </Button>
        </div>
      );
    return (
      <WishForm
        instead={<SkeletonRows rows={2} />}
        to={contact.wishTo}
        isKept={contact.email === null}
        draft={draft}
        onDraft={onDraft}
        onSent={onClose}
      />
    );
  };
  const tabs = (isVisitor ? visitorWays : ways).map((value) => ({
    value,
    label: t(`tab.${value}`),
    content: <div className={cx("support-body")}>{contentOf(value)}</div>,
  }));
  return (
    <section
      ref={popup}
      className={cx("pop support-popup num")}
      role="dialog"
      aria-labelledby="support-title"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="pop-head">
        <h2 id="support-title">{t("title")}</h2>
        <IconButton label={t("common:action.close")} onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      <Tabs<Way> label={t("title")} value={way} onChange={choose} tabs={tabs} />
    </section>
  );
}
