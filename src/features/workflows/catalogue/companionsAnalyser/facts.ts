import { trimEndBy } from "#src/kit/text.ts";
import { priceText } from "../../domain/currencies.ts";
import { type Doubt, doubtOf, median } from "../../domain/marketFigures.ts";
import * as rivals from "../../domain/rivals.ts";
import { distanceText, figure, listed, percent } from "../../domain/wording.ts";
import { type Bilingual, withinLabel } from "../../kit/bilingual.ts";
import { supportingSentence } from "../../kit/quotes.ts";
import type { Material } from "../../kit/sections.ts";
import type { Figures, ReadRequest, Scene } from "../../kit/state.ts";
import type { SourceText, WorkflowContext } from "../../workflow.ts";
import { materialOf } from "../material.ts";
import type { Form } from "./form.ts";

/* What is computed of competitors: whose page is whose, who meets what, comparable prices, orders, the own website. */

export interface Rival {
  id: string;
  name: string;
  url: string;
  /** Its own pages and the person's notes about it, and nothing about others. */
  material: Material[];
}
export interface Price {
  id: string;
  rival: string;
  plan: string;
  price: number;
  unit: rivals.PriceUnit;
  /** Id of the own offer that contains the same; empty for none. */
  like: string;
  /** Name of the page it is on; empty for a note of the person. */
  origin: string;
  /** Why it is shown and compared with nothing; null: nothing speaks against it. */
  doubt: Doubt | null;
}
export interface OwnOffer {
  id: string;
  plan: string;
  price: number;
  unit: rivals.PriceUnit;
}
export interface Coverage {
  id: string;
  name: string;
  /** Percent of the weighted demands of which something is known; null for none. */
  share: number | null;
  known: number;
}
/** A demand that one claims to meet, and the sentence of one's own website about it. */
export interface Mirrored {
  demand: string;
  weight: number;
  /** Null: no sentence speaks of it. */
  words: string | null;
}
export interface Facts {
  rivals: Rival[];
  demands: rivals.Demand[];
  findings: rivals.Finding[];
  offers: OwnOffer[];
  prices: Price[];
  /** Prices that compare with the main offer, one of each competitor. */
  compared: Price[];
  coverage: Coverage[];
  deals: rivals.DealCount[];
  /** Null: the own website was not read. */
  mirror: Mirrored[] | null;
}
export type RivalScene = Scene<Form, Facts>;

/** What writers gave that facts are computed from. */
export interface WriterAnswers {
  candidates: readonly { name: string; url: string }[];
  criteria: readonly { id: string; name: string; weight: "low" | "mid" | "high" }[];
  findings: readonly { id: string; demand: string[]; has: rivals.Has; words: string }[];
  prices: readonly {
    id: string;
    plan: string;
    price: number | null;
    unit: rivals.PriceUnit;
    like: string[];
    words: string;
  }[];
}

/** Id of oneself beside the competitors `r1…`. */
export const ownId = "you";
/** Found competitors that are looked at: each costs questions. */
const maxFound = 6;
/** Share of a demand's words that a sentence needs to speak of it. A guess: with half, "planning" is anywhere. */
const minSharedWords = 0.6;
const weightOf = { low: 2, mid: 3, high: 5 } as const;

const hostOf = (url: string): string =>
  URL.parse(url)
    ?.host.replace(/^www\./, "")
    .toLowerCase() ?? "";
/** Path of a site that shares its host with others, `/acme` of `https://market.example/acme`. */
const pathOf = (url: string): string => trimEndBy(URL.parse(url)?.pathname ?? "", /\//);

/** Whether a page belongs to a site: the same host, and the same path where several sites share the host. */
function isOnSite(page: string, site: string, isShared: boolean): boolean {
  if (hostOf(site) === "" || hostOf(page) !== hostOf(site)) return false;
  return !isShared || `${pathOf(page)}/`.startsWith(`${pathOf(site)}/`);
}

/** A file belongs to the competitor that its name names. */
const isNamedAfter = (title: string, name: string): boolean =>
  name.trim().length > 2 && title.toLowerCase().includes(name.trim().toLowerCase());

function rivalsOf(form: Form, sources: readonly SourceText[], written: WriterAnswers): Rival[] {
  const named =
    form.competitors.length > 0
      ? form.competitors
      : written.candidates.slice(0, maxFound).map(({ name, url }) => ({ name, url, notes: "" }));
  return named.map(({ name, url, notes }, at): Rival => {
    const isShared = named.filter((one) => hostOf(one.url) === hostOf(url)).length > 1;
    const isFile = (source: SourceText["source"]): boolean => !/^https?:/i.test(source.url);
    const pages = sources.filter(
      ({ source, text }) =>
        text !== "" && (isFile(source) ? isNamedAfter(source.title, name) : isOnSite(source.url, url, isShared)),
    );
    return {
      id: `r${at + 1}`,
      name,
      url,
      material: [
        ...pages.map(({ source, text }) => ({ id: source.id, title: source.title || name, text })),
        ...(notes.trim() === "" ? [] : [{ id: `n${at + 1}`, title: name, text: notes }]),
      ],
    };
  });
}

/** Sites that belong to nobody who is compared: neither to the person nor to a competitor. */
export const isForeign = ({ form, facts }: RivalScene, url: string): boolean =>
  ![form.companyWebsite, form.productWebsite, ...facts.rivals.map((one) => one.url)].some(
    (site) => site !== "" && hostOf(site) === hostOf(url),
  );

/** Where prices usually stand, whatever the language of the result. */
const pricePaths = ["/pricing", "/preise"];

/** The pages of a site to read: where it begins, and where prices usually stand: below it where it shares its host. */
function pagesOf(url: string, all: readonly { url: string }[]): ReadRequest[] {
  const isShared = all.filter((one) => hostOf(one.url) === hostOf(url)).length > 1;
  const base = isShared ? pathOf(url) : "";
  const prices = pricePaths.flatMap((path) => URL.parse(`${base}${path}`, url)?.href ?? []);
  return [url, ...prices].map((page) => ({ kind: "url" as const, url: page }));
}

export const isProposing = ({ competitors, research }: Form): boolean => competitors.length === 0 && research === "web";

export function requests(scene: RivalScene): ReadRequest[] {
  const { form, translate, language, facts } = scene;
  const places = listed(form.places, language);
  const queries = isProposing(form)
    ? [
        translate("{title} provider {places} | {title} Anbieter {places}", { title: form.requirementTitle, places }),
        translate("{job} company {places} | {job} Firma {places}", { job: form.job.slice(0, 120), places }),
      ]
    : [];
  const sites =
    form.research === "web" ? facts.rivals.flatMap(({ url }) => (url === "" ? [] : pagesOf(url, facts.rivals))) : [];
  // The own website comes last: evidence of competitors has the low numbers.
  const ownSites = materialOf({ ...form, attachments: [] }, [form.companyWebsite, form.productWebsite], []);
  return [...materialOf(form, [], queries), ...sites, ...ownSites];
}

function demandsOf(form: Form, written: WriterAnswers): rivals.Demand[] {
  if (form.demands.length > 0) return form.demands.map((one, at) => ({ ...one, id: `d${at + 1}` }));
  return written.criteria.map(({ name, weight }, at) => ({
    id: `d${at + 1}`,
    name,
    weight: weightOf[weight],
    own: "open" as const,
  }));
}

export const offersOf = ({ offers }: Form): OwnOffer[] =>
  offers.flatMap(({ price, ...rest }, at) => (price === null ? [] : [{ ...rest, price, id: `o${at + 1}` }]));

/** One price of each competitor that compares with the main offer; without an own offer, those of the usual unit. */
function comparedOf(all: readonly Rival[], prices: readonly Price[], offers: readonly OwnOffer[]): Price[] {
  const usable = prices.filter(({ doubt }) => doubt === null);
  const [main] = offers;
  const units = Map.groupBy(usable, ({ unit }) => unit);
  const [usual] = [...units].toSorted(
    ([, a], [, b]) => new Set(b.map(({ rival }) => rival)).size - new Set(a.map(({ rival }) => rival)).size,
  );
  const fits = main
    ? ({ like, unit }: Price) => like === main.id && unit === main.unit
    : ({ unit }: Price) => unit === usual?.[0];
  return all.flatMap(({ id }) => usable.find((one) => one.rival === id && fits(one)) ?? []);
}

function mirrorOf(form: Form, demands: readonly rivals.Demand[], context: WorkflowContext): Mirrored[] | null {
  const sites = [form.companyWebsite, form.productWebsite].filter((site) => site !== "");
  const pages = context.sources.filter(
    ({ source, text }) => text !== "" && sites.some((site) => isOnSite(source.url, site, false)),
  );
  if (pages.length === 0) return null;
  const text = pages.map((page) => page.text).join("\n");
  return demands
    .filter((one) => one.own === "yes" || one.own === "partly")
    .map(({ name, weight }) => ({
      demand: name,
      weight,
      words: supportingSentence(name, text, context.language, minSharedWords),
    }));
}

export function factsOf(form: Form, context: WorkflowContext, written: WriterAnswers): Facts {
  const all = rivalsOf(form, context.sources, written);
  const demands = demandsOf(form, written);
  const offers = offersOf(form);
  // Rows of a piece carry its id: `s2.1-3` is in the first piece of source 2.
  const rivalOf = (id: string): Rival | undefined =>
    all.find(({ material }) => material.some((one) => id.startsWith(`${one.id}.`)));
  const titleOf = (id: string): string => {
    const [, source] = /^(s\d+)\./.exec(id) ?? [];
    return context.sources.find((one) => one.source.id === source)?.source.title ?? "";
  };
  const findings = written.findings.flatMap(({ id, demand, has, words }) => {
    const rival = rivalOf(id);
    return rival ? demand.map((one): rivals.Finding => ({ id, rival: rival.id, demand: one, has, words })) : [];
  });
  const prices = written.prices.flatMap(({ id, plan, price, unit, like: [like = ""], words }): Price[] => {
    const rival = rivalOf(id);
    if (!rival || price === null) return [];
    const doubt = doubtOf({ value: price, unit: "money", quote: words }, form.currency);
    return [{ id, rival: rival.id, plan, price, unit, like, origin: titleOf(id), doubt }];
  });
  const hasOf = (rival: string, demand: string) => rivals.findingOf(findings, rival, demand)?.has;
  return {
    rivals: all,
    demands,
    findings,
    offers,
    prices,
    compared: comparedOf(all, prices, offers),
    coverage: [
      {
        id: ownId,
        name: ownId,
        share: rivals.coverageOf(demands, (one) => one.own),
        known: demands.filter((one) => one.own !== "open").length,
      },
      ...all.map(({ id, name }) => ({
        id,
        name,
        share: rivals.coverageOf(demands, (one) => hasOf(id, one.id)),
        known: demands.filter((one) => (hasOf(id, one.id) ?? "said") !== "said").length,
      })),
    ],
    deals: rivals.dealsOf(form.deals),
    mirror: mirrorOf(form, demands, context),
  };
}

/** A line of a list as a sentence. */
export const withoutBullet = (line: string): string => line.replace(/^[-•*]\s*/, "");

/** Sentences of a competitor that speak of a demand, for a document that nobody writes. A plain denial is a no. */
export const claimsOnDemands = (rival: Rival, demands: readonly rivals.Demand[], language: string) =>
  demands.flatMap(({ id, name }, at) =>
    rival.material.flatMap((one) => {
      const words = supportingSentence(name, one.text, language, minSharedWords);
      return words === null
        ? []
        : [
            {
              id: `${one.id}.1-${at + 1}`,
              demand: [id],
              has: rivals.isDenied(name, words) ? ("no" as const) : ("said" as const),
              words: withoutBullet(words),
            },
          ];
    }),
  );

export const nameOf = ({ facts, translate }: RivalScene, id: string): string =>
  id === ownId ? translate("You | Sie") : (facts.rivals.find((one) => one.id === id)?.name ?? id);

export const money = ({ language, form: { currency } }: Pick<RivalScene, "language" | "form">, value: number): string =>
  priceText(value, currency, language);

const named = (key: string, label: Bilingual, text: string | null): Figures =>
  text === null ? {} : { [key]: { label, text } };

export function figuresOf(scene: RivalScene): Figures {
  const { facts, language, translate } = scene;
  const middle = median(facts.compared.map(({ price }) => price));
  const [main] = facts.offers;
  const won = facts.deals.reduce((sum, one) => sum + one.won, 0);
  const all = facts.deals.reduce((sum, one) => sum + one.won + one.lost, 0);
  return {
    ...named(
      "priceMiddle",
      "Median of comparable prices | Median der vergleichbaren Preise",
      middle === null ? null : money(scene, middle),
    ),
    ...named(
      "priceGap",
      "Your price against the median | Ihr Preis gegenüber dem Median",
      middle === null || middle === 0 || main === undefined
        ? null
        : distanceText((main.price / middle - 1) * 100, language),
    ),
    ...named(
      "dealsWon",
      "Orders won | Gewonnene Aufträge",
      all === 0
        ? null
        : translate("{won} of {all} | {won} von {all}", { won: figure(won, language), all: figure(all, language) }),
    ),
    ...Object.assign(
      {},
      ...facts.coverage.map(({ id, share }) => {
        const name = withinLabel(nameOf(scene, id));
        const label: Bilingual = `Needs met (weighted): ${name} | Erfüllt (gewichtet): ${name}`;
        return named(`cover_${id}`, label, share === null ? null : percent(share, language));
      }),
    ),
  };
}
