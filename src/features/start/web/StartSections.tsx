import { CircleCheck, CircleHelp, Download, FileSpreadsheet } from "lucide-react";
import { cardNamed, cards } from "#src/features/workflows/catalogue/cards.ts";
import type { WorkflowCard } from "#src/features/workflows/workflow.ts";
import { withLocale } from "#src/kit/locale.ts";
import type { StartExample } from "../facts.ts";
import { assistantGroups } from "#src/features/workflows/web/assistants.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { formatLongDate, formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { DoubleRule, KeyValue, PriceRow, Sum } from "#src/ui/Ledger.tsx";
import { welcomeLedger } from "./welcomeLedger.ts";
import { joinClasses } from "#src/ui/classNames.ts";
import styles from "./StartSections.module.css";
import startPricesStyles from "./StartPrices.module.css";

const cx = joinClasses(styles, startPricesStyles);

/** Coins that somebody has in the example of a price: those of a new account unless the operator says otherwise. */
const exampleBalance = 500;

/** Three steps, each with the piece of the product that it is done with. */
export function How({ example }: { example: StartExample }) {
  const { t } = useTranslation(["start", "common"]);
  const language = useLanguage();
  const { document, proposals, goal, period } = example;
  const { coins } = cardNamed(example.workflowName);
  const facts = document.claims.filter(({ check }) => check !== "unverified").length;
  const gaps = document.sections
    .flatMap(({ blocks }) => blocks)
    .filter((block) => block.type === "callout" && block.tone === "gap").length;
  // A post is one suggestion: its content item comes with its entry.
  const suggestions = proposals.filter(({ kind }) => kind === "calendarEntry").length;
  const file = document.sources.find(({ url }) => url.startsWith("file:"));
  return (
    <section className="start-section" id="how" aria-labelledby="start-how">
      <h2 id="start-how">{t("how.title")}</h2>
      <p>{t("how.lead")}</p>
      <ol className={cx("start-steps")}>
        <li>
          <h3>{t("how.form.title")}</h3>
          <p>{t("how.form.text")}</p>
          <dl className={cx("start-mini start-form num")}>
            <dt>{t("how.form.goal")}</dt>
            <dd>
              <span>{goal}</span>
            </dd>
            <dt>{t("how.form.period")}</dt>
            <dd>
              <span>{formatLongDate(period.from, language)}</span> {t("common:word.to")}{" "}
              <span>{formatLongDate(period.to, language)}</span>
            </dd>
            {file ? (
              <>
                <dt>{t("how.form.files")}</dt>
                <dd className={cx("start-file")}>
                  <Icon of={FileSpreadsheet} />
                  {file.title}
                </dd>
              </>
            ) : null}
          </dl>
        </li>
        <li>
          <h3>{t("how.price.title")}</h3>
          <p>{t("how.price.text")}</p>
          <div className="start-price num">
            <p className={cx("start-price-of")}>{t("how.price.of")}</p>
            <p className={cx("start-price-figure")}>
              {formatNumber(coins, language)} <small>{t("how.price.unit")}</small>
            </p>
            <Sum name={t("common:balance.left")} value={formatNumber(exampleBalance - coins, language)}>
              <KeyValue name={t("common:balance.free")} value={formatNumber(exampleBalance, language)} />
              <KeyValue name={t("common:balance.thisRun")} value={formatNumber(-coins, language)} />
            </Sum>
          </div>
        </li>
        <li>
          <h3>{t("how.check.title")}</h3>
          <p>{t("how.check.text")}</p>
          <ul className={cx("start-mini start-checks")}>
            {(
              [
                ["facts", facts, CircleCheck],
                ["gaps", gaps, CircleHelp],
                ["suggestions", suggestions, CircleCheck],
              ] as const
            ).map(([name, count, icon]) =>
              count === 0 ? null : (
                <li key={name}>
                  <Icon of={icon} />
                  <span>
                    <b className="num">{formatNumber(count, language)}</b> {t(`how.check.${name}`, { count })}
                  </span>
                </li>
              ),
            )}
            <li>
              <Icon of={Download} />
              <span>{t("how.check.files")}</span>
            </li>
          </ul>
        </li>
      </ol>
    </section>
  );
}

/** Groups of the price list; the first is what phones show of it. */
const groupOrder = [
  "marketing",
  "hobbys",
  "general",
  "entrepreneurship",
  "sales",
  "purchasing",
  "productManagement",
] as const;

/** The catalogue in the groups of the price list. */
function priceGroups(): { key: string; cards: WorkflowCard[] }[] {
  const all = assistantGroups(cards, true).flatMap((group) => [group, ...group.groups]);
  return groupOrder.map((key) => ({
    key,
    cards: all.flatMap((group) => (group.key === key ? group.cards : [])),
  }));
}

export function PriceList() {
  const { t } = useTranslation(["start", "workflows"]);
  const language = useLanguage();
  return (
    <section className="start-section" id="prices" aria-labelledby="start-prices">
      <h2 id="start-prices">{t("prices.title")}</h2>
      <p>{t("prices.lead")}</p>
      <div className={cx("start-prices")} id="start-price-list">
        {priceGroups().map((group) => (
          <section key={group.key}>
            <h3>{t(`group.${group.key}`)}</h3>
            <ul>
              {group.cards.map((card) => (
                <li key={card.key}>
                  <PriceRow
                    name={<a href={withLocale(paths.example(card.key), language)}>{t(card.localeKey)}</a>}
                    note={card.isProductionReady ? undefined : t("prices.soon")}
                    figure={formatNumber(card.coins, language)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <button
        type="button"
        className={cx(`${buttonClass({ full: true })} start-unfold`)}
        aria-expanded="false"
        aria-controls="start-price-list"
        hidden
      >
        {t("prices.all", { count: cards.length })}
      </button>
    </section>
  );
}

/** What a new account has, and how far it may go. Absent where accounts start with nothing. */
export function Welcome({ coins }: { coins: number }) {
  const { t } = useTranslation(["start", "workflows"]);
  const language = useLanguage();
  if (coins === 0) return null;
  const { lines, left } = welcomeLedger(coins);
  return (
    <section className={cx("start-section start-half")} aria-labelledby="start-coins">
      <div>
        <h2 id="start-coins">{t("coins.title", { count: coins })}</h2>
        <p>{t("coins.lead")}</p>
      </div>
      <div className="num">
        <table className={cx("start-ledger")}>
          <tbody>
            <tr>
              <th scope="row">{t("coins.welcome")}</th>
              <td>{formatNumber(coins, language, { signed: true })}</td>
            </tr>
            {lines.map(({ key, coins: price, isReturned }) => {
              const name = t(`workflows:${key}.name`);
              const what = isReturned
                ? t("coins.failed", { name })
                : key === "blogArticleWriter"
                  ? t("coins.articles", { name })
                  : name;
              return (
                <tr key={key}>
                  <th scope="row">{what}</th>
                  <td className={cx(isReturned ? "start-returned" : undefined)}>
                    {isReturned ? t("coins.returned") : formatNumber(-price, language)}
                  </td>
                </tr>
              );
            })}
            <tr className={cx("start-ledger-sum")}>
              <th scope="row">{t("coins.left")}</th>
              <td>{formatNumber(left, language)}</td>
            </tr>
          </tbody>
        </table>
        <DoubleRule />
      </div>
    </section>
  );
}

export function OwnDataSection() {
  const { t } = useTranslation("start");
  return (
    <section className="start-section" id="own" aria-labelledby="start-own">
      <h2 id="start-own">{t("own.title")}</h2>
      <p>{t("own.lead")}</p>
      <div className={cx("start-thirds")}>
        {(["machine", "model", "draft"] as const).map((part) => (
          <div key={part}>
            <h3>{t(`own.${part}.title`)}</h3>
            <p>{t(`own.${part}.text`)}</p>
            {part === "machine" ? <code className={cx("start-code")}>npm start</code> : null}
          </div>
        ))}
      </div>
    </section>
  );
}
