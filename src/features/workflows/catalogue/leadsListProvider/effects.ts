import { newLead } from "#src/features/leads/contract.ts";
import type { Proposal } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { type HolidayCountry, holidayCountries } from "../../domain/holidays.ts";
import { workBlocks, blockSize } from "../../domain/leadScoring.ts";
import { clipped, cut, figure } from "../../domain/wording.ts";
import { entryAt, nextWorkday } from "../../kit/effects.ts";
import type { LeadsScene, ScoredLead } from "./facts.ts";
import { isUnread } from "./harvest.ts";
import { noticeDays } from "./legal.ts";
import { branchName, fieldName, originText, reasonsText, sourcesOf } from "./words.ts";

/* What a list of leads suggests: the leads themselves, with the source of each field, and time to work on them. */

/** Minutes for a block of twenty leads: six for each. */
const blockMinutes = 120;

const several = (text: string): string[] => text.split(", ").filter(Boolean);

/** Tags of the map as a record of leads takes them. */
const tagsIn = ({ tags = "" }: { tags?: string }): Record<string, string> =>
  Object.fromEntries(
    tags
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const)
      .filter(([key, value]) => key !== "" && key.length <= 100 && value !== "")
      .map(([key, value]) => [key, cut(value, 500)]),
  );

function leadProposal(scene: LeadsScene, lead: ScoredLead): Proposal | null {
  const { form, facts, translate, context, language } = scene;
  const sources = sourcesOf(lead);
  // A lead of a list that the map has completed is under the licence of the map, too.
  const used = facts.origins.filter(({ id }) => id === lead.origin || sources.some(([, from]) => from === id));
  const notes = [
    translate("Score {score}: {reasons}. | Bewertung {score}: {reasons}.", {
      score: lead.score,
      reasons: reasonsText(scene, lead),
    }),
    translate("{share} % complete. | Zu {share} % vollständig.", { share: figure(lead.completeness, language) }),
    isUnread(lead)
      ? translate(
          "Website not read; it may list an email address. | Website nicht gelesen; vielleicht steht dort eine E-Mail-Adresse.",
        )
      : "",
    lead.notes,
    ...used.map(({ attribution, licence }) => `${attribution}, ${licence}`),
  ];
  const payload = {
    name: cut(lead.name, 200),
    category: lead.branch === "" ? "" : cut(branchName(scene, lead.branch), 120),
    email: several(lead.email),
    phone: several(lead.phone),
    website: lead.website || null,
    address: { street: lead.street, zip: lead.zip, city: lead.city, country: lead.country },
    lat: lead.lat === "" ? null : Number(lead.lat),
    lon: lead.lon === "" ? null : Number(lead.lon),
    score: lead.score,
    tags: [clipped(form.requirementTitle, 60, 60)],
    source: {
      adapter: lead.origin === "list" ? "csv" : lead.origin === "osm" ? "osm" : "companiesFr",
      externalId: lead.origin === "list" ? null : lead.id,
      url: lead.url || null,
      licence: cut(used.map(({ licence }) => licence).join(", "), 120),
      attribution: cut([...new Set(used.map(({ attribution }) => attribution))].join(", "), 300),
      retrievedAt: used[0]?.retrieved ?? context.now,
    },
    osmTags: tagsIn(lead),
    notes: cut(notes.filter(Boolean).join("\n"), 7900),
    // Where each field comes from travels with the lead.
    customFields:
      sources.length === 0
        ? {}
        : {
            [translate("Sources | Quellen")]: cut(originText(scene, lead), 1000),
            ...Object.fromEntries(
              sources
                .filter(([, from]) => from.startsWith("http"))
                .map(([field, from]) => [
                  translate("Source of {field} | Quelle: {field}", { field: fieldName(scene, field) }),
                  cut(from, 1000),
                ]),
            ),
          },
  };
  // An edited cell may be no address any more: such a lead is not suggested rather than refused with all others.
  return newLead.safeParse(payload).success ? { kind: "lead", key: `lead:${lead.id}`, payload } : null;
}

export function effectsOf(scene: LeadsScene): Proposal[] {
  const { facts, form, translate, context } = scene;
  const { timeZone } = context;
  const leads = facts.leads.flatMap((lead) => leadProposal(scene, lead) ?? []);
  if (leads.length === 0) return [];
  const today = localDateOf(context.now, timeZone);
  const told = facts.told.get("country") || form.country;
  const country = holidayCountries.find((one): one is HolidayCountry => one === told);
  const days: string[] = [];
  const blocks = workBlocks(facts.leads);
  for (const _ of blocks) days.push(nextWorkday(addDays(days.at(-1) ?? today, 1), country));
  const title = form.requirementTitle;
  return [
    ...leads,
    ...(form.workBlocks
      ? blocks.map((block, at) =>
          entryAt(`work:${at + 1}`, {
            type: "4000",
            title: translate("Leads {from} to {to}: {title} | Leads {from} bis {to}: {title}", {
              from: at * blockSize + 1,
              to: at * blockSize + block.length,
              title,
            }),
            date: days[at] ?? today,
            minutes: Math.max(30, Math.round((blockMinutes * block.length) / blockSize / 15) * 15),
            notes: block
              .map(({ name, phone, email, zip, city }) =>
                [name, phone || email || [zip, city].filter(Boolean).join(" ")].filter(Boolean).join(" · "),
              )
              .join("\n"),
            timeZone,
          }),
        )
      : []),
    entryAt("notice", {
      type: "2000",
      title: translate(
        "Tell contacts where their data comes from: {title} | Kontakte über die Herkunft ihrer Daten informieren: {title}",
        {
          title,
        },
      ),
      date: nextWorkday(addDays(today, noticeDays - 4), country),
      minutes: 30,
      notes: translate(
        "GDPR Art. 14: within one month, naming the source. Applies only to people whose data you store. | Art. 14 DSGVO: binnen eines Monats und mit Angabe der Quelle. Gilt nur für Personen, deren Daten Sie speichern.",
      ),
      timeZone,
    }),
  ];
}
