import type { Block } from "#src/features/documents/document.ts";
import { type Doubt, median } from "../../domain/marketFigures.ts";
import { figure, percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import { money, nameOf, ownId, type Price, type RivalScene } from "./facts.ts";
import { units } from "./form.ts";

/* Prices of competitors, and where an offer is between price and demands. */

const doubtNames = {
  notInQuote: "not in the excerpt | steht nicht im Zitat",
  noPercent: "not in the excerpt | steht nicht im Zitat",
  otherCurrency: "another currency | andere Währung",
  noCurrency: "no currency named | keine Währung genannt",
} as const satisfies Record<Doubt, Bilingual>;

/** How far a price is from one's own, in words: a sign before a percentage is read past. */
function distance(price: number, base: number): Bilingual {
  if (Math.round((price / base - 1) * 100) === 0) return "the same as “{offer}” | wie „{offer}“";
  return price > base
    ? "{share} above “{offer}” | {share} über „{offer}“"
    : "{share} below “{offer}” | {share} unter „{offer}“";
}

export function priceBlocks(scene: RivalScene): Block[] {
  const { facts, translate, translateAll, language } = scene;
  const { prices, offers, compared } = facts;
  const offerOf = ({ like, unit, doubt }: Price) =>
    doubt === null ? offers.find((one) => one.id === like && one.unit === unit) : undefined;
  const comparison = (one: Price): string => {
    if (one.doubt !== null) return translate(doubtNames[one.doubt]);
    const offer = offerOf(one);
    return offer && offer.price > 0
      ? translate(distance(one.price, offer.price), {
          share: percent(Math.abs(one.price / offer.price - 1) * 100, language),
          offer: offer.plan,
        })
      : "–";
  };
  if (prices.length === 0)
    return scene.isWriting
      ? []
      : [
          note(
            "gap",
            translate(
              "No competitor prices were found. Whose offer could a customer show you? | Es wurden keine Preise von Wettbewerbern gefunden. Wessen Angebot könnte Ihnen ein Kunde zeigen?",
            ),
          ),
        ];
  const middle = median(compared.map(({ price }) => price));
  const [main] = offers;
  return [
    ...tableOf(
      translateAll(
        "Who | Wer",
        "Offer | Angebot",
        "Price | Preis",
        "Billed | Abrechnung",
        "Vs. your price | Vergleich mit Ihrem Preis",
        "Source | Quelle",
      ),
      [
        ...offers.map(({ plan, price, unit }) => [
          translate("You | Sie"),
          plan,
          money(scene, price),
          translate(units[unit]),
          "",
          translate("your form | Ihr Formular"),
        ]),
        ...prices
          .toSorted((a, b) => Number(compared.includes(b)) - Number(compared.includes(a)) || a.price - b.price)
          .map((one) => [
            nameOf(scene, one.rival),
            scene.show(one.plan),
            one.doubt === "otherCurrency" || one.doubt === "noCurrency"
              ? figure(one.price, language, Number.isInteger(one.price) ? 0 : 2)
              : money(scene, one.price),
            translate(units[one.unit]),
            comparison(one),
            one.origin || translate("your notes | Ihre Notizen"),
          ]),
      ],
      [2],
    ),
    ...(compared.length > 1 && main
      ? chartOf(
          "bar",
          translate("Prices comparable to “{offer}” | Mit „{offer}“ vergleichbare Preise", { offer: main.plan }),
          money(scene, 0).replace("0", "").trim(),
          [{ name: translate("You | Sie"), price: main.price }]
            .concat(compared.map(({ rival, price }) => ({ name: nameOf(scene, rival), price })))
            .toSorted((a, b) => a.price - b.price)
            .map(({ name, price }) => ({ label: name, value: price })),
        )
      : []),
    compared.length > 1 && middle !== null
      ? note(
          "info",
          translate(
            "Median of the {count} comparable prices: {middle}. Check that the offers cover the same scope before you quote it. | Median der {count} vergleichbaren Preise: {middle}. Prüfen Sie, ob die Angebote dasselbe umfassen, bevor Sie ihn nennen.",
            { count: compared.length, middle: money(scene, middle) },
          ),
        )
      : note(
          "gap",
          translate(
            "A price comparison needs two offers with the same scope. Whose offer could a customer show you? | Ein Preisvergleich braucht zwei Angebote mit gleichem Umfang. Wessen Angebot könnte Ihnen ein Kunde zeigen?",
          ),
        ),
  ];
}

/** Half of the demands that can be judged make an offer one that meets much. */
const much = 50;
function pricePosition(price: number, middle: number, share: number): Bilingual {
  if (price > middle)
    return share >= much
      ? "expensive, covers a lot | teuer, erfüllt viel"
      : "expensive, covers little | teuer, erfüllt wenig";
  return share >= much ? "good value | viel fürs Geld" : "cheap and basic | günstig und einfach";
}

export function positionBlocks(scene: RivalScene): Block[] {
  const { facts, translate, translateAll, language } = scene;
  const { coverage, compared, demands, offers } = facts;
  const [main] = offers;
  const priceOf = (id: string): number | null =>
    id === ownId ? (main?.price ?? null) : (compared.find(({ rival }) => rival === id)?.price ?? null);
  const prices = coverage.flatMap(({ id }) => priceOf(id) ?? []);
  const middle = median(prices);
  const rows = coverage.flatMap(({ id, share, known }) => {
    const price = priceOf(id);
    if (share === null && price === null) return [];
    const isKnown =
      price !== null && share !== null && middle !== null && prices.length > 1 && known * 2 >= demands.length;
    return [
      [
        nameOf(scene, id),
        price === null ? "?" : money(scene, price),
        share === null ? "?" : percent(share, language),
        translate("{known} of {all} | {known} von {all}", { known, all: demands.length }),
        translate(isKnown ? pricePosition(price, middle, share) : "too little known | zu wenig bekannt"),
      ],
    ];
  });
  if (rows.length < 2) return [];
  return [
    ...tableOf(
      translateAll(
        "Who | Wer",
        "Price | Preis",
        "Needs met (weighted) | Erfüllt (gewichtet)",
        "Needs known | Bekannte Anforderungen",
        "Position | Position",
      ),
      rows,
      [1, 2],
    ),
    note(
      "info",
      translate(
        "Yes counts as 1, partly as ½, each times its weight, as a share of the known needs; “mentioned” counts as unknown. Expensive means above the median of these prices. | Ja zählt 1, teilweise ½, jeweils mal Gewicht und bezogen auf die bekannten Anforderungen; „erwähnt“ gilt als unbekannt. Teuer heißt: über dem Median dieser Preise.",
      ),
    ),
  ];
}
