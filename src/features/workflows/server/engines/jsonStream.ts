/** Keys and indexes from the root of an answer to a value in it. */
export type JsonPath = (string | number)[];

/** What became known through a piece of text. Strings arrive as deltas only, an empty one as an empty delta. */
export type JsonEvent =
  | { type: "delta"; path: JsonPath; offset: number; text: string }
  /** A number, boolean or null, or an empty array or object. */
  | { type: "partial"; path: JsonPath; value: unknown };

/** `cut`: the text ended inside the object. `empty`: no object began. */
export type JsonErrorCode = "syntax" | "too_long" | "too_deep" | "cut" | "empty";

export type JsonOutcome = { ok: true; value: unknown } | { ok: false; fault: JsonErrorCode; message: string };

export interface JsonStream {
  /** Takes the next piece of text, cut anywhere. Never throws; after a fault or the end of the object it yields nothing. */
  push: (chunk: string) => JsonEvent[];
  /** The fault so far, `null` while all is well. */
  fault: () => JsonErrorCode | null;
  /** To be called after the last piece. */
  end: () => JsonOutcome;
}

export interface JsonStreamLimits {
  /** UTF-16 units of the whole answer, prose around the object included. */
  maxLength: number;
  /** Nested arrays and objects. */
  maxDepth: number;
}

/** One document is tens of kilobytes; a megabyte is a model that does not stop. */
export const defaultLimits: JsonStreamLimits = { maxLength: 1_000_000, maxDepth: 32 };

/** Longest number a sane writer needs; keeps a run of digits from becoming the cost of a big integer. */
const maxNumberLength = 400;

interface Frame {
  container: Record<string, unknown> | unknown[];
  /** Key of an object or index of an array that is being filled. */
  key: string | number;
}

/** What the next significant character may be. */
type State =
  | "prose"
  | "thinking"
  | "firstKey"
  | "key"
  | "colon"
  | "firstValue"
  | "value"
  | "afterValue"
  | "string"
  | "escape"
  | "unicode"
  | "word"
  | "done"
  | "failed";

const specialInString = /["\\\u0000]/g;
const endOfWord = /[\s,\]}]/g;
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const escapes: Record<string, string> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const constants: Record<string, unknown> = { true: true, false: false, null: null };
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isSpace = (char: string): boolean => char === " " || char === "\n" || char === "\r" || char === "\t";

/**
 * Parses one JSON object in a model's answer while it arrives, in time linear in its length. Prose around the object, a
 * code fence and a leading `<think>…</think>` are skipped. JSON is parsed strictly, except for two frequent and
 * unambiguous mistakes: raw line breaks in strings and a comma before a closing bracket. A repeated key and the key
 * `__proto__` are errors. Deltas never split a surrogate pair; NUL and lone surrogates, which neither the database nor
 * UTF-8 can store, become U+FFFD.
 */
export function openJsonStream(limits: JsonStreamLimits = defaultLimits): JsonStream {
  let state: State = "prose";
  let fault: { code: JsonErrorCode; message: string } | null = null;
  let length = 0;
  /** Beginning of the prose, as far as needed to notice `<think>`. */
  let opening = "";
  let thinkTail = "";

  const frames: Frame[] = [];
  let root: unknown;

  let isKey = false;
  let path: JsonPath = [];
  /** The open string so far. Only ever added to and read at its end: V8 copies the whole of it when it is cut. */
  let text = "";
  /** What of it was not given out yet. */
  let fresh = "";
  let heldSurrogate = "";
  let unicode = "";
  let word = "";
  /** A value of the object was read: it is no prose. */
  let hasRead = false;
  let events: JsonEvent[] = [];

  const emit = (event: JsonEvent): void => {
    hasRead = true;
    events.push(event);
  };
  const fail = (code: JsonErrorCode, message: string): void => {
    fault = { code, message };
    state = "failed";
  };
  const pathNow = (): JsonPath => frames.map((frame) => frame.key);

  /** A `{` of the prose that turned out to open no object is prose again. */
  const unexpected = (char: string): void => {
    const isOpening = state === "firstKey" || (state === "colon" && !hasRead);
    if (frames.length === 1 && isOpening) {
      frames.length = 0;
      state = char === "{" ? openContainer({}) : "prose";
      return;
    }
    fail("syntax", `unexpected ${JSON.stringify(char)} at ${pathNow().join(".") || "the beginning"}`);
  };

  function openContainer(container: Frame["container"]): State {
    frames.push({ container, key: Array.isArray(container) ? 0 : "" });
    return Array.isArray(container) ? "firstValue" : "firstKey";
  }

  const store = (value: unknown): void => {
    const frame = frames.at(-1);
    if (!frame) root = value;
    else if (Array.isArray(frame.container)) frame.container.push(value);
    else frame.container[frame.key] = value;
  };

  const begin = (container: Frame["container"]): void => {
    if (frames.length >= limits.maxDepth) fail("too_deep", `more than ${limits.maxDepth} levels`);
    else state = openContainer(container);
  };

  const close = (closer: "]" | "}"): void => {
    const frame = frames.at(-1);
    if (!frame || Array.isArray(frame.container) !== (closer === "]")) return unexpected(closer);
    frames.pop();
    store(frame.container);
    const isEmpty = Array.isArray(frame.container)
      ? frame.container.length === 0
      : Object.keys(frame.container).length === 0;
    if (isEmpty && frames.length > 0) emit({ type: "partial", path: pathNow(), value: frame.container });
    state = frames.length === 0 ? "done" : "afterValue";
  };

  const beginString = (asKey: boolean): void => {
    isKey = asKey;
    text = "";
    fresh = "";
    heldSurrogate = "";
    path = asKey ? [] : pathNow();
    state = "string";
  };

  /** Appends characters of the open string, holding back half of a pair until its other half is here. */
  const append = (piece: string): void => {
    if (piece === "") return;
    let whole = heldSurrogate + piece;
    heldSurrogate = "";
    if (isHighSurrogate(whole.charCodeAt(whole.length - 1))) {
      heldSurrogate = whole.slice(-1);
      whole = whole.slice(0, -1);
    }
    fresh += whole.isWellFormed() ? whole : whole.toWellFormed();
  };

  /** Moves what is fresh to the open string and gives it out; an empty string is given out once, at its end. */
  const flush = (isEnd: boolean): void => {
    if (!isKey && (fresh !== "" || (isEnd && text === "")))
      emit({ type: "delta", path, offset: text.length, text: fresh });
    text += fresh;
    fresh = "";
  };

  const endString = (): void => {
    if (heldSurrogate !== "") fresh += "\ufffd";
    heldSurrogate = "";
    flush(true);
    const frame = frames.at(-1);
    if (!isKey) {
      store(text);
      state = "afterValue";
    } else if (text === "__proto__") {
      fail("syntax", "forbidden key");
    } else if (frame && !Array.isArray(frame.container) && Object.hasOwn(frame.container, text)) {
      fail("syntax", `key ${JSON.stringify(text)} comes twice`);
    } else {
      if (frame) frame.key = text;
      state = "colon";
    }
  };

  const endWord = (): void => {
    const isConstant = Object.hasOwn(constants, word);
    const value = isConstant ? constants[word] : Number(word);
    if (!isConstant && (!numberPattern.test(word) || !Number.isFinite(value))) {
      return fail("syntax", `${JSON.stringify(word.slice(0, 20))} is no value`);
    }
    emit({ type: "partial", path: pathNow(), value });
    store(value);
    state = "afterValue";
  };

  /** Takes one character outside strings and words. */
  const structural = (char: string): void => {
    if (isSpace(char)) return;
    switch (state) {
      case "firstKey":
      case "key":
        if (char === '"') return beginString(true);
        return char === "}" ? close("}") : unexpected(char);
      case "colon":
        if (char !== ":") return unexpected(char);
        state = "value";
        return;
      case "firstValue":
      case "value":
        if (char === '"') return beginString(false);
        if (char === "{") return begin({});
        if (char === "[") return begin([]);
        if (char === "]") return close("]");
        if (!/[-0-9tfn]/.test(char)) return unexpected(char);
        word = char;
        state = "word";
        return;
      default: {
        const frame = frames.at(-1);
        if (char === "]" || char === "}") return close(char);
        if (char !== "," || !frame) return unexpected(char);
        if (typeof frame.key === "number") frame.key += 1;
        state = typeof frame.key === "number" ? "value" : "key";
      }
    }
  };

  const inProse = (chunk: string, at: number): number => {
    if (opening.length < 8) opening = (opening + chunk.slice(at, at + 64)).trimStart().slice(0, 8);
    if (opening.startsWith("<think>")) {
      state = "thinking";
      return at;
    }
    if ("<think>".startsWith(opening) && opening !== "") return chunk.length;
    const brace = chunk.indexOf("{", at);
    if (brace < 0) return chunk.length;
    opening = "prose...";
    hasRead = false;
    begin({});
    return brace + 1;
  };

  const inThinking = (chunk: string, at: number): number => {
    const joined = thinkTail + chunk.slice(at);
    const end = joined.indexOf("</think>");
    if (end < 0) {
      thinkTail = joined.slice(-7);
      return chunk.length;
    }
    opening = "prose...";
    state = "prose";
    return Math.max(at, at + end + 8 - thinkTail.length);
  };

  const inString = (chunk: string, at: number): number => {
    specialInString.lastIndex = at;
    const stop = specialInString.exec(chunk)?.index ?? chunk.length;
    append(chunk.slice(at, stop));
    if (stop === chunk.length) return stop;
    if (chunk[stop] === '"') endString();
    else if (chunk[stop] === "\\") state = "escape";
    else append("\ufffd");
    return stop + 1;
  };

  const inEscape = (char: string): void => {
    const plain = escapes[char];
    if (plain !== undefined) {
      append(plain);
      state = "string";
    } else if (char === "u") {
      unicode = "";
      state = "unicode";
    } else fail("syntax", `\\${char} is no escape`);
  };

  const inUnicode = (char: string): void => {
    if (!/[0-9a-fA-F]/.test(char)) return fail("syntax", "a \\u escape needs four digits");
    unicode += char;
    if (unicode.length < 4) return;
    append(unicode === "0000" ? "\ufffd" : String.fromCharCode(Number.parseInt(unicode, 16)));
    state = "string";
  };

  const inWord = (chunk: string, at: number): number => {
    endOfWord.lastIndex = at;
    const stop = endOfWord.exec(chunk)?.index ?? chunk.length;
    word += chunk.slice(at, stop);
    if (word.length > maxNumberLength) fail("syntax", "a value is too long");
    else if (stop < chunk.length) endWord();
    return stop;
  };

  const step = (chunk: string, at: number): number => {
    switch (state) {
      case "prose":
        return inProse(chunk, at);
      case "thinking":
        return inThinking(chunk, at);
      case "string":
        return inString(chunk, at);
      case "word":
        return inWord(chunk, at);
      case "escape":
        inEscape(chunk.charAt(at));
        return at + 1;
      case "unicode":
        inUnicode(chunk.charAt(at));
        return at + 1;
      default:
        structural(chunk.charAt(at));
        return at + 1;
    }
  };

  return {
    push: (chunk) => {
      events = [];
      if (state === "failed") return events;
      length += chunk.length;
      if (length > limits.maxLength) {
        fail("too_long", `more than ${limits.maxLength} characters`);
        return events;
      }
      for (let at = 0; at < chunk.length && state !== "done" && fault === null;) at = step(chunk, at);
      if (state === "string" || state === "escape" || state === "unicode") flush(false);
      return events;
    },
    fault: () => fault?.code ?? null,
    end: () => {
      if (fault) return { ok: false, fault: fault.code, message: fault.message };
      if (state === "done") return { ok: true, value: root };
      if (frames.length === 0) return { ok: false, fault: "empty", message: "no JSON object in the answer" };
      return { ok: false, fault: "cut", message: `the answer ends at ${pathNow().join(".") || "the beginning"}` };
    },
  };
}
