import type { Bilingual } from "../kit/bilingual.ts";
import { type DraftLanguage, figure } from "./wording.ts";

/* Money of forms that let people choose a currency. */

export const currencies = {
  EUR: "Euro (€) | Euro (€)",
  CHF: "Swiss franc (CHF) | Schweizer Franken (CHF)",
  GBP: "Pound sterling (£) | Pfund Sterling (£)",
  USD: "US dollar ($) | US-Dollar ($)",
} as const satisfies Record<string, Bilingual>;
export type Currency = keyof typeof currencies;

/** Sign of a currency, and whether English puts it before the amount. */
const signs: Readonly<Record<Currency, { sign: string; leads: boolean }>> = {
  EUR: { sign: "€", leads: false },
  CHF: { sign: "CHF\u00a0", leads: true },
  GBP: { sign: "£", leads: true },
  USD: { sign: "$", leads: true },
};

export const signOf = (currency: Currency): string => signs[currency].sign.trim();

/**
 * An amount with its currency, as written in sentences: `6,400 €`, `−£6,400`, `CHF 6,400`, in German `6.400 £`.
 * @param decimals to which it is rounded
 */
export function moneyText(value: number, currency: Currency, language: DraftLanguage, decimals = 0): string {
  const { sign, leads } = signs[currency];
  const amount = figure(value, language, decimals);
  if (!leads || language === "de") return `${amount}\u00a0${sign.trim()}`;
  return amount.startsWith("−") ? `−${sign}${amount.slice(1)}` : `${sign}${amount}`;
}

/** A price as it was given: `6,400 €`, `1.80 €`. */
export const priceText = (value: number, currency: Currency, language: DraftLanguage): string =>
  moneyText(value, currency, language, Number.isInteger(value) ? 0 : 2);
