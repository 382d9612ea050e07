import { type Bilingual, type DraftLanguage, half } from "../kit/bilingual.ts";
import { listed } from "./wording.ts";

/* Services that gave nothing because they failed, which is another thing than finding nothing. */

/** A service that did not answer, or not in full. Codes of `serviceNames` and `silenceReasons`. */
export interface SilentService {
  service: string;
  reason: string;
}

const serviceNames: Readonly<Record<string, Bilingual>> = {
  search: "web search | Websuche",
  searxng: "SearXNG web search | SearXNG-Websuche",
  brave: "Brave web search | Brave-Websuche",
  tavily: "Tavily web search | Tavily-Websuche",
  nominatim: "OpenStreetMap place search | OpenStreetMap-Ortssuche",
  overpass: "OpenStreetMap business search | OpenStreetMap-Firmensuche",
  ted: "TED | TED",
  vergabe: "Datenservice Öffentlicher Einkauf | Datenservice Öffentlicher Einkauf",
  findTender: "Find a Tender | Find a Tender",
  boamp: "BOAMP | BOAMP",
  sedia: "EU Funding & Tenders Portal | EU-Förderportal",
  grantsGov: "Grants.gov | Grants.gov",
  eurostat: "Eurostat | Eurostat",
  worldBank: "World Bank | Weltbank",
  companiesFr: "French company register | französisches Unternehmensregister",
};

export const silenceReasons = ["limited", "unreachable", "refused", "incomplete", "notConfigured", "failed"] as const;
export type SilenceReason = (typeof silenceReasons)[number];
const reasonTexts: Readonly<Record<SilenceReason, Bilingual>> = {
  limited: "rate limit reached | Abfragelimit erreicht",
  unreachable: "unreachable | nicht erreichbar",
  refused: "access denied | Zugriff verweigert",
  incomplete: "incomplete response | Antwort unvollständig",
  notConfigured: "not set up | nicht eingerichtet",
  failed: "error | Fehler",
};

/** The reason shown to people for an outcome of reading. */
export function silenceReason(outcome: string): SilenceReason {
  if (outcome === "timeout") return "unreachable";
  return silenceReasons.find((reason) => reason === outcome) ?? "failed";
}

/** Each service and reason once. */
export const eachOnce = (silent: readonly SilentService[]): SilentService[] => [
  ...new Map(silent.map((one) => [`${one.service}:${one.reason}`, one])).values(),
];

const nameOf = (service: string, language: DraftLanguage): string => {
  const name = serviceNames[service];
  return name ? half(name, language) : service;
};

/** What a run that found nothing advises first when a service failed, which may answer soon; nothing else was asked. */
export function silenceHints(silent: readonly SilentService[], language: DraftLanguage): string[] {
  const failed = new Set(silent.filter(({ reason }) => reason !== "notConfigured").map(({ service }) => service));
  if (failed.size === 0) return [];
  const names = listed(
    [...failed].map((service) => nameOf(service, language)),
    language,
  );
  const advice: Bilingual =
    failed.size === 1
      ? "didn’t respond. Try again in a few minutes. | hat nicht geantwortet. Versuchen Sie es in einigen Minuten noch einmal."
      : "didn’t respond. Try again in a few minutes. | haben nicht geantwortet. Versuchen Sie es in einigen Minuten noch einmal.";
  return [`${names.charAt(0).toUpperCase()}${names.slice(1)} ${half(advice, language)}`];
}

/** The sentence of a document about the services that did not answer; none when all did. */
export function silenceAssumptions(silent: readonly SilentService[], language: DraftLanguage): string[] {
  const named = eachOnce(silent).map(({ service, reason }) => {
    return `${nameOf(service, language)} (${half(reasonTexts[silenceReason(reason)], language)})`;
  });
  if (named.length === 0) return [];
  const sentence = half(
    "Some services didn’t respond, so information that only they provide may be missing | Einige Dienste haben nicht geantwortet, daher können Angaben fehlen, die nur sie liefern",
    language,
  );
  return [`${sentence}: ${named.join(", ")}.`];
}
