import type { Block } from "#src/features/documents/document.ts";
import { type Factor, levels, narrowest, neededOf, rounded, type Size } from "../../domain/marketSize.ts";
import { changeText, figure, listed, percent, quoted } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { figuresOf, type MarketScene, money, orderValue, priceText, sizeText, valueText } from "./facts.ts";
import { levelNames } from "./form.ts";

/* The size of a market as a document shows it: both ways with ranges, the gap between them, what it depends on. */

const basisNames = {
  yours: "yours | von Ihnen",
  found: "found | gefunden",
  open: "open | offen",
} as const satisfies Record<Factor["basis"], Bilingual>;

/** `yours: 31 invoices`, and plainly when nothing is behind a value. */
function basisText({ translate }: MarketScene, { basis, origin }: Factor): string {
  if (basis === "open") return translate(basisNames.open);
  return /[\p{L}\d]/u.test(origin)
    ? `${translate(basisNames[basis])}: ${origin}`
    : translate("yours, without a source | von Ihnen, ohne Quelle");
}

const rangeText = (low: string, high: string): string => (low === high ? "" : `${low} – ${high}`);

function factorRow(scene: MarketScene, factor: Factor): string[] {
  const { label, range, unit, year } = factor;
  return [
    label,
    range !== null
      ? valueText(scene, range.value, unit)
      : scene.isWriting
        ? ""
        : `[${scene.translate("to fill in | zu ergänzen")}]`,
    range === null
      ? ""
      : rangeText(valueText(scene, rounded(range.low), unit), valueText(scene, rounded(range.high), unit)),
    year === null ? "" : String(year),
    basisText(scene, factor),
  ];
}
function sizeRow(scene: MarketScene, name: Bilingual, size: Size | null): string[] {
  return [
    `= ${scene.translate(name)}`,
    size === null ? scene.translate(basisNames.open) : sizeText(scene, size.value, size),
    size === null ? "" : rangeText(sizeText(scene, size.low, size), sizeText(scene, size.high, size)),
    "",
    "",
  ];
}
const headsOf = ({ translateAll }: MarketScene): string[] =>
  translateAll("Factor | Faktor", "Value | Wert", "Range | Spanne", "Year | Jahr", "Basis | Grundlage");

/** Factors level by level, each level ending in what it amounts to. */
const belowRows = (scene: MarketScene): string[][] =>
  levels.flatMap((level) => {
    const own = scene.facts.chain.filter((factor) => factor.level === level);
    return own.length === 0
      ? []
      : [...own.map((factor) => factorRow(scene, factor)), sizeRow(scene, levelNames[level], scene.facts.sizes[level])];
  });

function aboveBlocks(scene: MarketScene): Block[] {
  const { facts, translate } = scene;
  const { above, gap, sizes } = facts;
  if (above.factors.length === 0) return [];
  const figures = figuresOf(scene);
  const given = { topDown: figures["topDown"]?.text ?? "", gap: figures["gap"]?.text ?? "" };
  return [
    { type: "h", text: translate("Top-down check | Top-down-Gegenrechnung") },
    ...tableOf(
      headsOf(scene),
      [
        ...above.factors.map((factor) => factorRow(scene, factor)),
        sizeRow(scene, "Total market, top-down | Gesamtmarkt, top-down", above.size),
      ],
      [1, 2, 3],
    ),
    ...(gap === null
      ? above.size && sizes.tam
        ? [
            note(
              "warn",
              translate(
                "The two methods can’t be compared: one gives an amount of money, the other a number. | Die beiden Wege lassen sich nicht vergleichen: Der eine ergibt einen Betrag, der andere eine Anzahl.",
              ),
            ),
          ]
        : []
      : [
          note(
            gap.isWithinRanges ? "info" : "warn",
            gap.isWithinRanges
              ? translate(
                  "The top-down result is {topDown}, {gap} the bottom-up result. The ranges overlap: the two methods don’t contradict each other. | Top-down gerechnet sind es {topDown}, {gap} der Bottom-up-Rechnung. Die Spannen überschneiden sich: Die beiden Wege widersprechen einander nicht.",
                  given,
                )
              : translate(
                  "The top-down result is {topDown}, {gap} the bottom-up result, and the ranges don’t overlap. At least one factor is wrong, or the two methods measure different things. | Top-down gerechnet sind es {topDown}, {gap} der Bottom-up-Rechnung, und die Spannen überschneiden sich nicht. Mindestens ein Faktor ist falsch, oder die beiden Wege messen Verschiedenes.",
                  given,
                ),
          ),
        ]),
  ];
}

/** What the open factors have to give for the goal; a plain no where a share would have to be above 100 %. */
function neededNote(scene: MarketScene): Block[] {
  const {
    facts: { chain },
    form: { goal },
    translate,
    language,
  } = scene;
  const needed = goal === null || goal === 0 ? null : neededOf(chain, goal);
  if (needed === null || goal === null) return [];
  const areShares = needed.open.every(({ unit }) => unit === "percent");
  const isOne = needed.open.length === 1;
  // Rounded up: less would not do.
  const amount = areShares ? needed.product * 100 : needed.product;
  const shown = amount < 10 ? figure(Math.ceil(amount * 10) / 10, language, 1) : figure(Math.ceil(amount), language);
  const given = {
    goal: money(scene, goal),
    open: listed(
      needed.open.map(({ label }) => quoted(label, language)),
      language,
    ),
    count: needed.open.length,
    needed: areShares ? `${shown}\u00a0%` : shown,
  };
  if (areShares && needed.product > 1)
    return [
      note(
        "warn",
        isOne
          ? translate(
              "Your goal of {goal} a year is out of reach with this formula: it would take {needed} for {open}. | Ihr Ziel von {goal} im Jahr ist mit dieser Formel nicht erreichbar: Nötig wären {needed} bei {open}.",
              given,
            )
          : translate(
              "Your goal of {goal} a year is out of reach with this formula: {open} multiplied together would have to come to {needed}. | Ihr Ziel von {goal} im Jahr ist mit dieser Formel nicht erreichbar: {open} müssten miteinander multipliziert {needed} ergeben.",
              given,
            ),
      ),
    ];
  return [
    note(
      "info",
      isOne
        ? translate(
            "Your goal of {goal} a year requires at least {needed} for {open}. If your best estimate is lower, the goal is out of reach with this formula. | Für Ihr Ziel von {goal} im Jahr sind bei {open} mindestens {needed} nötig. Liegt Ihre beste Schätzung darunter, ist es mit dieser Formel nicht erreichbar.",
            given,
          )
        : translate(
            "For your goal of {goal} a year, the {count} open factors multiplied together must come to at least {needed}. If your best estimates come to less, the goal is out of reach with this formula. | Für Ihr Ziel von {goal} im Jahr müssen die {count} offenen Faktoren miteinander multipliziert mindestens {needed} ergeben. Ergeben Ihre besten Schätzungen weniger, ist es mit dieser Formel nicht erreichbar.",
            given,
          ),
    ),
  ];
}

/** The goal against the size and against what can be delivered. */
function goalNotes(scene: MarketScene): Block[] {
  const { facts, form, translate, language } = scene;
  const { sizes } = facts;
  const { goal, capacity } = form;
  const base = narrowest(sizes);
  const perOrder = orderValue(scene);
  if (base === null) return [];
  const orders = goal === null || !perOrder ? null : Math.ceil(goal / perOrder);
  const reach = sizes.sam ?? sizes.tam ?? base;
  const share = goal === null ? 0 : (goal / reach.value) * 100;
  const given = {
    goal: goal === null ? "" : money(scene, goal),
    orders: figure(orders ?? 0, language),
    share: percent(share, language, share < 10 ? 1 : 0),
    level: translate(levelNames[reach.level]),
    size: sizeText(scene, base.value, base),
    can: figure(capacity ?? 0, language),
    all: figure(Math.round(base.orders), language),
  };
  return [
    ...(goal !== null && orders !== null && base.unit === "money"
      ? [
          note(
            goal > base.high ? "warn" : "info",
            sizes.som
              ? translate(
                  "For your goal of {goal}, you need {orders} orders a year, {share} of “{level}”. Winnable today: {size}. | Für Ihr Ziel von {goal} brauchen Sie {orders} Aufträge im Jahr, das sind {share} von „{level}“. Heute gewinnbar: {size}.",
                  given,
                )
              : translate(
                  "For your goal of {goal}, you need {orders} orders a year, {share} of “{level}”. | Für Ihr Ziel von {goal} brauchen Sie {orders} Aufträge im Jahr, das sind {share} von „{level}“.",
                  given,
                ),
          ),
        ]
      : []),
    ...(capacity !== null && orders !== null && orders > capacity
      ? [
          note(
            "warn",
            translate(
              "The goal requires {orders} orders a year, but you can only deliver {can}. | Für das Ziel brauchen Sie {orders} Aufträge im Jahr, schaffen aber nur {can}.",
              given,
            ),
          ),
        ]
      : []),
    ...(capacity === null ? [] : [capacityNote(scene, base, given)]),
  ];
}

function capacityNote(
  { facts: { sizes }, form: { capacity }, translate }: MarketScene,
  base: Size,
  given: Readonly<Record<string, string>>,
): Block {
  if (sizes.som === null)
    return note(
      "info",
      sizes.sam === null
        ? translate(
            "The total market is {all} orders a year; you can deliver {can}. | Der Gesamtmarkt umfasst {all} Aufträge im Jahr; Sie schaffen {can}.",
            given,
          )
        : translate(
            "The reachable market is {all} orders a year; you can deliver {can}. | Erreichbar sind {all} Aufträge im Jahr; Sie schaffen {can}.",
            given,
          ),
    );
  return base.orders > (capacity ?? 0)
    ? note(
        "warn",
        translate(
          "You can win {all} orders a year and deliver {can}: your capacity is the limit, not the market. | Gewinnbar sind {all} Aufträge im Jahr, Sie schaffen {can}: Die Grenze ist Ihre Kapazität, nicht der Markt.",
          given,
        ),
      )
    : note(
        "info",
        translate(
          "You can win {all} orders a year and deliver {can}: demand is the limit, not your capacity. | Gewinnbar sind {all} Aufträge im Jahr, Sie schaffen {can}: Die Grenze ist die Nachfrage, nicht Ihre Kapazität.",
          given,
        ),
      );
}

/** What in the formula cannot be right. */
function formulaNotes(scene: MarketScene): Block[] {
  const { facts, form, translate, language } = scene;
  const perOrder = orderValue(scene);
  const above = facts.chain.filter(({ unit, range }) => unit === "percent" && range !== null && range.value > 100);
  return [
    ...above.map(({ label, range }) =>
      note(
        "warn",
        translate(
          "“{label}” is {value}: a share above 100 % makes the market larger, not smaller. | „{label}“ beträgt {value}: Ein Anteil über 100 % vergrößert den Markt.",
          { label, value: percent(range?.value ?? 0, language) },
        ),
      ),
    ),
    ...(form.price !== null && perOrder !== null && form.price !== perOrder
      ? [
          note(
            "info",
            translate(
              "The formula uses {used} per order, the form says {price}. The formula applies. | Die Formel rechnet mit {used} je Auftrag, im Formular steht {price}. Berechnet wird mit der Formel.",
              { used: priceText(scene, perOrder), price: priceText(scene, form.price) },
            ),
          ),
        ]
      : []),
  ];
}

/** Below this share of the estimate the lower end says that hardly anything is known. */
const widest = 0.45;

export function sizeBlocks(scene: MarketScene): Block[] {
  const { facts, translate } = scene;
  const { sizes } = facts;
  const last = narrowest(sizes);
  const kpis = levels.flatMap((level) => {
    const size = sizes[level];
    return size === null
      ? []
      : [
          {
            label: translate(levelNames[level]),
            value: sizeText(scene, size.value, size),
            note: rangeText(sizeText(scene, size.low, size), sizeText(scene, size.high, size)),
          },
        ];
  });
  return [
    ...(kpis.length > 0 ? [{ type: "kpi" as const, items: kpis }] : []),
    ...tableOf(headsOf(scene), belowRows(scene), [1, 2, 3]),
    ...(last
      ? [
          note(
            "info",
            translate(
              "All factors are multiplied; sizes are per year. The ranges assume that the errors of the factors are independent; if all were off in the same direction, the last line would be between {low} and {high}. | Alle Faktoren werden multipliziert; die Größen gelten für ein Jahr. Die Spannen setzen voraus, dass die Faktoren unabhängig voneinander abweichen; wichen alle in dieselbe Richtung ab, läge das Ergebnis zwischen {low} und {high}.",
              { low: sizeText(scene, last.worst.low, last), high: sizeText(scene, last.worst.high, last) },
            ),
          ),
        ]
      : []),
    ...(last && last.low < last.value * widest
      ? [
          note(
            "warn",
            translate(
              "This range is too wide for a decision. Narrow down the least certain factor first. | Diese Spanne ist zu breit für eine Entscheidung. Grenzen Sie zuerst den unsichersten Faktor ein.",
            ),
          ),
        ]
      : []),
    ...formulaNotes(scene),
    ...neededNote(scene),
    ...goalNotes(scene),
    ...aboveBlocks(scene),
  ];
}

/** Factors that are shown among those that the size depends on. */
const maxLevers = 6;

export function leversBlocks(scene: MarketScene): Block[] {
  const {
    facts: { levers, sizes },
    translate,
    translateAll,
    language,
  } = scene;
  const base = narrowest(sizes);
  const [first] = levers;
  if (!base || !first) return [];
  return [
    ...tableOf(
      translateAll(
        "Factor | Faktor",
        "At its low end | Am unteren Ende",
        "At its high end | Am oberen Ende",
        "Share of the uncertainty | Anteil an der Unsicherheit",
      ),
      levers
        .slice(0, maxLevers)
        .map(({ factor, low, high, share }) => [
          factor.label,
          `${sizeText(scene, low, base)} (${changeText((low / base.value - 1) * 100, language)})`,
          `${sizeText(scene, high, base)} (${changeText((high / base.value - 1) * 100, language)})`,
          percent(share, language),
        ]),
      [1, 2, 3],
    ),
    note(
      "info",
      levers.length === 1
        ? translate(
            "All of the uncertainty comes from “{label}”: check it first. | Die gesamte Unsicherheit steckt in „{label}“: Prüfen Sie diesen Faktor zuerst.",
            { label: first.factor.label },
          )
        : translate(
            "Check “{label}” first: {share} of the uncertainty comes from this one factor. | Prüfen Sie „{label}“ zuerst: {share} der Unsicherheit stecken in diesem einen Faktor.",
            { label: first.factor.label, share: percent(first.share, language) },
          ),
    ),
  ];
}
