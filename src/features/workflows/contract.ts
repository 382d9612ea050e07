import { oc } from "@orpc/contract";
import { z } from "zod";
import { coins, text } from "#src/kit/schemas.ts";

export const card = z.object({
  label: z.string(),
  localeKey: z.string(),
  workflowName: z.string(),
  key: z.string(),
  path: z.string(),
  mainCategory: z.enum(["entrepreneurship", "workLife", "privateLife"]),
  categories: z.array(z.string()),
  isProductionReady: z.boolean(),
  icon: z.string(),
  coins,
});

export const engineNotice = z.object({
  kind: z.enum(["model", "draft"]),
  /** English, for programs; pages build their own from provider and model. */
  label: z.string(),
  provider: z.string(),
  model: z.string(),
  /** Why this engine: `engine.reason.<code>`. */
  reasonCode: z.string(),
});

/** What an operator can do about an engine that does not answer; pages hold the sentences: `engine.advice.<code>`. */
export const engineAdvice = z.enum([
  /** Ollama does not have the model: `ollama pull NAME`. */
  "pullModel",
  /** AI_MODEL names one that the provider does not offer, or that cannot do what we need. */
  "checkModel",
  "checkKey",
  /** The account at the provider has no money or has used up its quota. */
  "checkBilling",
  /** A server of one's own is not running at the address that is set. */
  "startServer",
  /** The model is too large or too slow for its machine. */
  "smallerModel",
  /** AI_CONTEXT_TOKENS is less than one question needs. */
  "moreContext",
  "waitAndRetry",
]);
export type EngineAdvice = z.infer<typeof engineAdvice>;

export const engineTest = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    /** Milliseconds until the first text. */
    latencyMs: z.number(),
    /** Milliseconds until the end. */
    totalMs: z.number(),
    /** Null when the provider does not count, or sent everything at once. */
    tokensPerSecond: z.number().nullable(),
  }),
  z.object({
    ok: z.literal(false),
    /** As of a failed run: `run.error.<code>`; `draft` when no model is set up. */
    code: z.string(),
    advice: engineAdvice.optional(),
  }),
]);
export type EngineTest = z.infer<typeof engineTest>;

/** A service that runs read from: is it set up, and how did it answer the last time this process asked it? */
const sourceState = z.object({
  /** `engine:sourceName.<name>`. */
  name: z.enum([
    "searxng",
    "brave",
    "tavily",
    "nominatim",
    "overpass",
    "ted",
    "vergabe",
    "findTender",
    "boamp",
    "sedia",
    "grantsGov",
    "eurostat",
    "worldBank",
    "companiesFr",
  ]),
  isConfigured: z.boolean(),
  lastUsedAt: z.string().nullable(),
  /** `ok`, also with nothing found; else why not. Null before the first use. */
  outcome: z
    .enum([
      "ok",
      "refused",
      "limited",
      "failed",
      "notFound",
      "blocked",
      "robots",
      "tooBig",
      "timeout",
      "unreachable",
      "unsupported",
    ])
    .nullable(),
  /** ISO instant until which it is left alone because it asked for that. */
  limitedUntil: z.string().nullable(),
  records: z.number().nullable(),
  milliseconds: z.number().nullable(),
});
export type SourceState = z.infer<typeof sourceState>;
const sourceStates = z.object({ sources: z.array(sourceState) });

/** Values of a form, by field; which fields there are, the workflow says. */
export const formValues = z.record(text(80, 1), z.json());
/** Name of a workflow in a path, long form. */
export const workflowName = text(80, 1);

const route = (path: `/${string}`, summary: string) => oc.route({ method: "GET", path, summary, tags: ["workflows"] });

export const workflowsContract = {
  listWorkflows: route("/workflows", "The catalogue with prices").output(z.object({ workflows: z.array(card) })),
  getWorkflow: route(
    "/workflows/{workflowName}",
    "Card, form as JSON Schema, and a complete example; the last two are null while a workflow is not live",
  )
    .input(z.strictObject({ workflowName }))
    .output(z.object({ card, form: z.record(z.string(), z.json()).nullable(), example: formValues.nullable() })),
  getEngine: route("/workflows/engine", "Which engine writes on this installation, and why").output(
    z.object({ engine: engineNotice }),
  ),
  testEngine: oc
    .route({
      method: "POST",
      path: "/workflows/engine/test",
      summary: "Asks the engine for one sentence and says how fast it answers, or what is wrong",
      tags: ["workflows"],
    })
    .input(z.strictObject({}).optional())
    .output(engineTest),
  checkEngine: oc
    .route({
      method: "POST",
      path: "/workflows/engine/check",
      summary: "Looks for an engine once more and says which one writes now",
      tags: ["workflows"],
    })
    .input(z.strictObject({}).optional())
    .output(z.object({ engine: engineNotice })),
  getSources: route("/workflows/sources", "Services that runs read from, and how they answered the last time").output(
    sourceStates,
  ),
  checkSources: oc
    .route({
      method: "POST",
      path: "/workflows/sources/check",
      summary: "Asks every configured service one small question and says how it answered",
      tags: ["workflows"],
    })
    .input(z.strictObject({}).optional())
    .output(sourceStates),
};
