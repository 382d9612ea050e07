import { useState } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { openSupport } from "#src/features/support/web/store.ts";
import { useZone } from "#src/features/settings/web/store.ts";
import type { Rights } from "#src/features/account/contract.ts";
import { rightsOf, writtenBytes } from "#src/features/account/rights.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { type Translate, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { AlertDialog } from "#src/ui/Dialog.tsx";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { formatBytes, formatLongDate, formatMoney, formatNumber } from "#src/ui/format.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { Offers, Plan } from "../contract.ts";
import { centsPerCoin } from "../rules.ts";
import { BuyButton } from "./BuyButton.tsx";
import { useBuy } from "./useBuy.ts";
import { useBuys } from "./words.ts";
import cx from "./Sale.module.css";

/** A change of plan that waits for a yes. */
type Wanted = { cancel: true } | { item: string };

/** Rights that the table shows; files and their size stand in one row. */
const rightKeys = ["parallelRuns", "schedules", "attachments", "deepResearch"] as const;

/** A right as a cell of the table says it. */
function rightText(key: (typeof rightKeys)[number], rights: Rights, t: Translate, language: AppLanguage): string {
  switch (key) {
    case "deepResearch":
      return t(rights.deepResearch ? "levels:value.included" : "levels:value.missing");
    case "attachments":
      return t("levels:value.files", {
        count: rights.attachments,
        size: formatBytes(writtenBytes(rights.attachmentBytes), language),
      });
    default: {
      const limit = rights[key];
      return limit === null ? t("levels:value.unlimited") : formatNumber(limit, language);
    }
  }
}

/** The plans in one table; the own one stands out. */
export function Plans({ offers }: { offers: Offers }) {
  const { t } = useTranslation(["payments", "levels"]);
  const language = useLanguage();
  const buysOf = useBuys();
  const purchase = useBuy();
  const [wanted, setWanted] = useState<Wanted>();
  const [isChanging, setChanging] = useState(false);
  const owned = useSelector(selectActiveUser).value?.ownedLicense;
  const { ownPlan } = offers;
  const [first] = offers.plans;
  if (!first) return null;
  const free: Plan = { id: "", level: "justRegistered", coins: 0, priceCents: 0, currency: first.currency };
  const plans = [free, ...offers.plans];
  // A level may be the operator's gift, without a plan that is paid for.
  const isOwn = (plan: Plan): boolean => (ownPlan ? plan.id === ownPlan.item : plan.level === owned);
  const current = plans.find(({ id }) => id === ownPlan?.item);
  const nameOf = (id: string | null | undefined): string => {
    const plan = plans.find((one) => one.id === id);
    return plan ? t(`levels:name.${plan.level}`) : "";
  };
  const change = (input: Wanted | { resume: true }, done: string): void => {
    setChanging(true);
    api.payments
      .changePlan(input)
      .then(() => {
        setWanted(undefined);
        invalidate("payments", "runs");
        toast({ tone: "ok", title: t(done), ...("item" in input ? { text: t("plans.changedText") } : {}) });
      })
      .catch(toastFailure("payments.error"))
      .finally(() => setChanging(false));
  };
  const rows: [key: string, of: (plan: Plan) => string, isSoft?: boolean][] = [
    [
      "price",
      ({ priceCents, currency }) =>
        priceCents === null ? t("plans.onRequest") : formatMoney(priceCents, currency, language),
    ],
    [
      "coins",
      ({ priceCents, coins }) =>
        priceCents === null ? t("plans.asAgreed") : coins === 0 ? t("plans.none") : formatNumber(coins, language),
    ],
    [
      "perCoin",
      ({ priceCents, coins }) =>
        priceCents === null
          ? t("plans.asAgreed")
          : coins === 0
            ? t("plans.packPrice")
            : t("packs.perCoin", { cents: formatNumber(centsPerCoin(priceCents, coins), language, { places: 1 }) }),
    ],
    [
      "enough",
      ({ priceCents, coins }) =>
        priceCents === null
          ? t("plans.teams")
          : coins > 0
            ? buysOf(coins)
            : offers.welcomeCoins > 0
              ? t("plans.toStart", { count: offers.welcomeCoins })
              : "",
      true,
    ],
  ];
  const rightsRows = rightKeys.map((key): [name: string, of: (plan: Plan) => string] => [
    t(`levels:right.${key}`),
    ({ level }) => rightText(key, rightsOf(level, offers.hasLevelLimits), t, language),
  ]);
  const classOf = (plan: Plan, isSoft = false): string =>
    cx(
      [isOwn(plan) ? "plan-own" : "", plan.priceCents === null ? "plan-ask plan-soft" : isSoft ? "plan-soft" : ""]
        .filter(Boolean)
        .join(" "),
    );
  return (
    <section aria-labelledby="coins-plans">
      <div className={cx("sale-head")}>
        <h2 className="h2" id="coins-plans">
          {t("plans.title")}
        </h2>
        <span className="hint">{t("plans.monthly")}</span>
      </div>
      <table className={cx("plans num")}>
        <thead>
          <tr>
            <td />
            {plans.map((plan) => (
              <th key={plan.id} scope="col" className={classOf(plan)}>
                {t(`levels:name.${plan.level}`)}
                {isOwn(plan) ? <small>{t("plans.yours")}</small> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, of, isSoft]) => (
            <tr key={key}>
              <th scope="row">{t(`plans.${key}`)}</th>
              {plans.map((plan) => (
                <td key={plan.id} className={classOf(plan, isSoft)}>
                  {of(plan)}
                </td>
              ))}
            </tr>
          ))}
          {rightsRows.map(([name, of]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {plans.map((plan) => (
                <td key={plan.id} className={classOf(plan)}>
                  {of(plan)}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <td />
            {plans.map((plan) => (
              <td key={plan.id} className={classOf(plan)}>
                <PlanAction
                  plan={plan}
                  offers={offers}
                  purchase={purchase}
                  isChanging={isChanging}
                  onWant={setWanted}
                  onResume={() => change({ resume: true }, "plans.resumed")}
                />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {offers.hasLevelLimits ? null : <p className={cx("plan-note")}>{t("levels:noLimits")}</p>}
      <PlanNote offers={offers} nameOf={nameOf} />
      <PlanQuestion
        offers={offers}
        wanted={wanted}
        current={current}
        nameOf={nameOf}
        isBusy={isChanging}
        onClose={() => setWanted(undefined)}
        onConfirm={() =>
          wanted ? change(wanted, "cancel" in wanted ? "plans.cancelled" : "plans.changed") : undefined
        }
      />
    </section>
  );
}

interface PlanActionProps {
  plan: Plan;
  offers: Offers;
  purchase: ReturnType<typeof useBuy>;
  isChanging: boolean;
  onWant: (wanted: Wanted) => void;
  onResume: () => void;
}

function PlanAction({ plan, offers: { ownPlan }, purchase, isChanging, onWant, onResume }: PlanActionProps) {
  const { t } = useTranslation(["payments", "levels"]);
  const name = t(`levels:name.${plan.level}`);
  if (plan.level === "justRegistered") return null;
  if (plan.priceCents === null)
    return (
      <Button size="small" aria-label={t("plans.askLabel", { plan: name })} onClick={openSupport}>
        {t("plans.ask")}
      </Button>
    );
  if (!ownPlan)
    return (
      <BuyButton
        item={plan.id}
        label={t("plans.choose")}
        name={t("plans.chooseLabel", { plan: name })}
        purchase={purchase}
      />
    );
  if (plan.id !== ownPlan.item)
    return (
      <Button
        size="small"
        aria-label={t("plans.switchLabel", { plan: name })}
        onClick={() => onWant({ item: plan.id })}
        disabled={isChanging || plan.id === ownPlan.nextItem}
      >
        {t("plans.switch")}
      </Button>
    );
  return ownPlan.cancelsAtEnd ? (
    <Button size="small" busy={isChanging} busyLabel={t("plans.busy")} onClick={onResume}>
      {t("plans.resume")}
    </Button>
  ) : (
    <Button size="small" variant="quiet" onClick={() => onWant({ cancel: true })}>
      {t("plans.cancel")}
    </Button>
  );
}

/** What happens to the plan next, in one sentence. */
function PlanNote({ offers: { ownPlan }, nameOf }: { offers: Offers; nameOf: (id: string | null) => string }) {
  const { t } = useTranslation(["payments", "levels"]);
  const language = useLanguage();
  const zone = useZone();
  if (!ownPlan) return null;
  const plan = nameOf(ownPlan.item);
  if (ownPlan.status === "pastDue") return <p className={cx("plan-note")}>{t("plans.pastDue", { plan })}</p>;
  if (ownPlan.periodEnd === null) return null;
  const date = formatLongDate(ownPlan.periodEnd, language, zone);
  const said = ownPlan.cancelsAtEnd
    ? t("plans.ends", { plan, date })
    : ownPlan.nextItem
      ? t("plans.changes", { plan, next: nameOf(ownPlan.nextItem), date })
      : t("plans.renews", { plan, date });
  return <p className={cx("plan-note")}>{said}</p>;
}

interface PlanQuestionProps {
  offers: Offers;
  wanted: Wanted | undefined;
  current: Plan | undefined;
  nameOf: (id: string | null | undefined) => string;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

function PlanQuestion({ offers, wanted, current, nameOf, isBusy, onClose, onConfirm }: PlanQuestionProps) {
  const { t } = useTranslation(["payments", "levels"]);
  const language = useLanguage();
  const zone = useZone();
  if (!wanted) return null;
  const end = offers.ownPlan?.periodEnd;
  const date = end ? formatLongDate(end, language, zone) : "";
  const to = "item" in wanted ? offers.plans.find(({ id }) => id === wanted.item) : undefined;
  const plan = to ? nameOf(to.id) : nameOf(current?.id);
  const price = formatMoney(to?.priceCents ?? 0, to?.currency ?? "EUR", language);
  const isUp = (to?.priceCents ?? 0) > (current?.priceCents ?? 0);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={to ? t("plans.switchTitle", { plan }) : t("plans.cancelTitle", { plan })}
      confirmLabel={to ? t("plans.switch") : t("plans.cancel")}
      cancelLabel={to ? t("common:action.cancel") : t("plans.keep")}
      busyLabel={t("plans.busy")}
      tone={to ? "primary" : "danger"}
      busy={isBusy}
      onConfirm={onConfirm}
    >
      {to
        ? t(isUp ? "plans.switchUp" : "plans.switchDown", { plan, price, date })
        : t("plans.cancelText", { plan, date })}
    </AlertDialog>
  );
}
