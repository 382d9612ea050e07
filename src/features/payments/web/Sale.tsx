import { useQuery } from "@tanstack/react-query";
import { useTranslation, useLanguage } from "#src/ui/i18n/index.ts";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { formatMoney, formatNumber } from "#src/ui/format.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { Pack } from "../contract.ts";
import { centsPerCoin } from "../rules.ts";
import { BuyButton } from "./BuyButton.tsx";
import { Plans } from "./Plans.tsx";
import { offersQuery } from "./store.ts";
import { useBuy } from "./useBuy.ts";
import { useBuys } from "./words.ts";
import cx from "./Sale.module.css";

/** What is sold: packs once, plans each month. */
export function Sale() {
  const { t } = useTranslation("payments");
  const { data, error, refetch } = useQuery({ ...offersQuery, refetchOnMount: "always" });
  if (error && !data) return <RetryAlert title={t("failed")} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} height={52} columns="1fr 2fr 60px 64px" />;
  if (data.provider === null) return <EmptyState title={t("off.title")}>{t("off.text")}</EmptyState>;
  return (
    <>
      <Packs packs={data.packs} taxPercent={data.taxPercent} />
      <Plans offers={data} />
    </>
  );
}

function Packs({ packs, taxPercent }: { packs: readonly Pack[]; taxPercent: number }) {
  const { t } = useTranslation("payments");
  const purchase = useBuy();
  if (packs.length === 0) return null;
  return (
    <section aria-labelledby="coins-packs">
      <div className={cx("sale-head sale-head-key")}>
        <h2 className="h2" id="coins-packs">
          {t("packs.title")}
        </h2>
        <span className="hint">{taxPercent > 0 ? t("packs.once", { percent: taxPercent }) : t("packs.onceOnly")}</span>
      </div>
      <ul className={"num"}>
        {packs.map((pack) => (
          <PackRow key={pack.id} pack={pack} purchase={purchase} />
        ))}
      </ul>
    </section>
  );
}

function PackRow({ pack, purchase }: { pack: Pack; purchase: ReturnType<typeof useBuy> }) {
  const { t } = useTranslation("payments");
  const language = useLanguage();
  const buysOf = useBuys();
  const { coins, priceCents, currency, isRecommended } = pack;
  return (
    <li className={cx("pack")}>
      <span className={cx("pack-coins")}>
        <b>{formatNumber(coins, language)}</b> {t("packs.coins")}
      </span>
      <span className={cx("pack-buys")}>{buysOf(coins)}</span>
      <span className={cx("pack-each")}>
        {t("packs.perCoin", { cents: formatNumber(centsPerCoin(priceCents, coins), language, { places: 1 }) })}
      </span>
      <b className={cx("pack-price")}>{formatMoney(priceCents, currency, language)}</b>
      <BuyButton
        item={pack.id}
        variant={isRecommended ? "primary" : "outline"}
        label={t("packs.buy")}
        name={t("packs.buyLabel", { count: coins })}
        purchase={purchase}
      />
    </li>
  );
}
