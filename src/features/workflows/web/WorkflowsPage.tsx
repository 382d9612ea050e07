import { Link, useNavigate } from "@tanstack/react-router";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { cards } from "../catalogue/cards.ts";
import type { LatestRun } from "#src/features/runs/contract.ts";
import type { WorkflowCard } from "../workflow.ts";
import { areas, catalogueOf, type CatalogueSearch, catalogueSearch, isLive } from "./areas.ts";
import { CatalogueRow } from "./CatalogueRow.tsx";
import { ComingRows } from "./ComingRows.tsx";
import { preloadTexts, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { useMedia } from "#src/ui/useMedia.ts";
import styles from "./WorkflowsPage.module.css";
import catalogueRowStyles from "./CatalogueRow.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import cataloguePreviewStyles from "./CataloguePreview.module.css";

const cx = joinClasses(styles, catalogueRowStyles, cataloguePreviewStyles);

const CataloguePreview = lazyOptional(async () => {
  await preloadTexts("projects");
  return import("./CataloguePreview.tsx").then((part) => part.CataloguePreview);
});

/** From here on the example has a place beside the rows; the style sheet says the same. */
const roomy = "(min-width: 68.75rem)";
/** The address follows once typing rests; milliseconds. */
const typingMs = 300;
/** A pointer on its way to somewhere else chooses nothing; milliseconds. */
const pointMs = 120;

/** Arrow keys walk through the rows. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || !event.target.matches(`.${cx("offer")}`)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${cx("offer")}`)];
  const at = rows.findIndex((row) => row === event.target);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  const row = to === undefined ? undefined : rows[to];
  if (!row) return;
  event.preventDefault();
  row.focus();
}

/** The workflow whose example is in sight: the one that was focused or pointed at last, as long as it has a row. */
function useCurrent(shown: readonly WorkflowCard[]) {
  const [chosen, setChosen] = useState<WorkflowCard>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = (): void => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    current: shown.find((card) => card.workflowName === chosen?.workflowName) ?? shown[0],
    choose: (card: WorkflowCard): void => {
      leave();
      setChosen(card);
    },
    point: (card: WorkflowCard): void => {
      leave();
      timer.current = setTimeout(() => setChosen(card), pointMs);
    },
    leave,
  };
}

export interface WorkflowsPageProps {
  /** The newest run of each workflow, newest first; undefined until it is known. */
  runs: readonly LatestRun[] | undefined;
  /** Long names of workflows that are switched off. */
  off: readonly string[];
}

/** The catalogue: every workflow with its price, those that were used first. `?q=` searches, `?group=` narrows. */
export function WorkflowsPage({ runs, off }: WorkflowsPageProps) {
  const { t } = useTranslation(["catalogue", "shell", "workflows", "common"]);
  const search = useSearchParams(catalogueSearch);
  const navigate = useNavigate();
  const [words, setWords] = useState(search.q);
  const [isComingOpen, setComingOpen] = useState(false);
  const hasRoom = useMedia(roomy);
  // The address follows once typing rests, and whoever comes back finds what was searched.
  useEffect(() => {
    if (words.trim() === search.q) return undefined;
    const timer = setTimeout(() => {
      const next = catalogueSearch.write({ q: words, group: search.group });
      void navigate({ to: paths.workflows, search: next, replace: true, resetScroll: false });
    }, typingMs);
    return () => clearTimeout(timer);
  });
  const wordsOf = (card: WorkflowCard) => ({
    label: t(card.localeKey),
    value: `${t(`workflows:${card.key}.line`)} ${[card.mainCategory, ...card.categories].map((one) => t(`shell:group.${one}`)).join(" ")} ${card.label}`,
  });
  const last = new Map(runs?.map((run) => [run.workflow, run]));
  const now: CatalogueSearch = { q: words.trim(), group: search.group };
  const catalogue = catalogueOf(now, wordsOf, { lastUsed: [...last.keys()], off });
  const showsComing = isComingOpen || now.q !== "";
  const { current, choose, point, leave } = useCurrent([
    ...catalogue.used,
    ...catalogue.areas.flatMap((area) => area.cards),
    ...(showsComing ? catalogue.coming : []),
  ]);
  const rowOf = (card: WorkflowCard): ReactNode => (
    <CatalogueRow
      key={card.workflowName}
      card={card}
      last={last.get(card.workflowName)}
      isCurrent={hasRoom && card.workflowName === current?.workflowName}
      onPoint={() => point(card)}
      onLeave={leave}
      onFocus={() => choose(card)}
    />
  );
  const clear = (): void => {
    setWords("");
    void navigate({ to: paths.workflows, replace: true, resetScroll: false });
  };
  return (
    <div className={cx("catalogue")}>
      <div className={cx("catalogue-main")}>
        <div className={cx("catalogue-head")}>
          <h1 className="h1">{t("title")}</h1>
          <search className={cx("catalogue-search")}>
            <Icon of={Search} size={14} />
            <input
              type="search"
              aria-label={t("search")}
              placeholder={t("search")}
              value={words}
              maxLength={80}
              onChange={(event) => setWords(event.target.value)}
            />
          </search>
        </div>
        <p className="lede">{t("lede")}</p>
        <AreaTabs search={now} liveCount={cards.filter(isLive(off)).length} />
        <p className="sr-only" role="status">
          {t("count", { count: catalogue.count })}
        </p>
        {catalogue.count === 0 ? (
          <EmptyState
            title={t("empty.title")}
            actions={
              <Button size="small" onClick={clear}>
                {t("empty.clear")}
              </Button>
            }
          >
            {t("empty.text")}
          </EmptyState>
        ) : null}
        {/* What was used comes first: rows that are there already would move down. */}
        {runs === undefined ? (
          <SkeletonRows rows={9} height={58} columns="16px 1fr 84px 48px" />
        ) : (
          <div className={cx("offers")} onKeyDown={moveBetweenRows}>
            {catalogue.count > catalogue.coming.length ? <ColumnHeads /> : null}
            {catalogue.used.length > 0 ? (
              <Rows name="used" title={t("used")}>
                {catalogue.used.map(rowOf)}
              </Rows>
            ) : null}
            {catalogue.areas.map((area) => (
              <Rows key={area.key} name={area.key} title={t(`shell:group.${area.key}`)}>
                {area.cards.map(rowOf)}
              </Rows>
            ))}
            {catalogue.coming.length > 0 ? (
              <ComingRows
                cards={catalogue.coming}
                isOpen={showsComing}
                onToggle={() => setComingOpen((isOpen) => !isOpen)}
              >
                {catalogue.coming.map(rowOf)}
              </ComingRows>
            ) : null}
          </div>
        )}
      </div>
      {hasRoom ? (
        current ? (
          <CataloguePreview card={current} instead={<div className={cx("preview")} />} />
        ) : (
          <div />
        )
      ) : null}
    </div>
  );
}

/** What the columns hold, for those who see them; the cells say it to others. */
function ColumnHeads() {
  const { t } = useTranslation("catalogue");
  return (
    <div className={cx("offer-heads")} aria-hidden="true">
      <span>{t("column.workflow")}</span>
      <span>{t("last.run")}</span>
      <span>{t("column.coins")}</span>
    </div>
  );
}

function Rows({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`group-${name}`}>
      <h2 id={`group-${name}`} className={cx("offers-title")}>
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

/** The areas as tabs; each has an address of its own. */
function AreaTabs({ search, liveCount }: { search: CatalogueSearch; liveCount: number }) {
  const { t } = useTranslation(["catalogue", "shell"]);
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On phones the tabs are wider than the page.
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [search.group]);
  return (
    <nav ref={nav} className={cx("area-tabs num")} aria-label={t("group")}>
      {["", ...areas.map(({ key }) => key)].map((group) => (
        <Link
          key={group}
          to={paths.workflows}
          search={catalogueSearch.write({ ...search, group })}
          replace
          resetScroll={false}
          className={cx("area-tab")}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={search.group === group ? "page" : undefined}
        >
          {group === "" ? t("allLive", { count: liveCount }) : t(`shell:group.${group}`)}
        </Link>
      ))}
    </nav>
  );
}
