import type { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";

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

/** What a factual sentence rests on, workflows.md "Common output". */
export type ClaimCheck = "quoteFound" | "urlOnly" | "computed" | "user" | "unverified";

export interface Claim {
  id: string;
  /** The sentence exactly as it stands in a block, so that the page can underline it. */
  text: string;
  kind: "fact" | "number" | "quote" | "opinion";
  sourceIds: string[];
  /** Substring of the stored source text; empty for computed and user claims. */
  quote: string;
  /** For computed claims: the sum as it would be written by hand, `(41 + 58 + 50) ÷ 240 = 62.1 %`. */
  computation?: string;
  check: ClaimCheck;
}

export interface Source {
  id: string;
  /** Web address, or `file:<id>` for a person's own file, or `form:<field>` for their own words. */
  url: string;
  title: string;
  publisher: string;
  publishedAt: string | null;
  retrievedAt: string;
  /** SHA-256 of the stored text, hex. */
  contentHash: string;
  licence: string;
}

export type Block =
  | { type: "p"; text: string; claimIds?: string[] }
  | { type: "h"; text: string }
  | { type: "list"; ordered: boolean; items: string[]; claimIds?: string[] }
  | { type: "table"; columns: string[]; rows: string[][]; numeric?: number[]; claimIds?: string[] }
  | { type: "kpi"; items: { label: string; value: string; note: string }[]; claimIds?: string[] }
  | { type: "chart"; kind: "bar" | "line"; label: string; unit: string; points: { label: string; value: number }[] }
  | { type: "quote"; text: string; by: string; claimIds?: string[] }
  | { type: "checklist"; items: { text: string; done: boolean }[] }
  | { type: "callout"; tone: "info" | "warn" | "gap"; text: string };

export interface Section {
  key: string;
  title: string;
  blocks: Block[];
}

/** What an engine produces: prose for people, `data` for the product, and what the text rests on. */
export interface Draft<Data> {
  title: string;
  /** One or two sentences under the title. */
  summary: string;
  sections: Section[];
  data: Data;
  claims: Claim[];
  assumptions: string[];
  /** Gaps that only the person can close. */
  openQuestions: string[];
}

/** A record of another area that a finished run offers. Nothing exists until the person applies it. */
export interface Proposal {
  kind: "calendarEntry" | "lead" | "outcome" | "insight" | "project";
  /** Unique and stable inside a run: applying twice changes nothing. */
  key: string;
  /** Keys of proposals that must be applied with this one (an entry of an outcome). */
  requires?: string[];
  /** As the creating call of that area takes it; validated by that area when applied. */
  payload: Record<string, unknown>;
}

export interface Provenance {
  engine: "model" | "draft";
  provider: string;
  model: string;
  promptVersion: string;
}

/** Stored result of a run; every export is a rendering of it. */
export interface WorkflowDocument<Data = unknown> extends Draft<Data> {
  schemaVersion: 1;
  workflow: string;
  language: string;
  sources: Source[];
  proposals: Proposal[];
  generator: Provenance;
  issues: Issue[];
  /** Machine-readable mark of AI involvement (EU AI Act Art. 50); false when no model took part. */
  aiMark: boolean;
}

/** Something a check noticed in a result. `error` means that the result may not be used as it is. */
export interface Issue {
  level: "error" | "warn" | "info";
  /** `workflow.<key>:issues.<code>` has the sentence; `params` fill it. */
  code: string;
  params?: Record<string, string | number>;
  /** Where: a section key or a dotted path into `data`. */
  at?: string;
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

/** A wish for material, resolved by the sources room before the engine runs. */
export type SourceRequest =
  | { kind: "url"; url: string }
  | { kind: "sitemap"; url: string }
  | { kind: "search"; query: string; count: number }
  | { kind: "file"; fileId: string };

/** Result of a guard: the run is refused before any coin moves. */
export interface GuardRefusal {
  /** Message key of the specification. */
  code: string;
  message: string;
}

/**
 * One workflow: pure, one file. `Form` is what the person fills in (parsed by `form`), `Data` the typed payload
 * of its result (parsed by `output`). Functions are written as methods so that lists of workflows of different forms
 * have one type; what they get was parsed by their own `form`.
 */
export interface Workflow<Form extends CommonForm = CommonForm, Data = unknown> {
  card: WorkflowCard;
  /** Strict object with the common part; fields carry `.meta({ ui })`. */
  form: z.ZodType<Form>;
  /**
   * Complete, believable form values that succeed with no key and no network, written in `language`, which is also
   * the language of their result. Dates are relative to `today` (YYYY-MM-DD).
   */
  example: (today: string, language: AppLanguage) => Form;
  output: z.ZodType<Data>;
  /** What to read before the engine runs. */
  sources(form: Form): SourceRequest[];
  /** Refuses a request before money, or null. */
  guard?(form: Form, files: SourceText[]): GuardRefusal | null;
  prompt(form: Form, context: WorkflowContext): Prompt;
  /**
   * Judges and normalises a result: limits, dates, totals. Deterministic; runs on results of every engine.
   * Anything that can be computed is computed here and not left to a model.
   */
  check(draft: Draft<Data>, form: Form, context: WorkflowContext): { draft: Draft<Data>; issues: Issue[] };
  /** The same result without a model: own words, arithmetic, and visible gaps. Invents nothing. */
  draft(form: Form, context: WorkflowContext): Draft<Data>;
  effects(draft: Draft<Data>, form: Form, context: WorkflowContext): Proposal[];
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
