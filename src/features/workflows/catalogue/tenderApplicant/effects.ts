import type { Proposal } from "#src/features/documents/document.ts";
import { webAddress } from "#src/kit/schemas.ts";
import { clipped } from "../../domain/wording.ts";
import { entryAt, nextProject } from "../../kit/effects.ts";
import { half } from "../../kit/bilingual.ts";
import { dateName, locationText, stepNames } from "./check.ts";
import type { BidScene } from "./facts.ts";
import type { Form } from "./form.ts";
import { fitting, reasonsText } from "./find.ts";
import { noticeServices, type NoticeService } from "../noticeSearch.ts";
import { formCountry } from "./notices.ts";

/* What a bid suggests: its steps and dates in the calendar, the buyer as a lead, and answers to notices that fit. */

const dayBefore = 24 * 60;
const threeDaysBefore = 3 * dayBefore;
/** Bids are due at noon where the documents name no time. */
const noon = "12:00";

function entries(scene: BidScene): Proposal[] {
  const { facts, form: values, context, translate } = scene;
  const { timeZone } = context;
  const about = clipped(values.requirementTitle, 80);
  const notes = facts.demands
    .filter(({ isHandedIn }) => isHandedIn)
    .map((demand) => `${demand.label} ${demand.text}`)
    .join("\n");
  const dated = facts.dates.filter(
    ({ kind, date }) => ["visit", "talk", "binding", "start"].includes(kind) && date >= facts.today,
  );
  const kinds = new Set<string>();
  return [
    ...(facts.plan?.steps ?? []).map(({ id, date }) =>
      entryAt(`step:${id}`, {
        type: "5000",
        title: `${about}: ${translate(stepNames[id])}`,
        date,
        timeZone,
        ...(id === "sign" ? { notes } : {}),
      }),
    ),
    ...(facts.plan === null
      ? []
      : [
          entryAt("date:deadline", {
            type: "5000",
            title: `${about}: ${translate(dateName("deadline"))}`,
            date: facts.deadline,
            time: facts.deadlineTime || noon,
            notes,
            reminders: [dayBefore, threeDaysBefore],
            timeZone,
          }),
        ]),
    ...(facts.questionsUntil >= facts.today && facts.plan !== null
      ? [
          entryAt("date:questions", {
            type: "5000",
            title: `${about}: ${translate(dateName("questions"))}`,
            date: facts.questionsUntil,
            reminders: [dayBefore],
            timeZone,
          }),
        ]
      : []),
    ...dated.flatMap(({ kind, date, time, text, place }) => {
      if (kinds.has(kind)) return [];
      kinds.add(kind);
      return [
        entryAt(`date:${kind}`, {
          type: "5000",
          title: `${about}: ${translate(dateName(kind))}`,
          date,
          ...(time === "" ? {} : { time }),
          notes: `${text}\n${locationText(scene, place)}`,
          timeZone,
        }),
      ];
    }),
  ];
}

interface Buyer {
  key: string;
  name: string;
  notes: string;
  country: string;
  score: number | null;
  source: {
    adapter: string;
    externalId: string;
    url: string;
    retrievedAt: string;
    licence: string;
    attribution: string;
  } | null;
}

function leadOf({ key, name, notes, country, score, source }: Buyer, scene: BidScene): Proposal {
  return {
    kind: "lead",
    key,
    payload: {
      name: name.trim().slice(0, 200).toWellFormed(),
      kind: "org",
      category: scene.translate("Public buyer | Öffentlicher Auftraggeber"),
      tags: [scene.translate("tender | Ausschreibung"), clipped(scene.form.requirementTitle, 60, 60)],
      notes: notes.slice(0, 7900).toWellFormed(),
      ...(country === "" ? {} : { address: { country } }),
      ...(score === null ? {} : { score }),
      ...(source === null ? {} : { source }),
    },
  };
}

/** Notices whose deadlines, buyers and answers are suggested. */
const suggested = 5;
const answered = 3;

function fromNotices(scene: BidScene): Proposal[] {
  const { form: values, context, translate, language } = scene;
  const { timeZone, now } = context;
  const names = new Set<string>();
  const best = fitting(scene).slice(0, suggested);
  /** Licence and attribution of a service, as the sources that it brought name them. */
  const rightsOf = (api: string): { licence: string; attribution: string } => {
    const read = scene.state.reads.find(({ request }) => request.includes(`"api":${JSON.stringify(api)}`));
    const [{ source } = { source: null }] = read?.sources ?? [];
    return { licence: source?.licence ?? "", attribution: source?.attribution ?? "" };
  };
  return [
    ...best.flatMap(({ record }) =>
      record.deadline === ""
        ? []
        : [
            entryAt(`notice:${record.id}`.slice(0, 120), {
              type: "5000",
              title: translate("Deadline: {title} | Angebotsfrist: {title}", { title: clipped(record.title, 120) }),
              date: record.deadline,
              time: noon,
              notes: `${record.buyer}\n${record.url}`,
              reminders: [threeDaysBefore],
              timeZone,
            }),
          ],
    ),
    ...best.flatMap((notice) => {
      const { record, api, fit } = notice;
      const name = record.buyer.trim();
      if (name === "" || names.has(name.toLowerCase())) return [];
      names.add(name.toLowerCase());
      return [
        leadOf(
          {
            key: `buyer:${record.id}`.slice(0, 120),
            name,
            country: record.country,
            score: fit,
            notes: `${record.title}\n${reasonsText(scene, notice, "for")}`,
            source: webAddress.safeParse(record.url).success
              ? {
                  adapter: api,
                  externalId: record.id.slice(0, 200),
                  url: record.url,
                  retrievedAt: now,
                  ...rightsOf(api),
                }
              : null,
          },
          scene,
        ),
      ];
    }),
    ...best.slice(0, answered).map(({ record, api }): Proposal => {
      const title = clipped(record.title, 120, 120).padEnd(3, ".");
      const isTed = api === "ted" && /^\d{1,8}-\d{4}$/.test(record.id);
      return nextProject<Form>(
        `answer:${record.id}`,
        "tenderApplicant",
        translate("Bid: {title} | Angebot: {title}", { title }),
        {
          requirementTitle: title,
          goalLanguage: values.goalLanguage,
          mode: "answer",
          notice: isTed ? record.id : record.url.slice(0, 300),
          tenderText: [record.title, `${translate("Buyer | Auftraggeber")}: ${record.buyer}`, record.summary]
            .filter(Boolean)
            .join("\n\n")
            .toWellFormed(),
          buyer: record.buyer.slice(0, 160).toWellFormed(),
          country: formCountry(record.country),
          deadline: record.deadline,
          research: "web",
          profile: values.profile,
          references: values.references,
          certificates: values.certificates,
          people: values.people,
          staff: values.staff,
          turnover: values.turnover,
          insurance: values.insurance,
          currency: values.currency,
          notes: `${half(noticeServices[api as NoticeService], language)}: ${record.url}`.slice(0, 4000),
        },
      );
    }),
  ];
}

export function effectsOf(scene: BidScene): Proposal[] {
  const { facts, form: values, translate } = scene;
  if (values.mode === "find") return fromNotices(scene);
  return [
    ...entries(scene),
    ...(facts.buyer.trim() === ""
      ? []
      : [
          leadOf(
            {
              key: "buyer",
              name: facts.buyer,
              country: values.country.length === 2 ? values.country : "",
              score: null,
              notes: translate("Buyer of: {title} | Auftraggeber von: {title}", { title: values.requirementTitle }),
              source: null,
            },
            scene,
          ),
        ]),
  ];
}
