import type { DraftPath, Engine, EngineEvent, EngineInfo, EngineRun } from "../../engine.ts";
import type { CommonForm, Workflow } from "../../workflow.ts";
import { redact } from "./faults.ts";

/** Longest text of one delta, UTF-16 units. */
const pieceLength = 400;

/** Order in which a document is read; anything else follows. */
const readingOrder = ["title", "summary", "sections", "data", "claims", "assumptions", "openQuestions"];

/** The engine that needs no key and no network: the workflow's own draft, streamed like a model's answer. */
export function createDraftEngine(reason: { reason: string; reasonCode: string }): Engine {
  const info: EngineInfo = {
    kind: "draft",
    label: "Draft, no AI used",
    provider: "pioneer",
    model: "draft",
    ...reason,
  };
  return {
    info,
    run: async function* (workflow, input, run) {
      try {
        yield* compose(workflow, input, run, info);
      } catch (error) {
        const message = redact(error instanceof Error ? error.message : String(error), []);
        yield { type: "error", code: "internal", retryable: false, message };
      }
    },
  };
}

async function* compose<Data>(
  workflow: Workflow<CommonForm, Data>,
  input: unknown,
  run: EngineRun,
  info: EngineInfo,
): AsyncGenerator<EngineEvent<Data>> {
  const form = workflow.form.safeParse(input);
  if (!form.success) {
    yield { type: "error", code: "bad_request", retryable: false, message: "the form does not hold" };
    return;
  }
  yield { type: "start", provider: info.provider, model: info.model };
  const { draft, issues } = workflow.check(workflow.draft(form.data, run.context), form.data, run.context);
  const errors = issues.filter((issue) => issue.level === "error");
  if (errors.length > 0) {
    const code = errors.some((issue) => issue.code === "nothingFound") ? "nothing_found" : "invalid_output";
    yield { type: "error", code, retryable: false, message: errors.map((issue) => issue.code).join(", ") };
    return;
  }
  // A draft that its own workflow would not take is a defect of the workflow, to be told before anyone pays.
  workflow.output.parse(draft.data);

  for (const key of readingOrder) {
    await turn();
    let count = 0;
    for (const event of spoken([key], Reflect.get(draft, key))) {
      if (run.signal.aborted) break;
      yield event;
      count += 1;
      if (count % 32 === 0) await turn();
    }
    if (run.signal.aborted) {
      yield { type: "error", code: "cancelled", retryable: false, message: "cancelled" };
      return;
    }
  }
  yield {
    type: "result",
    value: draft,
    issues,
    usage: { inputTokens: null, outputTokens: null },
    provenance: {
      engine: "draft",
      provider: info.provider,
      model: info.model,
      promptVersion: `${workflow.card.key}/draft`,
    },
  };
}

/** Lets everything else in the process have its turn. */
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

type Spoken = Extract<EngineEvent, { type: "delta" | "partial" }>;

/** A value as the events that a model writing it would cause. */
function* spoken(path: DraftPath, value: unknown): Generator<Spoken> {
  if (value === undefined) return;
  if (typeof value === "string") {
    yield* pieces(path, value);
    return;
  }
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  if (entries.length === 0) yield { type: "partial", path, value };
  for (const [key, inner] of entries) yield* spoken([...path, key], inner);
}

function* pieces(path: DraftPath, text: string): Generator<Spoken> {
  let offset = 0;
  do {
    let end = Math.min(text.length, offset + pieceLength);
    const isHalfPair = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
    if (isHalfPair) end -= 1;
    yield { type: "delta", path, offset, text: text.slice(offset, end) };
    offset = end;
  } while (offset < text.length);
}
