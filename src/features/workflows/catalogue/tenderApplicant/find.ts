import type { Block } from "#src/features/documents/document.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { currencies, moneyText } from "../../domain/currencies.ts";
import type { FitCode, RankedNotice } from "../../domain/tenderFit.ts";
import { clipped, figure, listed } from "../../domain/wording.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { optional, quote, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { type BidScene, type Facts, inMode } from "./facts.ts";
import type { Form } from "./form.ts";
import { noticeServices, type NoticeService } from "../noticeSearch.ts";
import { searchRequests } from "./notices.ts";

/* Notices of the data services, the best fit first, with what speaks for and against each. */

const { computed, rowPerItem } = sectionsFor<Form, Facts>();
const isFind = inMode("find");

/** Notices that fit, and notices that are close, in the document. */
const shown = { fit: 20, close: 8 } as const;
/** Notices that a writer looks at, each alone. */
const judgedBy = { quick: 4, standard: 6, deep: 10 } as const;

export const fitting = ({ facts }: BidScene): RankedNotice[] =>
  facts.notices.filter(({ isFit }) => isFit).slice(0, shown.fit);
const close = ({ facts }: BidScene): RankedNotice[] =>
  facts.notices.filter(({ isFit }) => !isFit).slice(0, shown.close);

const reasonTexts: Readonly<Record<FitCode, Bilingual>> = {
  cpvSame: "code {detail} | Code {detail}",
  cpvNear: "code {detail}, same class | Code {detail}, gleiche Klasse",
  cpvFar: "code {detail}, same group | Code {detail}, gleiche Gruppe",
  cpvUnknown: "no code in the notice | kein Code in der Bekanntmachung",
  cpvOther: "code {detail} is for another trade | Code {detail} gehört zu einem anderen Gewerk",
  words: "mentions {detail} | nennt {detail}",
  noWords: "none of your words | keines Ihrer Wörter",
  region: "in {detail} | in {detail}",
  regionUnknown: "place not stated | Ort nicht genannt",
  regionOther: "outside your regions: {detail} | außerhalb Ihrer Regionen: {detail}",
  countryOther: "other country: {detail} | anderes Land: {detail}",
  valueIn: "value within your range | Wert in Ihrem Rahmen",
  valueUnknown: "value not stated | Wert nicht genannt",
  valueCurrency: "value in {detail} | Wert in {detail}",
  valueLow: "value below your range | Wert unter Ihrem Rahmen",
  valueHigh: "value above your range | Wert über Ihrem Rahmen",
  daysEnough: "enough time | genug Zeit",
  daysFew: "only {detail} days left | nur noch {detail} Tage",
  daysUnknown: "deadline not stated | Frist nicht genannt",
  closed: "closed | abgelaufen",
  excluded: "mentions {detail}, which you exclude | nennt {detail}, das Sie ausschließen",
};
export function reasonsText(scene: BidScene, { reasons }: RankedNotice, sign: "for" | "against" | "open"): string {
  return reasons
    .filter((one) => one.sign === sign && !(one.code === "region" && one.detail === ""))
    .map(({ code, detail }) => scene.translate(reasonTexts[code], { detail }))
    .join("; ");
}

const valueOf = ({ language }: BidScene, { record: { value, currency } }: RankedNotice): string => {
  if (value === null) return "–";
  const known = Object.keys(currencies).find((one): one is keyof typeof currencies => one === currency);
  return known ? moneyText(value, known, language) : `${figure(Math.round(value), language)} ${currency}`.trim();
};
const deadlineOf = ({ language, translate }: BidScene, { record, daysLeft }: RankedNotice): string =>
  record.deadline === "" || daysLeft === null
    ? "–"
    : `${dayText(record.deadline, language)} (${translate("{count:day|days} | {count:Tag|Tage}", { count: daysLeft })})`;

export const noticeId = (at: number): string => `n${at + 1}`;

function noticeBlocks(scene: BidScene, list: readonly RankedNotice[], withOpen: boolean): Block[] {
  const { translate } = scene;
  return list.flatMap((notice, at): Block[] => {
    const { record, api } = notice;
    const [pro, contra, open] = (["for", "against", "open"] as const).map((sign) => reasonsText(scene, notice, sign));
    return [
      { type: "h", text: `${withOpen ? `${at + 1}. ` : ""}${clipped(record.title, 200, 1900)}` },
      {
        type: "list",
        ordered: false,
        items: [
          [record.buyer, record.place || record.country].filter(Boolean).join(", "),
          pro ? translate("For: {list} | Dafür: {list}", { list: pro }) : "",
          contra ? translate("Against: {list} | Dagegen: {list}", { list: contra }) : "",
          open ? translate("Unclear: {list} | Unklar: {list}", { list: open }) : "",
          `${half(noticeServices[api as NoticeService], scene.language)}: ${record.url}`,
        ].filter(Boolean),
      },
    ];
  });
}

export const overview = computed(
  "search",
  "Search overview | Suche im Überblick",
  (scene) => {
    const { facts, form: values, translate, translateAll } = scene;
    const asked = searchRequests(values);
    const fits = facts.notices.filter(({ isFit }) => isFit);
    return [
      {
        type: "kpi",
        items: [
          { label: translate("Fit | Passend"), value: String(fits.length), note: "" },
          {
            label: translate("Open notices read | Gelesene offene Bekanntmachungen"),
            value: String(facts.notices.length),
            note: "",
          },
          {
            label: translate("Services searched | Durchsuchte Dienste"),
            value: String(asked.length),
            note: listed(
              asked.map(({ api }) => half(noticeServices[api as NoticeService], scene.language)),
              scene.language,
            ),
          },
        ],
      },
      ...tableOf(
        translateAll("Service | Dienst", "Open notices | Offene Bekanntmachungen", "Fit | Passend"),
        asked.map(({ api }) => [
          half(noticeServices[api as NoticeService], scene.language),
          String(facts.notices.filter((one) => one.api === api).length),
          String(fits.filter((one) => one.api === api).length),
        ]),
        [1, 2],
      ),
      ...(fits.length === 0
        ? [
            note(
              "warn",
              facts.notices.length === 0
                ? translate(
                    "No service returned an open notice for this search. | Kein Dienst hat zu dieser Suche eine offene Bekanntmachung geliefert.",
                  )
                : translate(
                    "No open notice fits in every respect. The closest ones are listed below with the reasons against them. | Keine offene Bekanntmachung passt in jeder Hinsicht. Die am ehesten passenden stehen unten mit den Gründen, die dagegen sprechen.",
                  ),
            ),
            { type: "list" as const, ordered: false, items: suggestions(scene) },
          ]
        : []),
    ];
  },
  isFind,
);

/** What would find more, by what kept notices out; general advice when there was none. */
function suggestions({ facts, form: values, translate }: BidScene): string[] {
  const against = facts.notices.flatMap(({ reasons }) => reasons.filter(({ sign }) => sign === "against"));
  const count = (...codes: FitCode[]): number => against.filter(({ code }) => codes.includes(code)).length;
  const tip = (found: number, text: Bilingual): string[] => (found > 0 ? [translate(text, { count: found })] : []);
  const shorter = values.cpv.find((code) => code.replace(/\D/g, "").length > 3);
  return [
    ...tip(
      count("valueLow", "valueHigh"),
      "Widen the value range: {count:notice is|notices are} outside it. | Erweitern Sie den Wertrahmen: {count:Bekanntmachung liegt|Bekanntmachungen liegen} außerhalb.",
    ),
    ...tip(
      count("regionOther", "countryOther"),
      "Add regions or countries: {count:notice is|notices are} from elsewhere. | Nehmen Sie Regionen oder Länder hinzu: {count:Bekanntmachung kommt|Bekanntmachungen kommen} von anderswo.",
    ),
    ...tip(
      count("daysFew"),
      "Search weekly: {count:notice closes|notices close} too soon for you. | Suchen Sie wöchentlich: {count:Bekanntmachung läuft|Bekanntmachungen laufen} zu bald ab.",
    ),
    ...tip(
      count("cpvOther"),
      "Check the codes: {count:notice is|notices are} for another trade. | Prüfen Sie die Codes: {count:Bekanntmachung gehört|Bekanntmachungen gehören} zu einem anderen Gewerk.",
    ),
    ...tip(
      count("noWords"),
      "Try other words: {count:notice contains|notices contain} none of yours. | Versuchen Sie andere Wörter: {count:Bekanntmachung enthält|Bekanntmachungen enthalten} keines Ihrer Wörter.",
    ),
    ...(values.cpv.length === 0
      ? [
          translate(
            "Add CPV codes: services find more with them than with words. | Ergänzen Sie CPV-Codes: Damit finden die Dienste mehr als mit Wörtern.",
          ),
        ]
      : shorter === undefined
        ? []
        : [
            translate(
              "Add a code close to {code}: buyers often choose another one from the same group. | Nehmen Sie neben {code} einen Nachbarcode hinzu: Auftraggeber wählen oft einen anderen aus der Gruppe.",
              { code: shorter },
            ),
          ]),
    ...(values.depth === "deep"
      ? []
      : [
          translate(
            "Search deeper: with depth “Deep”, the search goes further back. | Suchen Sie gründlicher: Mit der Tiefe „Ausführlich“ reicht die Suche weiter zurück.",
          ),
        ]),
    translate(
      "Contracts below the EU thresholds are often published on regional platforms only: register with those in your region. | Aufträge unter den EU-Schwellenwerten erscheinen oft nur auf regionalen Plattformen: Melden Sie sich bei denen Ihrer Region an.",
    ),
  ].slice(0, 6);
}

export const notices = computed(
  "notices",
  "Matching tenders | Passende Ausschreibungen",
  (scene) => {
    const { translateAll } = scene;
    const list = fitting(scene);
    return [
      ...tableOf(
        translateAll(
          "No. | Nr.",
          "Title | Titel",
          "Buyer | Auftraggeber",
          "Value | Wert",
          "Deadline | Frist",
          "Fit | Passung",
        ),
        list.map((notice, at) => [
          String(at + 1),
          clipped(notice.record.title, 200, 1900),
          clipped(notice.record.buyer, 120),
          valueOf(scene, notice),
          deadlineOf(scene, notice),
          String(notice.fit),
        ]),
        [0, 3, 5],
      ),
      ...noticeBlocks(scene, list, true),
    ];
  },
  isFind,
);

/** The text of a notice as its writer sees it. */
const noticeText = ({ record }: RankedNotice): string =>
  [record.title, record.buyer, record.summary, record.procedure].filter(Boolean).join("\n\n");

export const reasons = rowPerItem(
  "reasons",
  "A closer look | Näher betrachtet",
  {
    why: text("For | Dafür", "what of the profile fits this notice, concretely", 240),
    against: optional(text("Against | Dagegen", "what the profile lacks or rules out", 200)),
    ask: optional(text("Clarify first | Zuerst klären", "what to look for in the documents before deciding", 160)),
    said: optional(quote("Notice wording | Wortlaut", "the words that this rests on", 240)),
  },
  {
    ask: "An honest look at this notice, from its text and the profile in <form>. No general praise.",
    items: (scene) =>
      fitting(scene)
        .slice(0, judgedBy[scene.form.depth])
        .map((notice, at) => {
          const source = scene.state.reads
            .flatMap(({ sources }) => sources)
            .find(({ text: body }) => body.includes(JSON.stringify(notice.record.id)))?.source;
          return {
            id: noticeId(at),
            context: `${notice.record.title} | ${notice.record.buyer}`,
            cells: [clipped(notice.record.title, 160)],
            about: [{ id: source?.id ?? noticeId(at), title: notice.record.title, text: noticeText(notice) }],
          };
        }),
    lead: ["Notice | Bekanntmachung"],
    as: "cards",
    when: (scene) => isFind(scene) && fitting(scene).length > 0,
    blocks: (scene, rows) => {
      const { show, translate, isWriting } = scene;
      const written = fitting(scene)
        .slice(0, judgedBy[scene.form.depth])
        .flatMap((notice, at): Block[] => {
          const row = rows.find(({ id }) => id === noticeId(at));
          if (!row || row.why === "") return [];
          return [
            { type: "h", text: `${at + 1}. ${clipped(notice.record.title, 160)}` },
            {
              type: "list",
              ordered: false,
              items: [
                `${translate("For | Dafür")}: ${show(row.why)}`,
                row.against === "" ? "" : `${translate("Against | Dagegen")}: ${show(row.against)}`,
                row.ask === "" ? "" : `${translate("Clarify first | Zuerst klären")}: ${show(row.ask)}`,
              ].filter(Boolean),
            },
            ...(row.said === "" ? [] : [{ type: "quote" as const, text: row.said, by: notice.record.buyer }]),
          ];
        });
      return written.length > 0 || isWriting
        ? written
        : [
            note(
              "gap",
              translate(
                "For which of these do you know the buyer, and which would you rather skip? | Bei welchen kennen Sie den Auftraggeber, und welche möchten Sie lieber auslassen?",
              ),
            ),
          ];
    },
  },
);

export const closeOnes = computed(
  "close",
  "Close, but not a fit | Nahe dran",
  (scene) => noticeBlocks(scene, close(scene), false),
  isFind,
);
