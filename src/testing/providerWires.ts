/*
 * The dialects of model providers as they stand on the wire, events and all.
 */

/** Tokens as a provider reports them. */
export interface Usage {
  input: number;
  output: number;
}

export interface Wire {
  isStream: boolean;
  /** Default server-sent events. */
  contentType?: string;
  begin: () => string;
  piece: (text: string, isRefusal: boolean) => string;
  /** What a model says to itself before it writes, where the dialect shows it. */
  thought?: (text: string) => string;
  /** @param reason in the words of OpenAI: stop, length, content_filter */
  finish: (reason: string, usage: Usage | null) => string;
  error: (message: string) => string;
  /** A sign that the connection lives, without anything said. */
  ping: () => string;
  /** An event whose data is cut in the middle. */
  broken: () => string;
  /** Body of an answer that is not streamed. */
  whole: (text: string, usage: Usage | null, reason: string) => unknown;
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { type: string } & Record<string, unknown>): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;

/** The dialect of a path, or null for a path that no provider has. */
export function wireOf(path: string, body: unknown): Wire | null {
  if (path.endsWith("/chat/completions")) return openaiWire(body);
  if (path.endsWith("/responses")) return responsesWire(body);
  if (path.endsWith("/api/chat")) return ollamaWire(body);
  if (path.endsWith("/messages")) return anthropicWire(body);
  if (path.endsWith(":streamGenerateContent")) return googleWire();
  return null;
}

const field = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;

function openaiWire(body: unknown): Wire {
  const model = String(field(body, "model") ?? "double-1");
  const wantsUsage = field(field(body, "stream_options"), "include_usage") === true;
  const isMistral = field(body, "random_seed") !== undefined || /mistral/.test(model);
  const head = { id: "chatcmpl-double", created: 1_760_000_000, model, system_fingerprint: "fp_double" };
  const chunk = (choices: unknown[], more: object = {}): string =>
    data({ ...head, object: "chat.completion.chunk", choices, ...more });
  const usageBody = (usage: Usage): object => ({
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
  });
  return {
    isStream: field(body, "stream") === true,
    begin: () => chunk([{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }]),
    piece: (text, isRefusal) =>
      chunk([{ index: 0, delta: isRefusal ? { refusal: text } : { content: text }, finish_reason: null }]),
    finish: (reason, usage) => {
      const end = isMistral && usage ? { usage: usageBody(usage) } : {};
      const last = chunk([{ index: 0, delta: isMistral ? { content: "" } : {}, finish_reason: reason }], end);
      return `${last}${wantsUsage && usage ? chunk([], { usage: usageBody(usage) }) : ""}data: [DONE]\n\n`;
    },
    error: (message) => data({ error: { message, type: "server_error", param: null, code: null } }),
    ping: () => ": ping\n\n",
    broken: () => `data: {"id":"chatcmpl-double","choices":[{"index":0,"delta":{"conte\n\n`,
    whole: (text, usage, reason) => ({
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: reason }],
      ...(usage ? { usage: usageBody(usage) } : {}),
    }),
  };
}

const responsesReasons: Record<string, string> = { length: "max_output_tokens", content_filter: "content_filter" };

/** The responses of OpenAI, its newer interface. */
function responsesWire(body: unknown): Wire {
  const model = String(field(body, "model") ?? "double-1");
  const head = { id: "resp_double", object: "response", created_at: 1_760_000_000, model };
  const item = { id: "msg_double", type: "message", role: "assistant", content: [] };
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  let sequence = 0;
  const event = (type: string, more: object): string => named({ type, sequence_number: (sequence += 1), ...more });
  const usageBody = (usage: Usage | null): object =>
    usage
      ? {
          usage: {
            input_tokens: usage.input,
            input_tokens_details: { cached_tokens: 0 },
            output_tokens: usage.output,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.input + usage.output,
          },
        }
      : {};
  const whole = (text: string, usage: Usage | null, reason: string): object => {
    const early = responsesReasons[reason];
    return {
      ...head,
      status: early ? "incomplete" : "completed",
      error: null,
      incomplete_details: early ? { reason: early } : null,
      output: [{ ...item, status: "completed", content: [{ type: "output_text", text, annotations: [] }] }],
      ...usageBody(usage),
    };
  };
  return {
    isStream: field(body, "stream") === true,
    begin: () =>
      event("response.created", { response: { ...head, status: "in_progress", output: [] } }) +
      event("response.in_progress", { response: { ...head, status: "in_progress", output: [] } }) +
      event("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress" } }) +
      event("response.content_part.added", { ...place, part: { type: "output_text", text: "", annotations: [] } }),
    piece: (delta, isRefusal) =>
      event(isRefusal ? "response.refusal.delta" : "response.output_text.delta", { ...place, delta }),
    finish: (reason, usage) =>
      event("response.output_item.done", { output_index: 0, item: { ...item, status: "completed" } }) +
      event(responsesReasons[reason] ? "response.incomplete" : "response.completed", {
        response: whole("", usage, reason),
      }),
    error: (message) => event("error", { code: "server_error", message, param: null }),
    ping: () => ": ping\n\n",
    broken: () => `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","del\n\n`,
    whole,
  };
}

/** Ollama's own dialect: one JSON object a line. */
function ollamaWire(body: unknown): Wire {
  const head = { model: String(field(body, "model") ?? "double-1"), created_at: "2026-11-21T09:00:00.000000Z" };
  const line = (message: object, more: object = { done: false }): string =>
    `${JSON.stringify({ ...head, message: { role: "assistant", ...message }, ...more })}\n`;
  const end = (reason: string, usage: Usage | null): object => ({
    done: true,
    done_reason: reason,
    total_duration: 1_000_000,
    ...(usage ? { prompt_eval_count: usage.input, eval_count: usage.output } : {}),
  });
  return {
    isStream: field(body, "stream") !== false,
    contentType: "application/x-ndjson",
    begin: () => "",
    piece: (content) => line({ content }),
    thought: (thinking) => line({ content: "", thinking }),
    finish: (reason, usage) => line({ content: "" }, end(reason, usage)),
    error: (message) => `${JSON.stringify({ error: message })}\n`,
    ping: () => "\n",
    broken: () => `{"model":"double-1","message":{"role":"assistant","conte\n`,
    whole: (content, usage, reason) => ({ ...head, message: { role: "assistant", content }, ...end(reason, usage) }),
  };
}

const anthropicReasons: Record<string, string> = { stop: "end_turn", length: "max_tokens", content_filter: "refusal" };

function anthropicWire(body: unknown): Wire {
  const model = String(field(body, "model") ?? "claude-double");
  const toolName = field(Array.isArray(field(body, "tools")) ? Object(field(body, "tools"))[0] : undefined, "name");
  const isTool = toolName !== undefined;
  const message = {
    id: "msg_double",
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  const opened = isTool
    ? { type: "tool_use", id: "toolu_double", name: toolName, input: {} }
    : { type: "text", text: "" };
  return {
    isStream: field(body, "stream") === true,
    begin: () =>
      named({ type: "message_start", message: { ...message, usage: { input_tokens: 11, output_tokens: 1 } } }) +
      named({ type: "content_block_start", index: 0, content_block: opened }) +
      named({ type: "ping" }),
    piece: (text) =>
      named({
        type: "content_block_delta",
        index: 0,
        delta: isTool ? { type: "input_json_delta", partial_json: text } : { type: "text_delta", text },
      }),
    finish: (reason, usage) =>
      named({ type: "content_block_stop", index: 0 }) +
      named({
        type: "message_delta",
        delta: {
          stop_reason: isTool && reason === "stop" ? "tool_use" : (anthropicReasons[reason] ?? reason),
          stop_sequence: null,
        },
        usage: { output_tokens: usage?.output ?? 0 },
      }) +
      named({ type: "message_stop" }),
    error: (text) => named({ type: "error", error: { type: "overloaded_error", message: text } }),
    ping: () => named({ type: "ping" }),
    broken: () => `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"ty\n\n`,
    whole: (text, usage, reason) => ({
      ...message,
      content: [{ type: "text", text }],
      stop_reason: anthropicReasons[reason] ?? reason,
      usage: { input_tokens: usage?.input ?? 0, output_tokens: usage?.output ?? 0 },
    }),
  };
}

const googleReasons: Record<string, string> = { stop: "STOP", length: "MAX_TOKENS", content_filter: "SAFETY" };

function googleWire(): Wire {
  const candidate = (text: string, reason?: string): object => ({
    content: { role: "model", parts: [{ text }] },
    index: 0,
    ...(reason ? { finishReason: reason } : {}),
  });
  const meta = (usage: Usage | null): object =>
    usage
      ? {
          usageMetadata: {
            promptTokenCount: usage.input,
            candidatesTokenCount: usage.output,
            totalTokenCount: usage.input + usage.output,
          },
        }
      : {};
  const whole = (text: string, usage: Usage | null, reason: string): object => ({
    candidates: [candidate(text, googleReasons[reason] ?? reason)],
    modelVersion: "gemini-double",
    ...meta(usage),
  });
  return {
    isStream: true,
    begin: () => "",
    piece: (text) => data({ candidates: [candidate(text)], modelVersion: "gemini-double" }),
    finish: (reason, usage) => data(whole("", usage, reason)),
    error: (message) => data({ error: { code: 503, message, status: "UNAVAILABLE" } }),
    ping: () => ": ping\n\n",
    broken: () => `data: {"candidates":[{"content":{"par\n\n`,
    whole,
  };
}
