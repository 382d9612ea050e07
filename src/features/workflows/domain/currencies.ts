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

const signs: Readonly<Record<Currency, string>> = { EUR: "€", CHF: "CHF", GBP: "£", USD: "$" };

/** A whole amount: `6,400 €`, `£6,400`, in German `6.400 £`. */
export function moneyText(value: number, currency: Currency, language: DraftLanguage): string {
  const amount = figure(Math.round(value), language);
  return language === "en" && (currency === "GBP" || currency === "USD")
    ? `${amount.startsWith("−") ? "−" : ""}${signs[currency]}${amount.replace("−", "")}`
    : `${amount}\u00a0${signs[currency]}`;
}
