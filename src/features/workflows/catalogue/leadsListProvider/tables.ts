import { figure, percent, quoted } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import { type Facts, type LeadsScene, uncontactable, type ScoredLead, searchCount } from "./facts.ts";
import { type Form, musts } from "./form.ts";
import { isUnread } from "./harvest.ts";
import { named } from "./searchTables.ts";
import * as words from "./words.ts";

/* What is computed of the list: how much of the trade it covers, its best leads, all leads. */

const { computed } = sectionsFor<Form, Facts>();

/** An address, or why there is none. */
const emailOf = ({ translate }: LeadsScene, lead: ScoredLead): string =>
  lead.email || (isUnread(lead) ? translate("website not read | Website nicht gelesen") : "–");

/** Leads without email and phone, by whether they have an address. */
const silentTexts = {
  byVisit:
    "No email or phone; write a letter or visit: {list}. | Weder E-Mail noch Telefon, nur per Brief oder Besuch erreichbar: {list}.",
  lost: "No email, phone or address: {list}. | Ohne E-Mail, Telefon und Adresse: {list}.",
} as const satisfies Record<string, Bilingual>;

export const coverage = computed("coverage", "Coverage and gaps | Abdeckung und Lücken", (scene) => {
  const { facts, translate, translateAll, language } = scene;
  const share = (part: number, of: number): string => percent((100 * part) / Math.max(1, of), language);
  // Leads of the person's own list that the map does not know were not found by the search.
  const searched = facts.leads.filter(
    (lead) => lead.origin !== "list" || words.sourcesOf(lead).some(([, from]) => from !== "list"),
  );
  const kept = Map.groupBy(searched, ({ branch }) => branch);
  const added = facts.leads.length - searched.length;
  const areas = [...Map.groupBy(facts.leads, ({ zip, city }) => [zip, city].filter(Boolean).join(" "))]
    .filter(([area]) => area !== "")
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .slice(0, 10);
  const unreadSites = facts.leads.filter((lead) => lead.email === "" && isUnread(lead)).map(({ name }) => name);
  const silent = Map.groupBy(
    uncontactable(facts).filter((lead) => !isUnread(lead)),
    ({ street, city }) => (street === "" && city === "" ? "lost" : "byVisit"),
  );
  const lines = (id: string): string[] => (facts.told.get(id) ?? "").split("\n").filter(Boolean);
  const unread = lines("unread");
  const twins = lines("twins");
  const dropped = facts.told.get("dropped") ?? "";
  return [
    ...(facts.leads.length === 0
      ? []
      : chartOf(
          "bar",
          translate("Leads with … | Leads mit …"),
          "%",
          facts.shares.map(({ name, value }) => ({ label: translate(musts[name]), value: Math.round(value) })),
        )),
    ...tableOf(
      translateAll(
        "Industry | Branche",
        "Found | Gefunden",
        "With email | Mit E-Mail",
        "With phone | Mit Telefon",
        "With website | Mit Website",
        "Added to the list | In der Liste",
      ),
      facts.tally
        .slice(0, 12)
        .map(({ branch, found, email, phone, website }) => [
          words.branchName(scene, branch),
          figure(found, language),
          share(email, found),
          share(phone, found),
          share(website, found),
          figure(kept.get(branch)?.length ?? 0, language),
        ]),
      [1, 2, 3, 4, 5],
    ),
    ...(facts.tally.length > 0 && added > 0
      ? [
          note(
            "info",
            translate(
              "Your own list adds {count:lead|leads} that the search did not find. | Aus Ihrer eigenen Liste kommen {count:Lead|Leads} hinzu, die die Suche nicht gefunden hat.",
              { count: added },
            ),
          ),
        ]
      : []),
    ...(areas.length < 2
      ? []
      : tableOf(
          translateAll("Area | Gebiet", "Leads | Leads", "With email | Mit E-Mail", "With phone | Mit Telefon"),
          areas.map(([area, list]) => [
            area,
            figure(list.length, language),
            share(list.filter(({ email }) => email !== "").length, list.length),
            share(list.filter(({ phone }) => phone !== "").length, list.length),
          ]),
          [1, 2, 3],
        )),
    ...(facts.tally.length > 0
      ? [
          note(
            "info",
            translate(
              "The map is maintained by volunteers: companies may be missing and details out of date. Check them before you print or visit. | Die Karte wird von Freiwilligen gepflegt: Firmen können fehlen, Angaben veraltet sein. Prüfen Sie alles, bevor Sie drucken oder hinfahren.",
            ),
          ),
        ]
      : []),
    ...(unreadSites.length > 0
      ? [
          note(
            "info",
            translate(
              "The websites of these leads weren’t read and may list an email address: {list}. A deeper run reads more of them. | Die Websites dieser Leads wurden nicht gelesen; vielleicht steht dort eine E-Mail-Adresse: {list}. Ein gründlicherer Lauf liest mehr davon.",
              { list: named(unreadSites, scene) },
            ),
          ),
        ]
      : []),
    ...(["byVisit", "lost"] as const).flatMap((way) => {
      const list = silent.get(way)?.map(({ name }) => name) ?? [];
      return list.length > 0 ? [note("info", translate(silentTexts[way], { list: named(list, scene) }))] : [];
    }),
    ...(twins.length > 0
      ? [
          note(
            "warn",
            translate("Possibly the same company: {list}. | Möglicherweise dieselbe Firma: {list}.", {
              list: twins.join("; "),
            }),
          ),
        ]
      : []),
    ...(unread.length > 0
      ? [
          note(
            "warn",
            translate(
              "{count:line|lines} of your list with no recognizable company: {list}. | {count:Zeile|Zeilen} Ihrer Liste ohne erkennbare Firma: {list}.",
              {
                count: searchCount(facts, "unreadCount"),
                list: unread.map((line) => quoted(line, language)).join(", "),
              },
            ),
          ),
        ]
      : []),
    ...(dropped === ""
      ? []
      : [
          note(
            "info",
            translate(
              "Columns left out because they are sensitive: {list}. | Nicht übernommen, weil sensibel: {list}.",
              {
                list: dropped,
              },
            ),
          ),
        ]),
  ];
});

/** Leads that the document shows with their reasons: one block of work. */
const maxTop = 20;

export const top = computed("top", "Top leads | Beste Leads", (scene) => {
  const { facts, translate, translateAll } = scene;
  return [
    ...tableOf(
      translateAll("Lead | Lead", "Location | Ort", "Contact | Kontakt", "Score | Bewertung", "Why | Warum"),
      facts.leads
        .slice(0, maxTop)
        .map((lead) => [
          lead.branch === "" ? lead.name : `${lead.name} (${words.branchName(scene, lead.branch)})`,
          words.whereOf(scene, lead),
          isUnread(lead) && lead.email === ""
            ? [lead.phone, emailOf(scene, lead)].filter(Boolean).join(", ")
            : [lead.email, lead.phone].filter(Boolean).join(", ") || "–",
          String(lead.score),
          words.reasonsText(scene, lead),
        ]),
      [3],
    ),
    ...(facts.leads.length > maxTop
      ? [
          note(
            "info",
            translate(
              "The best {top} of {count}. The full list is at the end of this document and in the suggestions. | Die besten {top} von {count}. Die ganze Liste finden Sie am Ende dieses Dokuments und in den Vorschlägen.",
              {
                top: maxTop,
                count: facts.leads.length,
              },
            ),
          ),
        ]
      : []),
  ];
});

export const allLeads = computed("allLeads", "All leads with their sources | Alle Leads mit Quellen", (scene) => {
  const { facts, translateAll } = scene;
  return tableOf(
    translateAll(
      "Name | Name",
      "Address | Adresse",
      "Email | E-Mail",
      "Phone | Telefon",
      "Website | Website",
      "Score | Bewertung",
      "Source | Quelle",
    ),
    facts.leads.map((lead) => [
      lead.name,
      [lead.street, [lead.zip, lead.city].filter(Boolean).join(" ")].filter(Boolean).join(", ") || "–",
      emailOf(scene, lead),
      lead.phone || "–",
      lead.website.replace(/^https?:\/\//, "") || "–",
      String(lead.score),
      words.originText(scene, lead),
    ]),
    [5],
  );
});
