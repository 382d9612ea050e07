import { X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useCall } from "#src/kit/useCall.ts";
import { api } from "#src/shell/api.ts";
import { useTranslation } from "#src/shell/i18n/index.ts";
import { Alert } from "#src/shell/ui/Alert.tsx";
import { Button, IconButton } from "#src/shell/ui/Button.tsx";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { SkeletonRows } from "#src/shell/ui/Skeleton.tsx";
import { Tabs } from "#src/shell/ui/Tabs.tsx";
import { CallCards, MailCards } from "./TeamCards.tsx";
import type { WishDraft } from "./wishDraft.ts";

// The popup is there with the first page; the form, with all that it needs, comes with its tab.
const WishForm = lazy(() => import("./WishForm.tsx").then((part) => ({ default: part.WishForm })));

const ways = ["call", "mail", "wish"] as const;
type Way = (typeof ways)[number];

export interface SupportPopupProps {
  /** True when a person opened it: then the focus comes along. */
  wasCalled: boolean;
  onClose: () => void;
  draft: WishDraft;
  onDraft: (draft: WishDraft) => void;
}

/** Call us, mail us, your wish. Not modal: the page beside it stays in use. */
export function SupportPopup({ wasCalled, onClose, draft, onDraft }: SupportPopupProps) {
  const { t } = useTranslation(["support", "common"]);
  const [way, setWay] = useState<Way>("call");
  const {
    data: contact,
    error,
    reload,
  } = useCall("support", (signal) => api.support.getContact(undefined, { signal }));
  const popup = useRef<HTMLElement>(null);
  useEffect(() => {
    if (wasCalled) popup.current?.querySelector<HTMLElement>('[role="tab"][data-state="active"]')?.focus();
  }, [wasCalled]);
  const waiting = error ? (
    <Alert
      tone="danger"
      title={t("failed")}
      action={
        <Button size="small" onClick={reload}>
          {t("common:action.retry")}
        </Button>
      }
    />
  ) : (
    <SkeletonRows rows={2} />
  );
  const contents: Record<Way, ReactNode> = contact
    ? {
        call: <CallCards contact={contact} />,
        mail: <MailCards contact={contact} />,
        wish: (
          <Suspense fallback={<SkeletonRows rows={2} />}>
            <WishForm to={contact.wishTo} draft={draft} onDraft={onDraft} onSent={onClose} />
          </Suspense>
        ),
      }
    : { call: waiting, mail: waiting, wish: waiting };
  const tabs = ways.map((value) => ({
    value,
    label: t(`tab.${value}`),
    content: <div className="support-body">{contents[value]}</div>,
  }));
  return (
    <section
      ref={popup}
      className="pop support-popup num"
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
      <Tabs<Way> label={t("title")} value={way} onChange={setWay} tabs={tabs} />
    </section>
  );
}
