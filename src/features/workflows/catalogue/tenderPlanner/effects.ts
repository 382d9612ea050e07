import type { Proposal } from "#src/features/documents/document.ts";
import { email, webAddress } from "#src/kit/schemas.ts";
import type { TenderStep } from "../../domain/procurementDates.ts";
import { clipped, cut } from "../../domain/wording.ts";
import { entryAt, nextProject } from "../../kit/effects.ts";
import { cardNamed } from "../cards.ts";
import type { Form as LeadsForm } from "../leadsListProvider/form.ts";
import { stepNames, type TenderScene } from "./facts.ts";
import { market } from "./market.ts";

/* What a tender suggests: its dates as calendar entries, suppliers as leads, and a search for more of them. */

/** Steps on which nobody has to do anything. */
const silentSteps: readonly TenderStep[] = ["opening", "binding"];
/** Bids are due at noon, when somebody is there for a bidder whose upload fails. */
const noon = "12:00";
const dayBefore = 24 * 60;
/** Characters that the search for leads takes of what is sold and of who fits. */
const longestSearch = 1500;

function entries(scene: TenderScene): Proposal[] {
  const { facts, form: values, context, translate } = scene;
  const { timeZone } = context;
  const title = (text: string): string => `${clipped(values.requirementTitle, 80)}: ${text}`;
  return [
    ...facts.dates.steps
      .filter(({ id, date }) => !silentSteps.includes(id) && date >= facts.today)
      .map(({ id, date }) =>
        entryAt(`date:${id}`, {
          type: "5000",
          title: title(translate(stepNames[id])),
          date,
          time: id === "deadline" || id === "requests" ? noon : "09:00",
          timeZone,
          ...(id === "deadline" || id === "answers" || id === "notice" ? { reminders: [dayBefore] } : {}),
        }),
      ),
    ...(values.startOn >= facts.today
      ? [
          entryAt("date:start", {
            type: "5000",
            title: title(translate("Start of the contract | Leistungsbeginn")),
            date: values.startOn,
            timeZone,
          }),
        ]
      : []),
  ];
}

interface Supplier {
  key: string;
  name: string;
  website: string | null;
  email: string[];
  notes: string;
  source: { adapter: string; url: string; retrievedAt: string } | null;
}

/** Suppliers that the person knows, then those that a source names; each firm once. */
function suppliers(scene: TenderScene): Supplier[] {
  const { form: values, context, show } = scene;
  const known = values.suppliers.map(({ name, website, email: mail }, at): Supplier => ({
    key: `supplier:${at + 1}`,
    name,
    website: webAddress.safeParse(website).success ? website : null,
    email: email.safeParse(mail).success ? [mail] : [],
    notes: "",
    source: null,
  }));
  const found = market
    .of(scene)
    .filter(({ kind, name }) => kind === "supplier" && name !== "")
    .map(({ id, name, shows, said }): Supplier => {
      // Rows carry the name of the piece that they were found in: `s2.1-3`.
      const source = context.sources.find((one) => id.startsWith(`${one.source.id}.`))?.source;
      const isPage = source !== undefined && webAddress.safeParse(source.url).success;
      return {
        key: `supplier:${id}`,
        name: show(name),
        website: null,
        email: [],
        notes: [show(shows), said].filter(Boolean).join("\n"),
        source: isPage ? { adapter: "website", url: source.url, retrievedAt: source.retrievedAt } : null,
      };
    });
  const seen = new Set<string>();
  return [...known, ...found].filter(({ name }) => {
    const plain = name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    if (plain === "" || seen.has(plain)) return false;
    seen.add(plain);
    return true;
  });
}

export function effectsOf(scene: TenderScene): Proposal[] {
  const { form: values, translate } = scene;
  const list = cardNamed("leadsListProvider");
  return [
    ...entries(scene),
    ...suppliers(scene).map(({ key, name, ...lead }): Proposal => ({
      kind: "lead",
      key,
      payload: {
        ...lead,
        name: name.trim().slice(0, 200).toWellFormed(),
        notes: lead.notes.slice(0, 7900).toWellFormed(),
        kind: "org",
        tags: [translate("supplier | Lieferant"), clipped(values.requirementTitle, 60, 60)],
      },
    })),
    ...(list.isProductionReady
      ? [
          nextProject<LeadsForm>(
            "suppliers",
            "leadsListProvider",
            translate("Suppliers: {title} | Lieferanten: {title}", { title: values.requirementTitle }),
            {
              goalLanguage: values.goalLanguage,
              whatYouSell: cut(
                translate("Wanted: suppliers. We buy: {need} | Gesucht: Lieferanten. Wir beschaffen: {need}", {
                  need: values.need,
                }),
                longestSearch,
              ),
              idealCustomer: cut(
                translate("Firms that deliver: {lots} | Unternehmen, die liefern: {lots}", {
                  lots: values.lots.map(({ name }) => name).join("; ") || values.requirementTitle,
                }),
                longestSearch,
              ),
              place: values.place,
              country: values.country === "other" || values.country === "otherEu" ? "none" : values.country,
              knownLeads: values.suppliers.map(({ name }) => name).join("\n"),
              research: "web",
            },
          ),
        ]
      : []),
  ];
}
