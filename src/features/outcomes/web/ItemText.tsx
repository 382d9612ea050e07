import { Link } from "@tanstack/react-router";
import { CircleAlert, PencilLine, WandSparkles } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { loadSerif } from "#src/ui/loadSerif.ts";
import { TextArea } from "#src/ui/TextInput.tsx";
import type { Outcome } from "../contract.ts";
import { lengthLimit, postLength, writerOf } from "../rules.ts";
import type { ItemActions } from "./useItemActions.ts";
import cx from "./ItemPanel.module.css";

/** Longest brief; a text may be as long as its platform takes. */
const longestBrief = 8000;

/** The text or brief of an item: read, edited in place, counted, and the workflow that writes it. */
export function ItemText({ item, actions }: { item: Outcome; actions: ItemActions }) {
  const { t } = useTranslation("content");
  useEffect(loadSerif, []);
  const [typed, setTyped] = useState<string>();
  /** The text with which the typing began: the item may be read again meanwhile. */
  const [begun, setBegun] = useState("");
  const isBrief = item.status === "idea" || item.status === "planned";
  const name = t(isBrief ? "field.brief" : "field.text");
  const isEditing = typed !== undefined;
  const save = async (): Promise<void> => {
    if (typed === undefined) return;
    const isSame = typed === begun || typed === item.brief;
    // What was refused stays in the field.
    if (isSame || (await actions.change(item, { brief: typed }))) setTyped(undefined);
  };
  const text = typed ?? item.brief;
  return (
    <section className={cx("item-text")} aria-label={name}>
      <header>
        <h3>{name}</h3>
        {isEditing ? null : (
          <Button
            size="small"
            variant="quiet"
            icon={<Icon of={PencilLine} size={14} />}
            onClick={() => {
              setBegun(item.brief);
              setTyped(item.brief);
            }}
          >
            {t("edit")}
          </Button>
        )}
        <WriteThis item={item} isRewrite={!isBrief} />
      </header>
      {isEditing ? (
        <TextArea
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person pressed Edit to type here
          autoFocus
          rows={8}
          aria-label={name}
          maxLength={Math.max(longestBrief, lengthLimit(item) ?? 0)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              event.stopPropagation();
              event.preventDefault();
              setTyped(undefined);
            } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
          }}
        />
      ) : item.brief.trim() === "" ? (
        <p className="hint">{t("noText")}</p>
      ) : (
        <div className={cx("item-words")}>{item.brief}</div>
      )}
      <TextLength item={item} text={text} />
    </section>
  );
}

/** `574 of 3,000 characters` with a bar; beyond the limit in red, with an icon and words. */
function TextLength({ item, text }: { item: Outcome; text: string }) {
  const { t } = useTranslation("content");
  const language = useLanguage();
  const limit = lengthLimit(item);
  const length = postLength(text, item.platform);
  if (limit === undefined) {
    return <p className={cx("item-length")}>{t("characters", { count: length })}</p>;
  }
  const isOver = length > limit;
  return (
    <p className={cx("item-length")} data-over={isOver || undefined} aria-live="polite">
      {isOver ? (
        <Icon of={CircleAlert} size={14} />
      ) : (
        <span className={cx("item-length-bar")} aria-hidden="true">
          <i style={{ width: `${(length / limit) * 100}%` }} />
        </span>
      )}
      <span>
        <b>{formatNumber(length, language)}</b> {t("ofLimit", { limit: formatNumber(limit, language) })}
        {isOver ? ` ${t("overBy", { count: length - limit })}` : ""}
      </span>
    </p>
  );
}

/** Until scripts have a workflow of their own, the one of posts writes them. */
function liveWriterOf(item: Outcome) {
  const key = writerOf(item);
  const cardOf = (name: string) => cards.find((card) => card.key === name);
  const own = cardOf(key);
  return key === "videoScriptWriter" && !own?.isProductionReady && item.platform !== null
    ? { key: "socialPostWriter" as const, card: cardOf("socialPostWriter") }
    : { key, card: own };
}

/** The workflow that writes this kind of content, its form filled with the item; else why it cannot be written. */
function WriteThis({ item, isRewrite }: { item: Outcome; isRewrite: boolean }) {
  const { t } = useTranslation(["content", "workflows"]);
  const reasonId = useId();
  const { key, card } = liveWriterOf(item);
  const words = t(isRewrite ? "rewrite" : "write", { count: card?.coins ?? 0 });
  const icon = <Icon of={WandSparkles} size={14} />;
  if (card?.isProductionReady) {
    return (
      <Link
        to={card.path}
        search={{ item: item.id }}
        className={buttonClass({ size: "small", variant: "quiet" })}
        title={t(`workflows:${key}.name`)}
      >
        {icon}
        <span className="btn-label">{words}</span>
      </Link>
    );
  }
  return (
    <>
      <Button size="small" variant="quiet" icon={icon} disabled aria-describedby={reasonId}>
        {words}
      </Button>
      <p id={reasonId} className={cx("hint item-reason")}>
        {t("notLive", { name: t(`workflows:${key}.name`) })}
      </p>
    </>
  );
}
