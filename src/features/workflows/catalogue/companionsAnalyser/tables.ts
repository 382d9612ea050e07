import type { Block } from "#src/features/documents/document.ts";
import { dayText, localDateOf } from "../../domain/dates.ts";
import { type Doubt, median } from "../../domain/marketFigures.ts";
import * as rivals from "../../domain/rivals.ts";
import { figure, listed, percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import { money, nameOf, own, type Price, type RivalScene } from "./facts.ts";
import { ownHas, units } from "./form.ts";

/* The computed half of a competitor analysis. */

export const hasText = { ...ownHas, said: "mentioned | erwähnt" } as const satisfies Record<string, Bilingual>;
const verdicts = {
  open: "open | offen",
  lead: "you lead | Sie führen",
  level: "level | gleichauf",
  behind: "you are behind | Sie liegen zurück",
} as const satisfies Record<rivals.Standing, Bilingual>;
/** Orders below which shares say little. */
const fewDeals = 20;

export function matrixBlocks(scene: RivalScene): Block[] {
  const { facts, translate, translateAll, language } = scene;
  const { demands, findings } = facts;
  const hasOf = (rival: string, demand: string) => rivals.findingOf(findings, rival, demand)?.has;
  if (demands.length === 0) return [];
  return [
    ...tableOf(
      [
        ...translateAll("Demand | Anforderung", "Weight | Gewicht", "You | Sie"),
        ...facts.rivals.map(({ name }) => name),
        translate("Your standing | Ihre Stellung"),
      ],
      demands
        .toSorted((a, b) => b.weight - a.weight)
        .map((one) => {
          const others = facts.rivals.map(({ id }) => hasOf(id, one.id));
          return [
            one.name,
            figure(one.weight, language),
            one.own === "open" ? "?" : translate(hasText[one.own]),
            ...others.map((has) => (has === undefined ? "?" : translate(hasText[has]))),
            translate(
              verdicts[
                rivals.standingOf(
                  one.own,
                  others.filter((has) => has !== undefined),
                )
              ],
            ),
          ];
        }),
      [1],
    ),
    note(
      "info",
      translate(
        "“?” means that nothing we read says it; it may be there all the same. Your column is your own word. | „?“ heißt: Nichts von dem, was wir gelesen haben, sagt es. Es kann trotzdem vorhanden sein. Ihre Spalte ist Ihre eigene Angabe.",
      ),
    ),
  ];
}

export const proofBlocks = (scene: RivalScene): Block[] =>
  tableOf(
    scene.translateAll(
      "Competitor | Wettbewerber",
      "Demand | Anforderung",
      "Met | Erfüllt",
      "Words of the source | Wortlaut",
    ),
    scene.facts.rivals.flatMap(({ id, name }) =>
      scene.facts.demands.flatMap((demand) =>
        scene.facts.findings
          .filter((one) => one.rival === id && one.demand === demand.id)
          .map(({ has, words }) => [name, demand.name, scene.translate(hasText[has]), words]),
      ),
    ),
  );

const doubtNames = {
  notInQuote: "not in the quote | steht nicht im Zitat",
  noPercent: "not in the quote | steht nicht im Zitat",
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
              "No price of a competitor was found. Whose offer could a customer show you? | Kein Preis eines Wettbewerbers wurde gefunden. Wessen Angebot könnte Ihnen ein Kunde zeigen?",
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
        "Charged | Berechnet",
        "Against yours | Im Vergleich zu Ihrem",
        "Where it stands | Wo er steht",
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
          translate("Prices that compare with “{offer}” | Mit „{offer}“ vergleichbare Preise", { offer: main.plan }),
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
            "Median of the {count} comparable prices: {middle}. Check that the offers contain the same before you quote it. | Median der {count} vergleichbaren Preise: {middle}. Prüfen Sie, ob die Angebote dasselbe enthalten, bevor Sie ihn nennen.",
            { count: compared.length, middle: money(scene, middle) },
          ),
        )
      : note(
          "gap",
          translate(
            "For a price level it takes two offers that contain the same. Whose offer could a customer show you? | Für ein Preisniveau braucht es zwei Angebote mit gleichem Inhalt. Wessen Angebot könnte Ihnen ein Kunde zeigen?",
          ),
        ),
  ];
}

/** Half of the demands that can be judged make an offer one that meets much. */
const much = 50;
function placeOf(price: number, middle: number, share: number): Bilingual {
  if (price > middle)
    return share >= much
      ? "expensive, meets much | teuer, erfüllt viel"
      : "expensive, meets little | teuer, erfüllt wenig";
  return share >= much ? "good value | viel fürs Geld" : "cheap and plain | günstig und schlicht";
}

export function positionBlocks(scene: RivalScene): Block[] {
  const { facts, translate, translateAll, language } = scene;
  const { coverage, compared, demands, offers } = facts;
  const [main] = offers;
  const priceOf = (id: string): number | null =>
    id === own ? (main?.price ?? null) : (compared.find(({ rival }) => rival === id)?.price ?? null);
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
        translate(isKnown ? placeOf(price, middle, share) : "too little known | zu wenig bekannt"),
      ],
    ];
  });
  if (rows.length < 2) return [];
  return [
    ...tableOf(
      translateAll(
        "Who | Wer",
        "Price | Preis",
        "Demands met, weighted | Erfüllt, gewichtet",
        "Demands known | Bekannte Anforderungen",
        "Position | Position",
      ),
      rows,
      [1, 2],
    ),
    note(
      "info",
      translate(
        "Yes counts 1, partly ½, times the weight, out of what is known; “mentioned” counts as unknown. Expensive: above the median of these prices. | Ja zählt 1, teilweise ½, mal Gewicht, bezogen auf das Bekannte; „erwähnt“ gilt als unbekannt. Teuer: über dem Median dieser Preise.",
      ),
    ),
  ];
}

export function dealBlocks(scene: RivalScene): Block[] {
  const { facts, translate, translateAll, language } = scene;
  const { deals } = facts;
  const all = deals.reduce((sum, { won, lost }) => sum + won + lost, 0);
  return [
    ...tableOf(
      translateAll(
        "Against | Gegen",
        "Won | Gewonnen",
        "Lost | Verloren",
        "Share won | Abschlussquote",
        "Most frequent reason for losing | Häufigster Grund der Niederlage",
      ),
      deals.map(({ against: name, won, lost, reason }) => [
        name,
        figure(won, language),
        figure(lost, language),
        percent((won / (won + lost)) * 100, language),
        reason || "–",
      ]),
      [1, 2, 3],
    ),
    ...(all > 0 && all < fewDeals
      ? [
          note(
            "info",
            translate(
              "Few cases: read the reasons, not the shares. | Wenige Fälle: Lesen Sie die Gründe, nicht die Quoten.",
            ),
          ),
        ]
      : []),
  ];
}

export function wordBlocks(scene: RivalScene): Block[] {
  const { facts, form, context, language, translate } = scene;
  const texts = facts.rivals.map(({ material }) => material.map(({ text }) => text).join("\n")).filter(Boolean);
  const { both, theirs, ownOnly } = rivals.sharedWords(
    form.productsPitch || form.companyInformation,
    texts,
    context.language,
  );
  const line = (label: Bilingual, words: readonly string[]): string[] =>
    words.length === 0 ? [] : [`${translate(label)}: ${listed(words, language)}`];
  const items = [
    ...line("Nearly everyone says it, you too | Fast alle sagen es, Sie auch", both),
    ...line("Nearly everyone says it, you don’t | Fast alle sagen es, Sie nicht", theirs),
    ...line("Only you say it | Nur Sie sagen es", ownOnly),
  ];
  return items.length === 0 ? [] : [{ type: "list", ordered: false, items }];
}

/** What one claims in the form, held against one's own website. */
export function mirrorBlocks(scene: RivalScene): Block[] {
  const { facts, translate, translateAll, language } = scene;
  if (facts.mirror === null || facts.mirror.length === 0) return [];
  const silent = facts.mirror.filter(({ words }) => words === null);
  return [
    ...tableOf(
      translateAll("You meet | Sie erfüllen", "Weight | Gewicht", "Your website says | Ihre Website sagt"),
      facts.mirror
        .toSorted((a, b) => b.weight - a.weight)
        .map(({ demand, weight, words }) => [
          demand,
          figure(weight, language),
          words ?? translate("no sentence about it found | kein Satz dazu gefunden"),
        ]),
      [1],
    ),
    ...(silent.length === 0
      ? []
      : [
          note(
            "warn",
            translate(
              "A customer who compares websites doesn’t learn that you meet {demands}. | Wer Websites vergleicht, erfährt nicht, dass Sie dies erfüllen: {demands}.",
              {
                demands: listed(
                  silent.map(({ demand }) => translate("“{demand}” | „{demand}“", { demand })),
                  language,
                ),
              },
            ),
          ),
        ]),
  ];
}

/** Demands whose weight makes it worth asking. */
const worthAsking = 3;

export const unknownBlocks = (scene: RivalScene): Block[] =>
  tableOf(
    scene.translateAll(
      "Competitor | Wettbewerber",
      "Not settled whether they meet | Offen, ob sie dies erfüllen",
      "How to find out | So finden Sie es heraus",
    ),
    scene.facts.rivals.flatMap(({ id, name, material }) => {
      const open = scene.facts.demands.filter((one) => {
        const found = rivals.findingOf(scene.facts.findings, id, one.id);
        return one.weight >= worthAsking && (found === undefined || found.has === "said");
      });
      if (open.length === 0) return [];
      return [
        [
          name,
          open.map((one) => one.name).join("; "),
          scene.translate(
            material.length === 0
              ? "Paste text of their page or a leaflet into the form. | Text ihrer Seite oder einen Prospekt ins Formular einfügen."
              : "Ask a customer who had both offers. | Einen Kunden fragen, dem beide Angebote vorlagen.",
          ),
        ],
      ];
    }),
  );

export function sourceBlocks(scene: RivalScene): Block[] {
  const { facts, context, translate, translateAll, language } = scene;
  const today = dayText(localDateOf(context.now, context.timeZone), language);
  return tableOf(
    translateAll("Competitor | Wettbewerber", "Read | Gelesen", "On | Am"),
    facts.rivals.map(({ name, material }) => [
      name,
      [
        ...new Set(
          material.map(({ id, title }) => (id.startsWith("n") ? translate("your notes | Ihre Notizen") : title)),
        ),
      ].join("; ") || translate("nothing | nichts"),
      material.length > 0 ? today : "–",
    ]),
  );
}

/** What a list of cards asks for where it is open: of one competitor, and of all when nothing is written at all. */
export interface CardTexts {
  titles: Readonly<Record<string, Bilingual>>;
  one: Bilingual;
  all: Bilingual;
}

/** A card for each competitor of whom something is written; what is open is one question instead of a row of blanks. */
export function cardBlocks(scene: RivalScene, rows: readonly { id: string }[], texts: CardTexts): Block[] {
  const { facts, translate, isWriting } = scene;
  const cards = facts.rivals.map(({ id, name }) => {
    const row = rows.find((one) => one.id === id) ?? { id };
    const cells = Object.entries(texts.titles).flatMap(([key, title]) => {
      const text = String(Reflect.get(row, key) ?? "");
      return text === "" ? [] : [`${translate(title)}: ${scene.show(text)}`];
    });
    return { name, cells, isOpen: cells.length * 2 < Object.keys(texts.titles).length };
  });
  const isBlank = cards.every(({ cells }) => cells.length === 0);
  const written = cards.flatMap(({ name, cells, isOpen }): Block[] => {
    if (isBlank || (isWriting && cells.length === 0)) return [];
    return [
      { type: "h", text: name },
      ...(cells.length > 0 ? [{ type: "list" as const, ordered: false, items: cells }] : []),
      ...(isOpen && !isWriting ? [note("gap", translate(texts.one, { name }))] : []),
    ];
  });
  return [...written, ...(isBlank && !isWriting ? [note("gap", translate(texts.all))] : [])];
}

/** Prices of competitors as a person would write them into another form. */
export const priceLines = (scene: RivalScene): string[] =>
  scene.facts.prices
    .filter(({ doubt }) => doubt === null)
    .map(
      ({ rival, plan, price, unit }) =>
        `${nameOf(scene, rival)}: ${scene.show(plan)}, ${money(scene, price)} ${scene.translate(units[unit])}`,
    );
