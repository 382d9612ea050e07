import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Avatar } from "#src/ui/Avatar.tsx";
import { BalanceLink } from "#src/features/coins/web/Balance.tsx";
import { Button } from "#src/ui/Button.tsx";
import {
  formatDateTime,
  formatDuration,
  formatHeld,
  formatListDate,
  formatMoney,
  formatNumber,
  formatPercent,
} from "#src/ui/format.ts";
import { DoubleRule, KeyValue, PriceRow, Sum } from "#src/ui/Ledger.tsx";
import { Mark } from "#src/ui/Mark.tsx";
import { Num } from "#src/ui/Num.tsx";
import { Table } from "#src/ui/Table.tsx";
import { useSamples } from "./samples.ts";
import cx from "./kitchen.module.css";

export function BalanceSamples() {
  const s = useSamples();
  const { t } = useTranslation();
  const language = useLanguage();
  const prices = [50, 30, 30, 20, 10];
  return (
    <div className={cx("kitchen-stack")}>
      <div className={cx("kitchen-row")}>
        <BalanceLink href="#parts" free={1240} />
        <BalanceLink href="#parts" free={940} held={300} />
        <BalanceLink href="#parts" free={80} />
        <span className={cx("kitchen-row")}>
          <Mark /> <Avatar name="Mara Brandt" />
        </span>
      </div>
      <section className={cx("pop kitchen-pop")} aria-label={s.afford}>
        <h3 className={cx("kitchen-pop-title")}>{s.afford}</h3>
        {s.affordRows.map((name, index) => (
          <PriceRow key={name} dense name={name} figure={<Num value={prices[index] ?? 0} />} />
        ))}
        <Sum name={t("balance.free")} value={<Num value={80} />} />
        <div className={cx("button-row kitchen-pop-foot")}>
          <Button size="small" variant="primary">
            {s.buy}
          </Button>
          <Button size="small" variant="quiet">
            {t("action.notNow")}
          </Button>
        </div>
      </section>
      <section>
        <h3 className="h2 key">{t("balance.thisRun")}</h3>
        <Sum name={t("balance.left")} value={<Num value={940} />}>
          <KeyValue name={t("balance.free")} value={<Num value={1240} />} />
          <KeyValue name={t("balance.thisRun")} value={<Num value={-300} />} />
        </Sum>
      </section>
      <section>
        {s.packs.map((name, index) => (
          <PriceRow
            key={name}
            name={name}
            note={s.each[index]}
            figure={formatMoney([1900, 4900][index] ?? 0, "EUR", language)}
            action={<Button size="small">{s.buyOne}</Button>}
          />
        ))}
      </section>
      <p className={cx("num kitchen-small kitchen-second")}>
        {[
          formatListDate("2026-11-23", language, { now: "2026-11-24T00:00:00Z" }),
          formatDateTime("2026-11-23T07:12:00Z", "Europe/Berlin"),
          formatNumber(-300, language),
          formatHeld(250, language),
          formatPercent(62.1, language),
          formatMoney(4900, "EUR", language),
          formatDuration(125_000, language),
        ].join(" · ")}
      </p>
    </div>
  );
}

export function TableSamples() {
  const s = useSamples();
  return (
    <div className={cx("kitchen-stack")}>
      <Table caption={s.columns.join(", ")}>
        <thead>
          <tr>
            {s.columns.map((column, index) => (
              <th key={column} className={index === 1 ? "r" : ""} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {["LinkedIn", "Instagram", "YouTube"].map((platform, index) => (
            <tr key={platform}>
              <td className={cx("kitchen-strong")}>{platform}</td>
              <td className="r">{[3, 2, 1][index]}</td>
              <td className={cx("kitchen-second")}>article, reel</td>
              <td className={cx("kitchen-second kitchen-whole")}>Tue 08:00</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <div>
        <Table caption={s.scroll}>
          <thead>
            <tr>
              <th scope="col">{s.columns[2]}</th>
              <th scope="col" className="r">
                Coins
              </th>
            </tr>
          </thead>
          <tbody>
            {s.statement.map(([what, coins]) => (
              <tr key={what}>
                <td>{what}</td>
                <td className="r">
                  <Num value={coins} signed />
                </td>
              </tr>
            ))}
            <tr className="sum">
              <td>{s.buy}</td>
              <td className="r">
                <Num value={1240} />
              </td>
            </tr>
          </tbody>
        </Table>
        <DoubleRule />
      </div>
    </div>
  );
}
