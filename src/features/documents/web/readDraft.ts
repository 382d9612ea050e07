import { blockTexts } from "../blockTexts.ts";
import type { Block, Claim, ClaimCheck, Draft, SectionInWork, SectionProgress } from "../document.ts";

/** A draft of which any part may still be missing, brought into shape for the page. */
export type ReadDraft = Omit<Draft<unknown>, "data" | "sections"> & { sections: SectionInWork[] };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);
export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Same input object, same answer: what did not change keeps its identity and is not drawn again. */
function memoized<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, { value: T }>();
  return (key) => {
    const old = known.get(key);
    if (old !== undefined) return old.value;
    const value = make(key);
    known.set(key, { value });
    return value;
  };
}

const claimIdsOf = (raw: Record<string, unknown>): { claimIds?: string[] } =>
  Array.isArray(raw["claimIds"]) ? { claimIds: textsOf(raw["claimIds"]) } : {};

const readFormula = ({ row, column, formula }: Record<string, unknown>) =>
  typeof row === "number" && typeof column === "number" && typeof formula === "string"
    ? [{ row, column, formula }]
    : [];

const readCellGap = ({ row, column, at }: Record<string, unknown>) =>
  typeof row === "number" && typeof column === "number" && typeof at === "string" ? [{ row, column, at }] : [];

const readBlock = memoized((raw: Record<string, unknown>): Block | null => {
  const ids = claimIdsOf(raw);
  switch (raw["type"]) {
    case "p":
      return { type: "p", text: textOf(raw["text"]), ...ids };
    case "h":
      return { type: "h", text: textOf(raw["text"]) };
    case "list":
      return { type: "list", ordered: raw["ordered"] === true, items: textsOf(raw["items"]), ...ids };
    case "table":
      return {
        type: "table",
        columns: textsOf(raw["columns"]),
        rows: Array.isArray(raw["rows"]) ? raw["rows"].map(textsOf) : [],
        ...(Array.isArray(raw["numeric"]) ? { numeric: raw["numeric"].filter((at) => typeof at === "number") } : {}),
        ...(Array.isArray(raw["internal"]) ? { internal: raw["internal"].filter((at) => typeof at === "number") } : {}),
        ...(Array.isArray(raw["gaps"]) ? { gaps: recordsOf(raw["gaps"]).flatMap(readCellGap) } : {}),
        ...(Array.isArray(raw["formulas"]) ? { formulas: recordsOf(raw["formulas"]).flatMap(readFormula) } : {}),
        ...ids,
      };
    case "kpi":
      return {
        type: "kpi",
        items: recordsOf(raw["items"]).map((item) => ({
          label: textOf(item["label"]),
          value: textOf(item["value"]),
          note: textOf(item["note"]),
        })),
        ...ids,
      };
    case "chart":
      return {
        type: "chart",
        kind: raw["kind"] === "line" ? "line" : "bar",
        label: textOf(raw["label"]),
        unit: textOf(raw["unit"]),
        points: recordsOf(raw["points"]).flatMap((point) =>
          typeof point["value"] === "number" && Number.isFinite(point["value"])
            ? [{ label: textOf(point["label"]), value: point["value"] }]
            : [],
        ),
      };
    case "quote":
      return { type: "quote", text: textOf(raw["text"]), by: textOf(raw["by"]), ...ids };
    case "code":
      return { type: "code", language: textOf(raw["language"]), text: textOf(raw["text"]) };
    case "checklist":
      return {
        type: "checklist",
        items: recordsOf(raw["items"]).map((item) => ({
          text: textOf(item["text"]),
          done: item["done"] === true,
          ...(typeof item["at"] === "string" ? { at: item["at"] } : {}),
        })),
      };
    case "callout":
      return {
        type: "callout",
        tone: raw["tone"] === "warn" || raw["tone"] === "gap" ? raw["tone"] : "info",
        text: textOf(raw["text"]),
        ...(typeof raw["gap"] === "string" ? { gap: raw["gap"] } : {}),
      };
    default:
      return null;
  }
});

const progressStates = ["waiting", "writing", "done"] as const satisfies SectionProgress["state"][];

function progressOf(raw: unknown): { progress?: SectionProgress } {
  if (!isRecord(raw)) return {};
  const state = progressStates.find((one) => one === raw["state"]);
  const { done, of } = raw;
  return state && typeof done === "number" && typeof of === "number" ? { progress: { state, done, of } } : {};
}

const readSection = memoized((raw: Record<string, unknown>): SectionInWork => ({
  key: textOf(raw["key"]),
  title: textOf(raw["title"]),
  ...progressOf(raw["progress"]),
  ...(raw["isHidden"] === true ? { isHidden: true } : {}),
  ...(raw["deliverable"] === "titled" || raw["deliverable"] === "plain" ? { deliverable: raw["deliverable"] } : {}),
  blocks: recordsOf(raw["blocks"]).flatMap((block) => readBlock(block) ?? []),
}));

/** What a claim may rest on, in the order in which people read it. */
export const claimChecks = ["quoteFound", "urlOnly", "computed", "user", "unverified"] as const satisfies ClaimCheck[];
const claimKinds = ["fact", "number", "quote", "opinion"] as const satisfies Claim["kind"][];

const readClaim = memoized((raw: Record<string, unknown>): Claim => ({
  id: textOf(raw["id"]),
  text: textOf(raw["text"]),
  kind: claimKinds.find((kind) => kind === raw["kind"]) ?? "fact",
  sourceIds: textsOf(raw["sourceIds"]),
  quote: textOf(raw["quote"]),
  ...(typeof raw["computation"] === "string" ? { computation: raw["computation"] } : {}),
  check: claimChecks.find((check) => check === raw["check"]) ?? "unverified",
  ...(raw["byHand"] === true ? { byHand: true as const } : {}),
}));

const emptyDraft: ReadDraft = { title: "", summary: "", sections: [], claims: [], assumptions: [], openQuestions: [] };

/** Reads a draft or a stored document from outside; what is not of its shape is left out, never thrown at. */
export function readDraft(raw: unknown): ReadDraft {
  if (!isRecord(raw)) return emptyDraft;
  return readWhole(raw);
}

const readWhole = memoized((raw: Record<string, unknown>): ReadDraft => ({
  title: textOf(raw["title"]),
  summary: textOf(raw["summary"]),
  sections: recordsOf(raw["sections"]).map(readSection),
  claims: recordsOf(raw["claims"]).map(readClaim),
  assumptions: textsOf(raw["assumptions"]),
  openQuestions: textsOf(raw["openQuestions"]),
}));

/** Words of a section, for the run log. */
export const wordsOf = memoized((section: SectionInWork): number =>
  section.blocks.reduce((sum, block) => sum + blockTexts(block).join(" ").split(/\s+/).filter(Boolean).length, 0),
);
