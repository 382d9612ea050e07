import { moneyText as amountText } from "../../domain/currencies.ts";
import * as list from "../../domain/customerList.ts";
import { largestRemainder } from "../../domain/shares.ts";
import { percent, searchPhrase } from "../../domain/wording.ts";
import { type Bilingual, withinLabel } from "../../kit/bilingual.ts";
import type { Figures, ReadRequest, Scene } from "../../kit/state.ts";
import { materialOf } from "../material.ts";
import type { Form } from "./form.ts";
import { sizeRequests } from "./sizes.ts";

/* What is computed of target groups: what the customer list shows, costs of channels, order of groups, their budget. */

/** The first one stands where nobody has judged. */
export const levels = {
  open: "not rated | nicht bewertet",
  low: "low | gering",
  mid: "medium | mittel",
  high: "high | hoch",
} as const satisfies Record<string, Bilingual>;
export type Level = keyof typeof levels;
const pointsOf: Readonly<Record<Level, number>> = { open: 0, low: 1, mid: 2, high: 3 };

/** What a group of the document rests on before anyone writes. */
export interface Origin {
  id: string;
  /** The person's own words, or column and label of the list; empty: a writer has to find the group. */
  name: string;
  segment: list.Segment | null;
}
export interface RankedGroup {
  id: string;
  name: string;
  worth: Level;
  access: Level;
  points: number;
  /** Of the monthly budget, in whole amounts that add up to it; 0 without points. */
  budget: number;
}
export interface Facts {
  customers: list.CustomerList | null;
  drivers: { column: string; explains: number }[];
  /** Groups of the column that explains most; empty when none explains enough. */
  segments: list.Segment[];
  channels: list.ChannelCost[];
  origins: Origin[];
  ranks: RankedGroup[];
  /** Something was pasted that is no table. */
  isUnreadable: boolean;
}
export type GroupsScene = Scene<Form, Facts>;

/** A column has to explain this share of the differences before groups follow it. */
const minExplained = 0.05;

export const fileRequests = ({ attachments }: Form): ReadRequest[] =>
  attachments.map((fileId) => ({ kind: "file", fileId, hidden: true }));

/**
 * What is read: every file for code alone, since it may be a list of customers; files that are none again for the
 * writers; pages and searches.
 */
export function requests(scene: GroupsScene): ReadRequest[] {
  const { form, translate, textOf } = scene;
  const about = { offer: searchPhrase(form.offer), places: form.places.join(", ") };
  const texts = fileRequests(form).flatMap((request): ReadRequest[] => {
    const text = textOf(request);
    const { hidden: _, ...visible } = request;
    return text !== null && text !== "" && list.customersIn(text) === null ? [visible] : [];
  });
  return [
    ...fileRequests(form),
    ...sizeRequests(form),
    ...texts,
    ...materialOf(
      { ...form, attachments: [] },
      [form.companyWebsite, form.productWebsite],
      [
        translate("number of buyers {offer} {places} statistics | Anzahl Käufer {offer} {places} Statistik", about),
        translate("{offer} survey problems experience | {offer} Umfrage Probleme Erfahrungen", about),
      ],
    ),
  ];
}

const listMark = /^\s*(?:[-•*]|\d{1,2}[.)])\s*/;
const guessesOf = ({ hypotheses }: Form): string[] =>
  hypotheses
    .split("\n")
    .map((one) => one.replace(listMark, "").trim())
    .filter((one) => /\p{L}/u.test(one));

/** Groups that the list or the person names, and as many more as were asked for. */
function originsOf(form: Form, segments: readonly list.Segment[]): Origin[] {
  const named = [
    ...segments
      .filter(({ label }) => label !== list.others && label !== "?")
      .map((segment) => ({ name: `${segment.column}: ${segment.label}`, segment })),
    ...guessesOf(form).map((name) => ({ name: name.slice(0, 200).toWellFormed(), segment: null })),
  ];
  return Array.from({ length: form.groups }, (_, at) => ({
    id: `g${at + 1}`,
    ...(named[at] ?? { name: "", segment: null }),
  }));
}

export function factsOf(
  form: Form,
  judged: readonly { id: string; name: string; worth: Level; access: Level }[],
  textOf: (request: ReadRequest) => string | null,
): Facts {
  const texts = [form.customers, ...fileRequests(form).map((request) => textOf(request) ?? "")];
  const customers = texts.map((text) => list.customersIn(text)).find((one) => one !== null) ?? null;
  const drivers = customers ? list.driversOf(customers) : [];
  const [driver] = drivers;
  const segments =
    customers && driver && driver.explains >= minExplained ? list.segmentsBy(customers, driver.column) : [];
  const points = judged.map(({ worth, access }) => pointsOf[worth] * pointsOf[access]);
  const budgets = largestRemainder(points, Math.floor(form.budget ?? 0));
  return {
    customers,
    drivers,
    segments,
    channels: list.channelCosts(form.channels),
    origins: originsOf(form, segments),
    ranks: judged
      .map((one, at) => ({ ...one, points: points[at] ?? 0, budget: budgets[at] ?? 0 }))
      .toSorted((a, b) => b.points - a.points),
    isUnreadable: customers === null && form.customers.trim() !== "",
  };
}

export const money = ({ language, form: { currency } }: GroupsScene, value: number): string =>
  amountText(value, currency, language);
export const share = ({ language }: Pick<GroupsScene, "language">, value: number): string =>
  percent(value * 100, language);

/** Most that winning an order may cost: its margin; null without the value of an order. */
export const maxPerOrder = ({ form: { orderValue, margin } }: GroupsScene): number | null =>
  orderValue === null ? null : (orderValue * margin) / 100;

export function figuresOf(scene: GroupsScene): Figures {
  const { facts } = scene;
  const { customers, drivers, origins, channels, ranks } = facts;
  const [driver] = drivers;
  const most = maxPerOrder(scene);
  return {
    ...(customers
      ? { customers: { label: "Customers in the list | Kunden in der Liste", text: String(customers.rows.length) } }
      : {}),
    ...(customers && customers.revenue !== ""
      ? {
          bestFifth: {
            label: `Share of revenue of the best ${list.bestFifthCount(customers)} of ${customers.rows.length} customers | Umsatzanteil der besten ${list.bestFifthCount(customers)} von ${customers.rows.length} Kunden`,
            text: share(scene, list.bestFifth(customers)),
          },
        }
      : {}),
    ...(driver && facts.segments.length > 0
      ? {
          explains: {
            label:
              `Differences in revenue explained by “${withinLabel(driver.column)}” | Durch „${withinLabel(driver.column)}“ erklärte Umsatzunterschiede` as const,
            text: share(scene, driver.explains),
          },
        }
      : {}),
    ...Object.fromEntries(
      origins.flatMap(({ id, segment }) =>
        segment === null || !customers || customers.revenue === ""
          ? []
          : [
              [
                `share_${id}`,
                {
                  label:
                    `Share of revenue, ${withinLabel(segment.label)} | Umsatzanteil, ${withinLabel(segment.label)}` as const,
                  text: share(scene, segment.revenueShare),
                },
              ],
              [
                `mean_${id}`,
                {
                  label:
                    `Revenue per customer, ${withinLabel(segment.label)} | Umsatz je Kunde, ${withinLabel(segment.label)}` as const,
                  text: money(scene, segment.mean),
                  how: `${money(scene, segment.revenue)} ÷ ${segment.count}`,
                },
              ],
            ],
      ),
    ),
    ...Object.fromEntries(
      channels.flatMap(({ channel, perCustomer, spend, customers: orders }, at) =>
        perCustomer === null
          ? []
          : [
              [
                `cost_c${at + 1}`,
                {
                  label:
                    `Cost per order, ${withinLabel(channel)} | Kosten je Auftrag, ${withinLabel(channel)}` as const,
                  text: money(scene, perCustomer),
                  how: `${money(scene, spend)} ÷ ${orders}`,
                },
              ],
            ],
      ),
    ),
    ...(most === null
      ? {}
      : {
          mayCost: {
            label: "Maximum cost per order | Höchstkosten je Auftrag",
            text: money(scene, most),
          },
        }),
    ...Object.fromEntries(
      ranks
        .filter(({ budget }) => budget > 0)
        .map(({ id, budget }) => [
          `budget_${id}`,
          { label: `Budget per month, ${id} | Budget im Monat, ${id}` as const, text: money(scene, budget) },
        ]),
    ),
  };
}
