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
  /** Tokens of a question and its answer together; only for servers that need it in the request. */
  contextTokens?: number;
}

/** Context of a model that reports none: recent local models support at least these tokens. */
export const unknownContextTokens = 8_192;
/**
 * Most tokens for a local model unless AI_CONTEXT_TOKENS is set. A model of 8 billion parameters needs some 128 KB a
 * token, 4 GB for these; with its full 131,072 it would not fit on a desktop.
 */
const maxLocalTokens = 32_768;
/** Hosted providers limit by the minute, and say so; more than these in flight only wait there. */
const hostedAtOnce = 24;
/** Self-hosted servers such as vLLM batch about this many requests before each becomes slow. */
const compatibleAtOnce = 8;
/** A local server answers one after the other: two at once would halve each other's pace and double the memory. */
const localAtOnce = 1;
/** Share of a prompt that stays free: chat templates, and texts whose tokens are shorter than we count. */
const margin = 0.1;
/** Longest wait for a server's word on its model, milliseconds. */
const askMs = 5_000;

/**
 * Splits a context: a quarter for the answer, but no more than a person waits for.
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
      // Such an address may belong to a large provider or a small server; there is no way to detect which.
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
 * Context with which a model was loaded. An unloaded model will use its owner's setting, which is unknown before: then
 * the default for models that report none.
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
