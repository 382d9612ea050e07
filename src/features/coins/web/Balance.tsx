import type { ComponentProps } from "react";
import { lowBalance } from "../rules.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { formatNumber } from "#src/ui/format.ts";
import { Coin } from "#src/ui/Mark.tsx";

/** Classes of the balance, for the link or button round BalanceFigures. */
export const balanceClass = (free: number): string => (free <= lowBalance ? "balance balance-low num" : "balance num");

export interface BalanceProps {
  /** Coins that can be spent now. */
  free: number;
  /** Coins held for runs. */
  held?: number;
}

/** What stands inside of the balance; the low balance is also said in words. */
export function BalanceFigures({ free, held = 0 }: BalanceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = held > 0 ? t("balance.labelHeld", { free, held }) : t("balance.label", { free });
  return (
    <>
      <Coin />
      <span aria-hidden="true">{formatNumber(free, language)}</span>
      {held > 0 ? <small aria-hidden="true">{t("word.coinsHeld", { count: held })}</small> : null}
      <span className="sr-only">{free <= lowBalance ? `${words}. ${t("balance.low")}` : words}</span>
    </>
  );
}

/** The balance as a link to where coins are bought. */
export function BalanceLink({ free, held = 0, ...rest }: BalanceProps & ComponentProps<"a">) {
  return (
    <a {...rest} className={balanceClass(free)}>
      <BalanceFigures free={free} held={held} />
    </a>
  );
}
