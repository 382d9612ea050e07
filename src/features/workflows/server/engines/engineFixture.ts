import { EngineError } from "../../engine.ts";
import { z } from "zod";
import type { AskOptions, EngineAnswer, Engine, EngineErrorCode, Question } from "../../engine.ts";
import type { EngineConfig } from "./detect.ts";

/*
 * A small question and the ways to ask it, for the tests of engines. Its answer has a bit of everything: prose, rows of
 * different shapes, numbers, an optional and an empty field.
 */

const block = z.union([
  z.strictObject({ type: z.literal("p"), text: z.string() }),
  z.strictObject({ type: z.literal("list"), ordered: z.boolean(), items: z.array(z.string()) }),
]);

export const noteSchema = z.strictObject({
  title: z.string().max(200),
  summary: z.string(),
  sections: z.array(z.strictObject({ key: z.string(), title: z.string(), blocks: z.array(block) })),
  copies: z.int().min(0).max(100),
  isUrgent: z.boolean(),
  hint: z.string().optional(),
  tags: z.array(z.string()),
  due: z.iso.date().nullable(),
});

export const noteQuestion = (topic = "tea time", copies = 3): Question => ({
  prompt: { version: "note/1", system: "Write a note.", user: `topic: ${topic}, copies: ${copies}` },
  schema: noteSchema,
});

export const noteOf = (topic = "tea time", copies = 3): z.infer<typeof noteSchema> => ({
  title: `Note on ${topic}`,
  summary: `A “note” on ${topic} 📝, Größe ${copies}.`,
  sections: [
    {
      key: "body",
      title: "Body",
      blocks: [
        { type: "p", text: `About ${topic}. `.repeat(60) },
        { type: "list", ordered: false, items: ["one", "two\nlines", ""] },
      ],
    },
    { key: "empty", title: "Empty", blocks: [] },
  ],
  copies,
  isUrgent: false,
  tags: [],
  due: null,
});

/** What a good model would answer to the question. */
export const goodAnswer = (topic?: string, copies?: number): string => JSON.stringify(noteOf(topic, copies));

/** A configuration that names no engine and looks for none; it waits a second. */
export const noEngine: EngineConfig = {
  aiEngine: undefined,
  aiModel: undefined,
  openaiApiKey: undefined,
  anthropicApiKey: undefined,
  googleApiKey: undefined,
  mistralApiKey: undefined,
  openaiBaseUrl: undefined,
  ollamaUrl: "off",
  lmStudioUrl: "off",
  aiFirstChunkMs: 1_000,
  aiStallMs: 1_000,
  aiTotalMs: 1_000,
  aiContextTokens: undefined,
};

export const askOptions = (more: Partial<AskOptions> = {}): AskOptions => ({
  signal: new AbortController().signal,
  idempotencyKey: "run-1:ask:1",
  fence: "0123456789abcdef",
  ...more,
});

/** How a question went. */
export interface Outcome {
  asked: EngineAnswer | null;
  fault: EngineError | null;
  /** The partial answers of the last try, each as it was then. */
  partials: unknown[];
  retries: EngineErrorCode[];
}

/** Asks and records all callbacks. @throws what an engine must never throw */
export async function askNote(
  engine: Engine,
  more: Partial<AskOptions> = {},
  question: Question = noteQuestion(),
): Promise<Outcome> {
  if (engine.ask === null) throw new Error("this engine asks nobody");
  const outcome: Outcome = { asked: null, fault: null, partials: [], retries: [] };
  const options = askOptions({
    ...more,
    onPartial: (value) => {
      outcome.partials.push(structuredClone(value));
      more.onPartial?.(value);
    },
    onRetry: (code) => {
      outcome.retries.push(code);
      outcome.partials = [];
      more.onRetry?.(code);
    },
  });
  try {
    outcome.asked = await engine.ask(question, options);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    outcome.fault = error;
  }
  return outcome;
}
