import { html } from "hono/html";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { type Letter, mailPage } from "./layout.ts";

export interface Receipt {
  /** `2026-0418`. */
  receipt: string;
  paidAt: Date;
  coins: number;
  isPlan: boolean;
  /** Name of the level, for plans. */
  level: string | null;
  /** In the smallest unit of the currency, tax included. */
  totalCents: number;
  currency: string;
  taxPercent: number;
  /** What of it is tax. */
  taxCents: number;
  /** No money moved. */
  isTest: boolean;
  /** Page of the statement. */
  address: string;
}

const texts = {
  en: {
    subject: (number: string) => `Receipt ${number} from Pioneer`,
    greeting: "Hello,",
    lead: "Thank you. We've received your payment and added the coins to your account.",
    test: "This was a test payment: no money was charged.",
    item: "Item",
    pack: (coins: string) => `${coins} coins`,
    plan: (level: string, coins: string) => `${level} plan, ${coins} coins for one month`,
    total: "Paid",
    tax: (percent: string) => `including ${percent}% VAT`,
    number: "Receipt",
    date: "Date",
    statement: "Statement and receipts",
    why: "You're getting this because your account bought something from Pioneer.",
  },
  de: {
    subject: (number: string) => `Beleg ${number} von Pioneer`,
    greeting: "Guten Tag,",
    lead: "Vielen Dank. Wir haben Ihre Zahlung erhalten und die Coins gutgeschrieben.",
    test: "Das war eine Testzahlung: Es ist kein Geld geflossen.",
    item: "Posten",
    pack: (coins: string) => `${coins} Coins`,
    plan: (level: string, coins: string) => `Tarif ${level}, ${coins} Coins für einen Monat`,
    total: "Bezahlt",
    tax: (percent: string) => `davon ${percent} % USt.`,
    number: "Beleg",
    date: "Datum",
    statement: "Auszug und Belege",
    why: "Sie bekommen diese Nachricht, weil mit Ihrem Konto bei Pioneer etwas gekauft wurde.",
  },
} as const;

const named = (level: string): string => level.slice(0, 1).toUpperCase() + level.slice(1);

/** The receipt of one purchase. Holds figures of ours only, nothing that somebody typed. */
export async function receiptLetter(receipt: Receipt, language: AppLanguage): Promise<Letter> {
  const t = texts[language];
  const amount = (cents: number): string =>
    new Intl.NumberFormat(language, { style: "currency", currency: receipt.currency }).format(cents / 100);
  const coins = new Intl.NumberFormat(language).format(receipt.coins);
  const rows: [string, string][] = [
    [t.number, receipt.receipt],
    [
      t.date,
      new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "Europe/Berlin" }).format(receipt.paidAt),
    ],
    [t.item, receipt.isPlan ? t.plan(named(receipt.level ?? ""), coins) : t.pack(coins)],
    [t.total, amount(receipt.totalCents)],
    ...(receipt.taxPercent > 0
      ? [
          [t.tax(new Intl.NumberFormat(language).format(receipt.taxPercent)), amount(receipt.taxCents)] satisfies [
            string,
            string,
          ],
        ]
      : []),
  ];
  const lead = receipt.isTest ? `${t.lead} ${t.test}` : t.lead;
  return {
    subject: t.subject(receipt.receipt),
    text: `${t.greeting}\n\n${lead}\n\n${rows.map(([name, value]) => `${name}: ${value}`).join("\n")}\n\n${t.statement}:\n${receipt.address}\n\n--\n${t.why}\n`,
    html: await mailPage(
      language,
      html`<p>${t.greeting}</p>
        <p>${lead}</p>
        <table style="border-collapse:collapse;margin:16px 0">
          ${rows.map(
            ([name, value]) =>
              html`<tr>
                <td style="padding:4px 24px 4px 0;color:#5c665f">${name}</td>
                <td style="padding:4px 0">${value}</td>
              </tr>`,
          )}
        </table>
        <p><a href="${receipt.address}">${t.statement}</a></p>`,
      t.why,
    ),
  };
}
