import { foldText } from "#src/features/leads/rules.ts";
import { apiRecords, type PlaceRecord } from "../../apis.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { branches, type BranchKey, branchKeys, tagsInWords } from "../../domain/leadBranches.ts";
import { cleanLead, cleanWebsite, emptyLead, type Lead } from "../../domain/leadCleaning.ts";
import { type LeadList, leadsInText } from "../../domain/leadLists.ts";
import { joinDoubles, knownAmong, likelyTwins } from "../../domain/leadMatching.ts";
import { scoreOf, wordsFound } from "../../domain/leadScoring.ts";
import * as search from "../../domain/leadSearching.ts";
import { knownLeadsIn } from "../../domain/ownLeads.ts";
import type { ReadRequest, RunState } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { materialOf } from "../material.ts";
import { chosenBranches, type Form, searchesWeb } from "./form.ts";
import { signalsOf, measureOf } from "./scoring.ts";
import { type Tagged, tagsOf } from "./trades.ts";

/* What is asked of the data services and read of websites, and the leads that come of it, with all that was left out. */

/** What of a scene is needed here. */
export interface HarvestInput {
  form: Form;
  context: WorkflowContext;
  state: Pick<RunState, "reads" | "answer">;
  textOf: (request: ReadRequest) => string | null;
}

const taggedOf = ({ state }: HarvestInput): Tagged[] => (state.answer["tagged"] as Tagged[] | undefined) ?? [];

const placeRequest = ({ place, country, goalLanguage }: Form): ReadRequest => ({
  kind: "api",
  api: "nominatim",
  query: {
    place: place.trim(),
    countries: country === "none" ? [] : [country],
    language: /^[a-z]{2}/.exec(goalLanguage)?.[0] ?? "en",
  },
  hidden: true,
});

/** The place as the map knows it; null while it is unknown. */
export function searchedLocation({ form, textOf }: HarvestInput): PlaceRecord | null {
  return searchesWeb(form) ? (apiRecords("nominatim", textOf(placeRequest(form)))?.[0] ?? null) : null;
}
const countryOf = (form: Form, place: PlaceRecord | null): string =>
  form.country === "none" ? (place?.country ?? "") : form.country;

const searchArea = (form: Form, place: PlaceRecord): search.SearchArea =>
  search.areaOf(place, form.reach === "whole" ? "whole" : form.radius);

function mapRequests(given: HarvestInput) {
  const place = searchedLocation(given);
  if (place === null) return [];
  return search
    .mapQueries(searchArea(given.form, place), tagsOf(given.form, taggedOf(given)))
    .map((query) => ({ kind: "api" as const, api: "overpass" as const, query, hidden: true as const }));
}

/** One question for each trade: the register's answer does not tell which of several it is about. */
function registerRequests(given: HarvestInput): { branch: BranchKey; request: ReadRequest }[] {
  const { form } = given;
  const place = searchedLocation(given);
  if (place === null || countryOf(form, place) !== "FR") return [];
  return chosenBranches(form)
    .filter((key) => branches[key].naf.length > 0)
    .map((branch) => ({
      branch,
      request: {
        kind: "api",
        api: "companiesFr",
        query: search.registerQuery(form.place, branches[branch].naf, form.companySize),
        hidden: true,
      },
    }));
}

const ownRequests = ({ leaveOutOwn }: Form): ReadRequest[] =>
  leaveOutOwn ? [{ kind: "leads", ids: "all", hidden: true }] : [];

const fileRequests = ({ attachments, research: _ }: Form): ReadRequest[] =>
  attachments.map((fileId) => ({ kind: "file", fileId, hidden: true }));

/** Most websites that are looked at, by the depth of the run. */
const maxSites: Readonly<Record<Form["depth"], number>> = { quick: 24, standard: 80, deep: 200 };
/** Sites for each lead that is wanted: some tell no address. */
const sitesPerLead = 2;
/** Pages in one step: the reader takes no more at once. */
const pagesAtOnce = 12;

export const reasonsLeftOut = ["closed", "excluded", "chain", "known", "missing", "beyond"] as const;
export type LeftOutReason = (typeof reasonsLeftOut)[number];

export interface FoundLead extends Lead {
  km: number | null;
  /** Words of the person that its record or its site has. */
  words: string[];
}

export interface BranchTally {
  branch: string;
  found: number;
  email: number;
  phone: number;
  website: number;
}

export interface Harvest {
  leads: FoundLead[];
  leftOut: { name: string; reason: LeftOutReason }[];
  /** Of the map and the register, before anything was left out. */
  tally: BranchTally[];
  doubles: number;
  twins: [string, string][];
  unread: string[];
  dropped: string[];
  /** Records read in lists, on the map and in the register. */
  read: { list: number; osm: number; register: number };
  pages: { asked: number; read: number };
  /** What services cut: tags of questions to the map, trades in the register. */
  capped: { map: string[]; register: BranchKey[] };
}

/** A sign that no form offers: its own site may tell more, and was not read. */
const unread = "unread";
export const isUnread = ({ signs }: { signs: string }): boolean => signs.split(" ").includes(unread);

interface Candidates extends Omit<Harvest, "pages" | "leads" | "twins"> {
  leads: FoundLead[];
  country: string;
  hasList: boolean;
  hasPlace: boolean;
}

/** Everything found, joined, without what is unwanted; the nearest first. */
function candidatesOf(given: HarvestInput): Candidates {
  const { form, context, textOf } = given;
  const today = localDateOf(context.now, context.timeZone);
  const place = searchedLocation(given);
  const country = countryOf(form, place);
  const area = place && searchArea(form, place);
  const lists = [form.industryList, ...fileRequests(form).map((request) => textOf(request) ?? "")]
    .map((text, at): LeadList => leadsInText(text, `l${at}`, country))
    // An attached text of prose is no list; a pasted one is told line by line.
    .filter((list, at) => at === 0 || isList(list));
  const listed = lists.flatMap(({ leads }) => leads);
  const onMap = mapRequests(given).map((request) => ({
    tags: request.query.tags,
    records: apiRecords("overpass", textOf(request)) ?? [],
  }));
  const shops = onMap
    .flatMap(({ records }) => records)
    .map((record) => search.leadOfShop(record, country, today))
    .filter((lead) => lead.name !== "");
  const inRegister = registerRequests(given).map(({ branch, request }) => ({
    branch,
    records: apiRecords("companiesFr", textOf(request)) ?? [],
  }));
  const companies = inRegister
    .flatMap(({ branch, records }) => records.map((record) => search.leadOfCompany(record, branch, today)))
    .filter((lead) => area === null || isThere(lead, area, `${form.place} ${place?.label ?? ""}`));
  const isKnown = knownOf(given, country);
  const { leads, doubles } = joinDoubles([...listed.map(withKnownBranch), ...shops, ...companies]);
  const leftOut: Harvest["leftOut"] = [];
  const kept = leads.flatMap((lead): FoundLead[] => {
    const reason = unwanted(lead, form, isKnown);
    if (reason !== null) {
      leftOut.push({ name: lead.name, reason });
      return [];
    }
    const km = area && lead.lat !== null && lead.lon !== null ? search.kmBetween(area, lead as search.Point) : null;
    const words = wordsFound([lead.name, lead.branch, lead.notes].join("\n"), form.fitWords);
    return [{ ...lead, km: km === null ? null : Math.round(km * 10) / 10, words }];
  });
  return {
    leads: kept.toSorted((a, b) => (a.km ?? 0) - (b.km ?? 0) || (a.id < b.id ? -1 : 1)),
    leftOut,
    tally: tallyOf([...shops, ...companies]),
    doubles,
    unread: lists.flatMap(({ unread }) => unread),
    dropped: [...new Set(lists.flatMap(({ dropped }) => dropped))],
    read: { list: listed.length, osm: shops.length, register: companies.length },
    country,
    hasList: listed.length > 0,
    hasPlace: place !== null,
    capped: {
      map: onMap.flatMap(({ tags, records }) => (records.length >= search.limits.records ? tags : [])),
      register: inRegister.flatMap(({ branch, records }) =>
        records.length >= search.limits.companies ? [branch] : [],
      ),
    },
  };
}

/** Whether a company of the register is where is searched; one without a point has to name the place. */
function isThere(lead: Lead, area: search.SearchArea, place: string): boolean {
  if (lead.lat !== null && lead.lon !== null) return search.isInArea(area, lead);
  const words = foldText(place);
  return [lead.zip, lead.city].some((one) => one !== "" && words.includes(foldText(one)));
}

/** Leads of the person are told by what the list of the form and their records say. */
function knownOf(given: HarvestInput, country: string): (lead: Lead) => boolean {
  const { form, textOf } = given;
  const own = ownRequests(form).flatMap((request) => knownLeadsIn(textOf(request) ?? ""));
  const records = new Set(own.map(({ record }) => record).filter(Boolean));
  const isAmong = knownAmong([
    ...leadsInText(form.knownLeads, "k", country).leads,
    ...own.map(({ record: _, ...lead }, at) =>
      cleanLead({ ...emptyLead, ...lead, id: `own${at}`, origin: "list" as const }, country),
    ),
  ]);
  return (lead) => records.has(lead.id) || isAmong(lead);
}

/** A text in which leads are found and that is not mostly something else. */
const isList = ({ leads, unread }: LeadList): boolean => leads.length > 1 && leads.length >= unread.length;

/** A trade that a list names in words gets the name that the map's records have. */
const withKnownBranch = (lead: Lead): Lead => {
  const named = new Set(tagsInWords(lead.branch));
  const branch = branchKeys.find((key) => branches[key].tags.some((tag) => named.has(tag)));
  return branch === undefined ? lead : { ...lead, branch };
};

function unwanted(lead: Lead, form: Form, isKnown: (lead: Lead) => boolean): LeftOutReason | null {
  if (lead.signs.includes("closed")) return "closed";
  if (wordsFound(lead.name, form.exclude).length > 0) return "excluded";
  if (lead.isChain && !form.withChains) return "chain";
  return isKnown(lead) ? "known" : null;
}

const tallyOf = (leads: readonly Lead[]): BranchTally[] =>
  [...Map.groupBy(leads, ({ branch }) => branch)]
    .map(([branch, all]) => ({
      branch,
      found: all.length,
      email: all.filter(({ email }) => email.length > 0).length,
      phone: all.filter(({ phone }) => phone.length > 0).length,
      website: all.filter(({ website }) => website !== "").length,
    }))
    .toSorted((a, b) => b.found - a.found || (a.branch < b.branch ? -1 : 1));

interface Site {
  lead: FoundLead;
  pages: string[];
}

/** Leads whose own site may tell what is not known of them: those without an address first, of these the best. */
function sitesToRead(
  given: HarvestInput,
  { leads, country, hasPlace, hasList }: Candidates,
): { read: Site[]; later: Site[] } {
  const { form } = given;
  if (form.research !== "web" || !form.readWebsites) return { read: [], later: [] };
  const tagged = taggedOf(given);
  const measure = measureOf(form, hasPlace, searchesWeb(form) ? tagsOf(form, tagged) : [], hasList);
  const scoreOfLead = ({ email, phone, ...lead }: FoundLead): number =>
    scoreOf(signalsOf({ ...lead, email: email[0] ?? "", phone: phone[0] ?? "" }, form, tagged), measure).score;
  const sites = leads
    .filter(({ email, website }) => website !== "" && (email.length === 0 || form.fitWords.length > 0))
    .map((lead) => ({ lead, pages: search.contactPages(lead.website, lead.country || country) }))
    .filter(({ pages }) => pages.length > 0)
    .map((site) => ({ ...site, score: scoreOfLead(site.lead) }))
    .toSorted((a, b) => Math.sign(a.lead.email.length) - Math.sign(b.lead.email.length) || b.score - a.score);
  const most = Math.min(maxSites[form.depth], sitesPerLead * form.maxLeads);
  return { read: sites.slice(0, most), later: sites.slice(most) };
}

const pageRequest = (url: string): ReadRequest => ({ kind: "url", url, hidden: true });

/** Pages to read next: first one of each site, then the second where the first did not give an address. */
function pageRequests(given: HarvestInput, candidates: Candidates): ReadRequest[] {
  const { textOf } = given;
  const wanted = sitesToRead(given, candidates).read.flatMap(({ lead, pages: [first = "", second] }) => {
    const told = textOf(pageRequest(first));
    if (told === null) return [{ url: first, turn: 0 }];
    const isOpen = lead.email.length === 0 && search.contactsIn(told, lead.website, candidates.country).email === "";
    return second !== undefined && isOpen && textOf(pageRequest(second)) === null ? [{ url: second, turn: 1 }] : [];
  });
  return wanted
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, pagesAtOnce)
    .map(({ url }) => pageRequest(url));
}

/**
 * What is read, step by step: the lists and the place, then the map and the register around it, then websites a dozen at
 * a time. Files that are no list are shown to writers.
 */
export function requests(given: HarvestInput): ReadRequest[] {
  const { form, textOf } = given;
  const files = fileRequests(form);
  const first = [
    ...files,
    ...ownRequests(form),
    ...(searchesWeb(form) ? [placeRequest(form)] : []),
    ...materialOf({ ...form, attachments: [] }, [form.companyWebsite, form.productWebsite], []),
  ];
  const texts = files.flatMap((request): ReadRequest[] => {
    const text = textOf(request);
    const { hidden: _, ...visible } = request;
    return text !== null && text !== "" && !isList(leadsInText(text, "f")) ? [visible] : [];
  });
  const services = [...mapRequests(given), ...registerRequests(given).map(({ request }) => request)];
  const known = [...first, ...texts, ...services];
  if (known.some((request) => textOf(request) === null)) return known;
  return [...known, ...pageRequests(given, candidatesOf(given))];
}

const kept = new WeakMap<RunState["reads"], { form: Form; tagged: unknown; value: Harvest }>();

/** The leads of everything that was read, best reached first, and what was left out; the same for the same material. */
export function harvestOf(given: HarvestInput): Harvest {
  const { form, state } = given;
  const tagged = state.answer["tagged"];
  const known = kept.get(state.reads);
  if (known?.form === form && known.tagged === tagged) return known.value;
  const value = harvest(given);
  kept.set(state.reads, { form, tagged, value });
  return value;
}

function harvest(given: HarvestInput): Harvest {
  const { form, textOf } = given;
  const candidates = candidatesOf(given);
  const { read, later } = sitesToRead(given, candidates);
  const isLater = new Set(later.map(({ lead }) => lead.id));
  const sites = new Map(
    read.map(({ lead, pages }) => [
      lead.id,
      pages.map((url) => ({ url, text: textOf(pageRequest(url)) })).filter(({ text }) => text !== null),
    ]),
  );
  const asked = [...sites.values()].flat();
  const leftOut = [...candidates.leftOut];
  const leads = candidates.leads
    .map((lead) => withPages(lead, sites.get(lead.id) ?? [], form, candidates.country))
    .flatMap((lead) => {
      const isComplete = form.mustHave.every((field) => lead[field].length > 0);
      // What was not looked for is not missing.
      if (isLater.has(lead.id) && (!isComplete || lead.email.length === 0))
        return [{ ...lead, signs: [...lead.signs, unread] }];
      if (!isComplete) leftOut.push({ name: lead.name, reason: "missing" });
      return isComplete ? [lead] : [];
    });
  return {
    ...candidates,
    leads,
    leftOut,
    twins: likelyTwins(leads),
    pages: { asked: asked.length, read: asked.filter(({ text }) => text !== "").length },
  };
}

/** A lead with what its own site tells. */
function withPages(
  lead: FoundLead,
  pages: readonly { url: string; text: string | null }[],
  form: Form,
  country: string,
): FoundLead {
  return pages.reduce<FoundLead>(
    (known, { url, text }) => {
      if (!text) return known;
      const { email, phone } = search.contactsIn(text, lead.website, lead.country || country);
      const from = { ...known.from };
      const isNewEmail = known.email.length === 0 && email !== "";
      const isNewPhone = known.phone.length === 0 && phone !== "";
      if (isNewEmail) from["email"] = url;
      if (isNewPhone) from["phone"] = url;
      const words = [...new Set([...known.words, ...wordsFound(text, form.fitWords)])];
      if (words.length > known.words.length) from["words"] = url;
      return {
        ...known,
        email: isNewEmail ? [email] : known.email,
        phone: isNewPhone ? [phone] : known.phone,
        words,
        from,
      };
    },
    { ...lead, website: cleanWebsite(lead.website) },
  );
}
