import { useLanguage } from "#src/ui/i18n/index.ts";
import { formatMoney, formatNumber, formatPercent, type NumberOptions } from "./format.ts";

/** A figure in tabular digits, grouped as the language does it. */
export function Num({ value, ...options }: { value: number } & NumberOptions) {
  return <span className="num">{formatNumber(value, useLanguage(), options)}</span>;
}

/** Money from integer minor units. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span className="num">{formatMoney(amount, currency, useLanguage())}</span>;
}

/** A share, 0 to 100. */
export function Percent({ value, places }: { value: number; places?: number }) {
  return <span className="num">{formatPercent(value, useLanguage(), places)}</span>;
}
