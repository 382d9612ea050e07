import type { Block } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import * as rivals from "../../domain/rivals.ts";
import { figure, listed, percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { money, nameOf, type RivalScene } from "./facts.ts";
import { ownHas, units } from "./form.ts";

/* The computed half of a competitor analysis. */

export const hasText = { ...ownHas, said: "mentioned | erwähnt" } as const satisfies Record<string, Bilingual>;
const verdicts = {
  open: "open | offen",
  lead: "you lead | Sie führen",
  level: "on par | gleichauf",
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
        ...translateAll("Need | Anforderung", "Weight | Gewicht", "You | Sie"),
        ...facts.rivals.map(({ name }) => name),
        translate("Your position | Ihre Position"),
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
        "“?” means nothing we read mentions it, which doesn’t rule it out. Your column shows your own answers. | „?“ heißt: In den gelesenen Texten steht nichts dazu. Vorhanden sein kann es trotzdem. Ihre Spalte zeigt Ihre eigenen Angaben.",
      ),
    ),
  ];
}

export const proofBlocks = (scene: RivalScene): Block[] =>
  tableOf(
    scene.translateAll("Competitor | Wettbewerber", "Need | Anforderung", "Met | Erfüllt", "Exact words | Wortlaut"),
    scene.facts.rivals.flatMap(({ id, name }) =>
      scene.facts.demands.flatMap((demand) =>
        scene.facts.findings
          .filter((one) => one.rival === id && one.demand === demand.id)
          .map(({ has, words }) => [name, demand.name, scene.translate(hasText[has]), words]),
      ),
    ),
  );

export function dealBlocks(scene: RivalScene): Block[] {
  const { facts, translate, translateAll, language } = scene;
  const { deals } = facts;
  const all = deals.reduce((sum, { won, lost }) => sum + won + lost, 0);
  return [
    ...tableOf(
      translateAll(
        "Competitor | Wettbewerber",
        "Won | Gewonnen",
        "Lost | Verloren",
        "Win rate | Abschlussquote",
        "Most common reason for losing | Häufigster Grund für die Absage",
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
              "With so few cases, the reasons tell you more than the rates. | Bei so wenigen Fällen sagen die Gründe mehr als die Quoten.",
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
    ...line("Nearly everyone says this, including you | Das sagen fast alle, auch Sie", both),
    ...line("Nearly everyone says this, but you don’t | Das sagen fast alle, Sie aber nicht", theirs),
    ...line("Only you say this | Das sagen nur Sie", ownOnly),
  ];
  return items.length === 0 ? [] : [{ type: "list", ordered: false, items }];
}

/** What one claims in the form, compared with one's own website. */
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
          words ?? translate("no mention of it found | nichts dazu gefunden"),
        ]),
      [1],
    ),
    ...(silent.length === 0
      ? []
      : [
          note(
            "warn",
            translate(
              "Customers comparing websites won’t find out that you meet {demands}. | Wer Websites vergleicht, erfährt nicht, dass Sie dies erfüllen: {demands}.",
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
      "Still unclear | Noch unklar",
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
              ? "Paste text from their page or a leaflet into the form. | Text von der Website oder aus einem Prospekt ins Formular einfügen."
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
    translateAll("Competitor | Wettbewerber", "Source | Quelle", "Date | Datum"),
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
