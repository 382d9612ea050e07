import type { Source } from "#src/features/documents/document.ts";
import type { ApiRequest } from "./apis.ts";
import type { RecordingPart } from "./domain/recordingParts.ts";

/** Groups of the sidebar, specification section 3. */
export type MainCategory = "entrepreneurship" | "workLife" | "privateLife";

/** Row of the catalogue, specification section 3, plus its price. Pure data: the browser's first page holds these. */
export interface WorkflowCard {
  /** English name, for programs; people see the text of `localeKey`. */
  label: string;
  /** Key of the translated name: `workflows:<key>.name`. */
  localeKey: string;
  /** Long form, `contentPlannerWorkflow`: the name in calls and records. */
  workflowName: string;
  /** Short form, `contentPlanner`: the name in the price table and in texts. */
  key: string;
  /** Route of section 2. `leadsOutreachAssistant` has none and starts from /leads. */
  path: string;
  mainCategory: MainCategory;
  /** Sub-group of the sidebar: general, purchasing, sales, marketing, productManagement, hobbys, … */
  categories: string[];
  isProductionReady: boolean;
  /** Name of a lucide icon in kebab-case. */
  icon: string;
  /** Whole coins of one run, specification section 9. */
  coins: number;
}

/** How one form field is shown; kept in the Zod schema's `.meta({ ui })` and so in the JSON Schema of the API. */
export interface FieldUi {
  widget:
    | "text"
    | "textarea"
    | "number"
    | "date"
    | "url"
    | "leads"
    | "toggle"
    | "select"
    | "segment"
    | "multi"
    | "tags"
    | "stepper"
    | "timezone"
    | "language"
    | "files"
    /** Rows with columns; the item schema's own fields carry their `ui`. */
    | "table"
    /** `{from, to}` of dates, shown with the number of days. */
    | "period"
    /** Rows of one platform with posts a week, content types and slots. */
    | "channels"
    /** Rows of `{name, percent}` that sum to 100, shown as a bar. */
    | "pillars";
  /** Recordings are heard here: the control can make one, and says how large one may be. */
  takesRecordings?: boolean;
  /** `main` first, `company` prefilled from settings, `options` folded under "More". */
  group: "main" | "company" | "options";
  /** Dotted path into settings that prefills the field: `application.defaultGoalLanguage`. */
  fromSettings?: string;
  /** Units or a closed set's text namespace: option texts are `workflow.<key>:options.<optionsKey>.<value>`. */
  optionsKey?: string;
  /** Rows of a textarea. */
  rows?: number;
  /** Show only while another field of the form has one of these values. */
  showWhen?: { field: string; in: (string | number | boolean)[] };
}

/** A page, file or feed that was read before the engine ran. Untrusted text. */
export interface SourceText {
  source: Source;
  text: string;
}

/** What pure functions of a workflow may know of the world. All of it is fixed for a run, so results repeat. */
export interface WorkflowContext {
  /** ISO instant at which the run started. */
  now: string;
  /** IANA zone of the person. */
  timeZone: string;
  /** Language of the result. */
  language: string;
  sources: SourceText[];
  /** Seed of the marks around material in prompts, `catalogue/fence.ts`: secret, and the same for the whole run. */
  fence: string;
}

/** How old pages of a search may be at most. */
export type Freshness = "day" | "month" | "year";

/** A wish for material, resolved by the sources room before the engine runs. */
export type SourceRequest =
  | { kind: "url"; url: string }
  | { kind: "sitemap"; url: string }
  | { kind: "search"; query: string; count: number; freshness?: Freshness }
  | { kind: "file"; fileId: string }
  /** In which parts a recording is to be heard, the JSON of `RecordingPart[]`; the text of any other file. */
  | { kind: "recording"; fileId: string }
  /** What is said in a recording or in a part of it. @see `server/speech/transcribe.ts` for the fields */
  | { kind: "speech"; fileId: string; language: string; words: readonly string[]; part?: RecordingPart }
  /** When the person's own calendar is busy, instants; whole days are those of `zone`. `busyAnswerIn` reads the answer. */
  | { kind: "calendar"; from: string; to: string; zone: string }
  /** The same of a calendar at an address that the form names, whatever it says about research. */
  | { kind: "feed"; url: string; from: string; to: string; zone: string }
  /** Own leads by their ids, read by `ownLeadsIn`, or by what all of them are known by, read by `knownLeadsIn`. */
  | { kind: "leads"; ids: string[] | "all" }
  /** A public data service; `apiRecords` reads its answer. */
  | ApiRequest;

/** A file that a form names, as a guard sees it. */
export interface GuardFile extends SourceText {
  /** Bytes. */
  size?: number;
  /** Length of the sound of a recording; 0 for a film without any, null where it is unknown and for other files. */
  seconds?: number | null;
}

/** Result of a guard: the run is refused before any coin moves. */
export interface GuardRefusal {
  /** Message key of the specification. */
  code: string;
  message: string;
}

export interface Prompt {
  /** Changes whenever the words change, `contentPlanner/1`. */
  version: string;
  system: string;
  /** Own words and material; sources are quoted inside delimiters and declared to be data. */
  user: string;
}

/** Part of every form, workflows.md "Common form part". */
export interface CommonForm {
  /** Title of the project, 3..120 characters (specification: project.fields.formValues.requirementTitle). */
  requirementTitle: string;
  goalLanguage: string;
  writingStyles: number[];
  audienceLevel: "beginner" | "general" | "professional" | "expert";
  companyInformation: string;
  companyWebsite: string;
  productsPitch: string;
  productWebsite: string;
  /** File ids. */
  attachments: string[];
  depth: "quick" | "standard" | "deep";
  research: "none" | "myFilesOnly" | "web";
  allowedDomains: string[];
  blockedDomains: string[];
  notes: string;
}
