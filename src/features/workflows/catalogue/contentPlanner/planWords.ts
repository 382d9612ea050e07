import type { ContentType } from "#src/features/outcomes/rules.ts";
import type { DraftLanguage } from "../../domain/wording.ts";
import { german } from "./planWordsDe.ts";
import { english } from "./planWordsEn.ts";

/** One way of telling a topic. `{topic}` is filled in. */
export interface Angle {
  hooks: readonly [string, string, string];
  brief: string;
  /** What only the person knows. */
  need: string;
}

/** What a goal is after, told from its words. */
export type GoalKind = "customers" | "event" | "hiring" | "attention";

/** All words of a content plan in one language. */
export interface PlanWords {
  angles: readonly Angle[];
  /** Hooks of fixed dates; `{title}`. */
  pinned: readonly [string, string];
  pinnedBrief: string;
  types: Readonly<Record<ContentType, string>>;
  /** What a piece of this kind looks like, one sentence. */
  formats: Readonly<Record<ContentType, string>>;
  /** Picture or film it needs; empty for text. */
  assets: Readonly<Record<ContentType, string>>;
  ctas: Readonly<Record<GoalKind, readonly string[]>>;
  /** Words by which the kind of a goal is told, lower case stems. */
  goalStems: Readonly<Record<Exclude<GoalKind, "attention">, readonly string[]>>;
  say: Readonly<Record<Sentence, string>>;
}

/** Keys of single sentences and headings; each has its places in braces. */
type Sentence =
  | "summary"
  | "strategy"
  | "goalLine"
  | "countLine"
  | "effortLine"
  | "pillarLine"
  | "metricLine"
  | "house"
  | "roofLine"
  | "calendar"
  | "briefs"
  | "mix"
  | "chains"
  | "chainsNone"
  | "dates"
  | "production"
  | "kpis"
  | "gaps"
  | "noGaps"
  | "date"
  | "time"
  | "platform"
  | "content"
  | "pillar"
  | "hook"
  | "target"
  | "planned"
  | "share"
  | "items"
  | "hours"
  | "week"
  | "produceBy"
  | "approveBy"
  | "publish"
  | "what"
  | "metric"
  | "how"
  | "now"
  | "aim"
  | "perWeek"
  | "open"
  | "message"
  | "proof"
  | "proofGap"
  | "audience"
  | "situation"
  | "pain"
  | "holiday"
  | "campaign"
  | "fixed"
  | "hoursChart"
  | "mixChart"
  | "effortNote"
  | "late"
  | "lateLine"
  | "forAudience"
  | "painLine"
  | "campaignLine"
  | "cutLine"
  | "assetLine"
  | "needLine"
  | "voiceLine"
  | "ctaLabel"
  | "writeFor"
  | "itemsDone"
  | "itemsDoneHow"
  | "watch"
  | "watchHow"
  | "sum"
  | "gapAudience"
  | "gapPain"
  | "gapTopics"
  | "gapVoice"
  | "gapApprover"
  | "gapMetric"
  | "gapLink"
  | "gapProof"
  | "gapAssets"
  | "gapFewTopics"
  | "gapPillars"
  | "gapCampaign"
  | "gapBaseline"
  | "gapRead"
  | "assumePillars"
  | "assumeTypes"
  | "assumeSlots"
  | "assumeEffort"
  | "assumeLanguages"
  | "assumeHolidays"
  | "assumeZone"
  | "movedHoliday"
  | "movedClock"
  | "sameHour"
  | "samePlatformHour"
  | "similarHook"
  | "notAvoided"
  | "perMonth"
  | "approval"
  | "approveTitle"
  | "kindDay"
  | "overview"
  | "overviewText"
  | "warningsHead"
  | "wallFrom"
  | "allTypes"
  | "noneWord";

const packs: Readonly<Record<DraftLanguage, PlanWords>> = { en: english, de: german };

export const planWords = (language: DraftLanguage): PlanWords => packs[language];
