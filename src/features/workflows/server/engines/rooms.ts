import type { Config } from "#src/platform/config.ts";
import { charactersPerToken, wideRoom, type Room } from "../../kit/state.ts";
import { probe } from "./probe.ts";
import type { ModelChoice } from "./model.ts";

/* How much a model takes in one question, and how many questions at once. */

/** What an engine is opened with. */
export interface Rooms {
  room: Room;
  /** Questions of all runs together that the provider works on at the same time. */
  atOnce: number;
  /** Tokens of a question and its answer together; only for servers that have to be told. */
  contextTokens?: number;
}

/** Tokens of a model that tells nothing: local models of the last years take at least these. */
export const unknownContextTokens = 8_192;
/**
 * Tokens that a local model is given at most unless AI_CONTEXT_TOKENS says otherwise. A model of 8 billion parameters
 * keeps some 128 KB a token, 4 GB for these; one that is told to take the 131,072 it knows would not fit a desktop.
 */
const maxLocalTokens = 32_768;
/** Hosted providers limit by the minute, and say so; more than these in flight only wait there. */
const hostedAtOnce = 24;
/** A server of one's own, vLLM for instance, batches about so many before each becomes slow. */
const compatibleAtOnce = 8;
/** A local server answers one after the other: two at once would halve each other's pace and double the memory. */
const localAtOnce = 1;
/** Share of a prompt that stays free: chat templates, and texts whose tokens are shorter than we count. */
const margin = 0.1;
/** Longest wait for a server's word on its model, milliseconds. */
const askMs = 5_000;

/**
 * The room of a context: a quarter of it, but no more than a person waits for, is left to the answer.
 * @param tokens of prompt and answer together
 */
export function roomOf(tokens: number): Room {
  const answer = Math.min(wideRoom.answer, Math.floor((tokens / 4) * charactersPerToken));
  const prompt = Math.floor((tokens * charactersPerToken - answer) * (1 - margin));
  return { prompt: Math.min(wideRoom.prompt, prompt), answer };
}

/** Decides the room of a chosen model; asks a local server what its model takes. Never rejects. */
export async function measureRooms(
  choice: ModelChoice,
  config: Pick<Config, "aiContextTokens">,
  fetch: typeof globalThis.fetch,
): Promise<Rooms> {
  const told = config.aiContextTokens;
  switch (choice.provider) {
    case "ollama":
    case "lmstudio": {
      const contextTokens = told ?? (await contextOf(choice, fetch));
      return { room: roomOf(contextTokens), atOnce: localAtOnce, contextTokens };
    }
    case "openai-compatible":
      // Behind such an address may be a large provider or a small server of one's own; nobody tells which.
      return { room: told === undefined ? wideRoom : roomOf(told), atOnce: compatibleAtOnce };
    default:
      return { room: wideRoom, atOnce: hostedAtOnce };
  }
}

async function contextOf(choice: ModelChoice, fetch: typeof globalThis.fetch): Promise<number> {
  const tokens = choice.provider === "ollama" ? await ofOllama(choice, fetch) : await ofLmStudio(choice, fetch);
  return Math.min(tokens ?? unknownContextTokens, maxLocalTokens);
}

const field = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

const asTokens = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? value : null;

/** What a model was trained for: `<architecture>.context_length`. */
async function ofOllama(choice: ModelChoice, fetch: typeof globalThis.fetch): Promise<number | null> {
  const shown = await probe(`${choice.baseUrl}/api/show`, { ms: askMs, fetch, body: { model: choice.model } });
  const info = field(shown, "model_info");
  return asTokens(field(info, `${String(field(info, "general.architecture"))}.context_length`));
}

/**
 * What a model was loaded with. One that is not loaded yet will be loaded with what its owner set there, which nobody
 * tells before: then no more than a model that tells nothing.
 */
async function ofLmStudio(choice: ModelChoice, fetch: typeof globalThis.fetch): Promise<number | null> {
  const root = choice.baseUrl?.replace(/\/v1$/, "");
  const rows = field(await probe(`${root}/api/v0/models`, { ms: askMs, fetch }), "data");
  if (!Array.isArray(rows)) return null;
  const row: unknown = rows.find((one) => field(one, "id") === choice.model);
  const loaded = asTokens(field(row, "loaded_context_length"));
  const most = asTokens(field(row, "max_context_length"));
  return loaded ?? (most === null ? null : Math.min(most, unknownContextTokens));
}
