import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { FavoriteStar } from "#src/features/settings/web/FavoriteStar.tsx";
import { cards, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import type { WorkflowCard } from "#src/features/workflows/workflow.ts";
import { assistantGroups } from "./assistants.ts";
import { useLanguage, useTranslation } from "./i18n/index.ts";
import { paths } from "./paths.ts";
import { Button } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { formatNumber } from "./ui/format.ts";
import { found } from "./ui/found.ts";
import { PriceRow } from "./ui/Ledger.tsx";
import { Select } from "./ui/Select.tsx";
import { TextInput } from "./ui/TextInput.tsx";
import { WorkflowIcon } from "./ui/WorkflowIcon.tsx";
import "./WorkflowsPage.css";

const groups = assistantGroups(cards, true)
  .flatMap((group): { key: string; cards: WorkflowCard[] }[] => [group, ...group.groups])
  .filter((group) => group.cards.length > 0);

/** Stands for every category; a select takes no empty value. */
const all = "all";

const textIn = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).slice(0, 80) : "";

function Row({ card }: { card: WorkflowCard }) {
  const { t } = useTranslation(["catalogue", "workflows"]);
  const language = useLanguage();
  const row = (
    <>
      <WorkflowIcon name={card.icon} />
      <PriceRow name={t(card.localeKey)} figure={formatNumber(card.coins, language)} />
      <small className="hint">
        {card.isProductionReady ? null : <b className="offer-state">{t("notLive")} </b>}
        {t(`workflows:${card.key}.line`)}
        {card.path === "" ? ` ${t("noPage")}` : ""}
      </small>
    </>
  );
  return (
    <li className={card.isProductionReady ? "offer-line" : "offer-line muted"}>
      <Link to={formPathOf(card)} className="offer">
        {row}
      </Link>
      <FavoriteStar card={card} />
    </li>
  );
}

/** The catalogue: every workflow with its price, also those that cannot be started yet. `?q=` searches, `?group=` narrows. */
export function WorkflowsPage() {
  const { t } = useTranslation(["catalogue", "shell", "workflows", "common"]);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [words, setWords] = useState(() => textIn(search["q"]));
  const group = groups.find(({ key }) => key === search["group"])?.key ?? all;
  const put = (q: string, chosen: string): void => {
    const next = { ...(q === "" ? {} : { q }), ...(chosen === all ? {} : { group: chosen }) };
    void navigate({ to: paths.workflows, search: next, replace: true, resetScroll: false });
  };
  // The address follows once typing rests, and whoever comes back finds what was searched.
  useEffect(() => {
    if (words === textIn(search["q"])) return undefined;
    const timer = setTimeout(() => put(words, group), 300);
    return () => clearTimeout(timer);
  });
  const fitting = new Set(
    found(
      cards.map((card) => ({
        label: t(card.localeKey),
        value: `${t(`workflows:${card.key}.line`)} ${[card.mainCategory, ...card.categories].map((one) => t(`shell:group.${one}`)).join(" ")} ${card.label}`,
        card,
      })),
      words,
    ).map(({ card }) => card),
  );
  const shown = groups
    .filter(({ key }) => group === all || key === group)
    .map(({ key, cards: own }) => ({ key, cards: own.filter((card) => fitting.has(card)) }))
    .filter(({ cards: own }) => own.length > 0);
  const count = shown.reduce((sum, { cards: own }) => sum + own.length, 0);
  return (
    <div className="page">
      <h1 className="h1">{t("title")}</h1>
      <p className="lede">{t("lede")}</p>
      <search className="catalogue-search">
        <TextInput
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={words}
          maxLength={80}
          onChange={(event) => setWords(event.target.value)}
        />
        <Select
          label={t("group")}
          value={group}
          onChange={(chosen) => put(words, chosen)}
          choices={[
            { value: all, label: t("allGroups") },
            ...groups.map(({ key }) => ({ value: key, label: t(`shell:group.${key}`) })),
          ]}
        />
        <span className="hint num" role="status">
          {t("count", { count })}
        </span>
      </search>
      {count === 0 ? (
        <EmptyState
          title={t("empty.title")}
          actions={
            <Button
              size="small"
              onClick={() => {
                setWords("");
                put("", all);
              }}
            >
              {t("empty.clear")}
            </Button>
          }
        >
          {t("empty.text")}
        </EmptyState>
      ) : null}
      <div className="catalogue">
        {shown.map(({ key, cards: own }) => (
          <section key={key} aria-labelledby={`group-${key}`}>
            <div className="h2">
              <h2 id={`group-${key}`}>{t(`shell:group.${key}`)}</h2>
              <span className="h2-note">{t("coins")}</span>
            </div>
            <ul className="price-list">
              {own.map((card) => (
                <Row key={card.workflowName} card={card} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
