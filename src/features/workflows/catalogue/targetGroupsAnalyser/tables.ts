import type { Block } from "#src/features/documents/document.ts";
import {
  bestFifth,
  bestFifthCount,
  contactsForTest,
  type DropReason,
  others,
  profileOf,
} from "../../domain/customerList.ts";
import { figure, listed, quoted } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import { type Facts, type GroupsScene, levels, money, maxPerOrder, share } from "./facts.ts";
import type { Form } from "./form.ts";

/* The computed half of target groups. */

const { computed } = sectionsFor<Form, Facts>();

const reasons = {
  sensitive: "sensitive | sensibel",
  personal: "personal | personenbezogen",
  values: "too many or too few different values | zu viele oder zu wenige verschiedene Werte",
} as const satisfies Record<DropReason, Bilingual>;

/** Fewer customers show a lead, no more. */
const fewCustomers = 30;

/** The label of customers whose own label nobody shares. */
const labelText = ({ translate }: GroupsScene, label: string): string =>
  label === others
    ? translate("other customers | übrige Kunden")
    : label === "?"
      ? translate("not given | ohne Angabe")
      : label;

export const customers = computed(
  "customers",
  "What your customer list shows | Was Ihre Kundenliste zeigt",
  (scene) => {
    const { facts, translate, translateAll, language } = scene;
    const { customers: given, drivers, segments } = facts;
    if (!given)
      return facts.isUnreadable
        ? [
            note(
              "warn",
              translate(
                "The list isn’t a table: it needs a header row, at least three customers and the same columns in each row. | Die Liste ist keine Tabelle: Sie braucht eine Kopfzeile, mindestens drei Kunden und in jeder Zeile dieselben Spalten.",
              ),
            ),
          ]
        : [];
    const [driver] = drivers;
    const hasRevenue = given.revenue !== "";
    const best = bestFifthCount(given);
    return [
      {
        type: "kpi",
        items: [
          {
            label: translate("Customers | Kunden"),
            value: figure(given.rows.length, language),
            note: hasRevenue
              ? translate("weighted by “{column}” | gewichtet nach „{column}“", { column: given.revenue })
              : translate("all weighted equally | alle gleich gewichtet"),
          },
          ...(hasRevenue
            ? [
                {
                  label: translate(
                    best === 1
                      ? "The best customer brings in | Der beste Kunde bringt"
                      : "The best {best} customers bring in | Die besten {best} Kunden bringen",
                    { best },
                  ),
                  value: share(scene, bestFifth(given)),
                  note: translate("of revenue | des Umsatzes"),
                },
              ]
            : []),
        ],
      },
      ...tableOf(
        translateAll("Attribute | Merkmal", "Revenue differences explained | Erklärte Umsatzunterschiede"),
        drivers.map(({ column, explains }) => [column, share(scene, explains)]),
        [1],
      ),
      ...tableOf(
        [
          driver?.column ?? "",
          ...translateAll(
            "Customers | Kunden",
            "Share of revenue | Umsatzanteil",
            "Revenue each | Umsatz je Kunde",
            "Average = 100 | Schnitt = 100",
          ),
        ],
        segments.map(({ label, count, revenueShare, mean, index }) => [
          labelText(scene, label),
          figure(count, language),
          share(scene, revenueShare),
          money(scene, mean),
          figure(index, language),
        ]),
        [1, 2, 3, 4],
      ),
      ...(segments.length > 1
        ? chartOf(
            "bar",
            translate("Revenue per customer (average = 100) | Umsatz je Kunde (Schnitt = 100)"),
            "",
            segments.map(({ label, index }) => ({ label: labelText(scene, label), value: Math.round(index) })),
          )
        : []),
      ...profiles(scene),
      ...(driver && segments.length > 0
        ? [
            note(
              "info",
              translate(
                "The groups are based on “{column}”: no other attribute separates large from small customers so clearly (adjusted R²). | Die Gruppen richten sich nach dem Merkmal „{column}“: Kein anderes trennt große von kleinen Kunden so deutlich (bereinigtes R²).",
                { column: driver.column },
              ),
            ),
          ]
        : [
            note(
              "info",
              translate(
                "No attribute separates large from small customers. | Kein Merkmal trennt große von kleinen Kunden.",
              ),
            ),
          ]),
      ...(given.rows.length < fewCustomers
        ? [
            note(
              "warn",
              translate(
                "{count:customer is|customers are} not enough to be sure: confirm this in interviews. | {count:Kunde ist|Kunden sind} zu wenig, um sicher zu sein: Prüfen Sie das in Gesprächen.",
                { count: given.rows.length },
              ),
            ),
          ]
        : []),
      ...(given.unpriced > 0
        ? [
            note(
              "warn",
              translate(
                "Not counted, since “{column}” is empty or not a number: {count:line|lines}. | Nicht mitgezählt, weil „{column}“ leer oder keine Zahl ist: {count:Zeile|Zeilen}.",
                { column: given.revenue, count: given.unpriced },
              ),
            ),
          ]
        : []),
      ...(given.unread > 0
        ? [
            note(
              "warn",
              translate(
                "Not counted, since the number of cells differs: {count:line|lines}. | Nicht mitgezählt, weil die Zahl der Zellen abweicht: {count:Zeile|Zeilen}.",
                { count: given.unread },
              ),
            ),
          ]
        : []),
      ...(given.dropped.length > 0
        ? [
            note(
              "info",
              translate(
                "Not used: {list}. Sensitive and personal columns are always left out. | Nicht verwendet: {list}. Sensible und personenbezogene Spalten bleiben immer außen vor.",
                {
                  list: listed(
                    given.dropped.map(
                      ({ name, reason }) => `${quoted(name, language)} (${translate(reasons[reason])})`,
                    ),
                    language,
                  ),
                },
              ),
            ),
          ]
        : []),
    ];
  },
);

/** What the customers of each group have in common besides. */
function profiles(scene: GroupsScene): Block[] {
  const { facts, translate } = scene;
  const { customers: given, segments } = facts;
  if (!given) return [];
  const items = segments.flatMap(({ column, label }) => {
    if (label === others || label === "?") return [];
    const profile = profileOf(given, column, label).map((one) =>
      translate("{column} {label} ({count} of {of}) | {column} {label} ({count} von {of})", { ...one }),
    );
    return profile.length > 0 ? [`${label}: ${translate("mostly | meist")} ${profile.join("; ")}`] : [];
  });
  return items.length > 0 ? [{ type: "list", ordered: false, items }] : [];
}

export const order = computed("order", "Priorities | Prioritäten", (scene) => {
  const { facts, form, translate, translateAll, language } = scene;
  if (!facts.ranks.some(({ points }) => points > 0))
    return scene.isWriting
      ? []
      : [
          note(
            "gap",
            translate(
              "What is each group worth, and how easily can you reach it? Order and budget depend on that. | Was ist jede Gruppe wert, und wie leicht erreichen Sie sie? Davon hängen Reihenfolge und Budget ab.",
            ),
          ),
        ];
  const hasBudget = (form.budget ?? 0) > 0;
  return [
    ...tableOf(
      translateAll(
        "Rank | Platz",
        "Group | Gruppe",
        "Value | Wert",
        "Access | Zugang",
        "Points | Punkte",
        ...(hasBudget ? (["Budget per month | Budget im Monat"] as const) : []),
      ),
      facts.ranks.map(({ id, name, worth, access, points, budget }, at) => [
        String(at + 1),
        scene.show(name) || id,
        translate(levels[worth]),
        translate(levels[access]),
        figure(points, language),
        ...(hasBudget ? [money(scene, budget)] : []),
      ]),
      [0, 4, 5].slice(0, hasBudget ? 3 : 2),
    ),
    note(
      "info",
      translate(
        "Points = value × access, 1 to 3 each. The budget is split by points. | Punkte = Wert × Zugang, je 1 bis 3. Das Budget wird nach Punkten verteilt.",
      ),
    ),
  ];
});

/** Channels whose orders cost more than they bring, and those that have brought none for their money. */
function orderCosts(scene: GroupsScene): Block[] {
  const { facts, translate, language } = scene;
  const most = maxPerOrder(scene);
  const ordered = facts.channels.filter(({ perCustomer }) => perCustomer !== null);
  const dear = most === null ? [] : ordered.filter(({ perCustomer }) => (perCustomer ?? 0) > most);
  const idle = facts.channels.filter(({ spend, perCustomer }) => spend > 0 && perCustomer === null);
  const namesOf = (list: Facts["channels"]): string =>
    listed(
      list.map(({ channel }) => quoted(channel, language)),
      language,
    );
  return [
    ...(most === null || ordered.length === 0
      ? []
      : [
          note(
            dear.length > 0 ? "warn" : "info",
            translate(
              dear.length === 0
                ? "An order earns {most} in margin; no channel with orders costs more than that per order. | Ein Auftrag bringt {most} Deckungsbeitrag; kein Kanal mit Aufträgen kostet je Auftrag mehr."
                : dear.length === 1
                  ? "An order earns {most} in margin; {names} costs more than that. | Ein Auftrag bringt {most} Deckungsbeitrag; teurer ist {names}."
                  : "An order earns {most} in margin; {names} cost more than that. | Ein Auftrag bringt {most} Deckungsbeitrag; teurer sind {names}.",
              { most: money(scene, most), names: namesOf(dear) },
            ),
          ),
        ]),
    ...(idle.length === 0
      ? []
      : [
          note(
            "warn",
            translate("{spent} spent on {names}, no order yet. | {spent} für {names} ausgegeben, noch kein Auftrag.", {
              names: namesOf(idle),
              spent: money(
                scene,
                idle.reduce((sum, { spend }) => sum + spend, 0),
              ),
            }),
          ),
        ]),
  ];
}

export const channels = computed("channels", "What a customer costs | Was ein Kunde kostet", (scene) => {
  const { facts, translate, translateAll, language } = scene;
  if (facts.channels.length === 0) return [];
  const tested = facts.channels
    .filter(({ rate }) => rate !== null && contactsForTest(rate) !== null)
    .toSorted((a, b) => b.contacts - a.contacts)[0];
  return [
    ...tableOf(
      translateAll(
        "Channel | Kanal",
        "Spent | Ausgaben",
        "Contacts | Kontakte",
        "Orders | Aufträge",
        "Cost per contact | Kosten je Kontakt",
        "Cost per order | Kosten je Auftrag",
        "Order rate | Auftragsquote",
      ),
      facts.channels.map((one) => [
        one.channel,
        money(scene, one.spend),
        figure(one.contacts, language),
        figure(one.customers, language),
        one.perContact === null ? "–" : money(scene, one.perContact),
        one.perCustomer === null ? "–" : money(scene, one.perCustomer),
        one.rate === null ? "–" : share(scene, one.rate),
      ]),
      [1, 2, 3, 4, 5, 6],
    ),
    ...orderCosts(scene),
    ...(tested?.rate
      ? [
          note(
            "info",
            translate(
              "To find out whether another message doubles the order rate of “{channel}”, you need {contacts} contacts for each of two variants (80 % power, 5 % error). If you have fewer, ask people instead of counting. | Ob eine andere Botschaft die Auftragsquote von „{channel}“ verdoppelt, zeigt sich erst mit {contacts} Kontakten für jede der zwei Varianten (80 % Trennschärfe, 5 % Irrtum). Haben Sie weniger, fragen Sie Ihre Kunden, statt zu zählen.",
              { channel: tested.channel, contacts: figure(contactsForTest(tested.rate) ?? 0, language) },
            ),
          ),
        ]
      : []),
  ];
});

export const fairness = computed("fairness", "What we leave out | Was außen vor bleibt", ({ translate }) => [
  note(
    "info",
    translate(
      "No group is based on origin, religion, health, political views, sexual orientation or the like, not even indirectly, such as through first names. | Keine Gruppe beruht auf Herkunft, Religion, Gesundheit, politischer Haltung, sexueller Orientierung oder Ähnlichem, auch nicht indirekt, etwa über Vornamen.",
    ),
  ),
]);
