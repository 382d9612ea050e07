import type { DraftText, DraftTexts } from "./documentDrafts.ts";

/* Texts of a section in the hands of a person, from the first key to the answer of the server. */

export interface TypedText extends DraftText {
  /** `refused`: the server did not take it, or could not be reached. */
  state: "typed" | "saving" | "refused" | "saved";
  /** The document says something else by now than what was begun with; `was` is what it says. */
  isChanged?: boolean;
}

export interface TypedTexts {
  subscribe: (listener: () => void) => () => void;
  /** What was typed at a place; undefined where nothing was. The same object until it changes. */
  get: (at: string) => TypedText | undefined;
  /** @param base text of the document at this path */
  type: (at: string, base: string, text: string) => void;
  /** Restores the text of the document. */
  revert: (at: string) => void;
  /**
   * Saves what was typed at a path, if anything. Text typed while saving is not lost.
   * @returns false when the server refused it
   */
  save: (at: string, send: (text: DraftText) => Promise<boolean>) => Promise<boolean>;
  /** Places with something that is not saved. */
  unsaved: () => string[];
  /**
   * The document came again: what was saved is in it, and what is typed goes from the current text.
   * @param baseOf what is at a place; undefined when the place is gone
   */
  settle: (baseOf: (at: string) => string | undefined) => void;
  revertAll: () => void;
}

/**
 * @param restored what was typed earlier and never saved
 * @param onChange receives all unsaved texts after each change
 */
export function createTypedTexts(restored: DraftTexts, onChange: (unsaved: DraftTexts) => void): TypedTexts {
  const texts = new Map<string, TypedText>(
    Object.entries(restored).map(([at, { was, text }]) => [at, { was, text, state: "typed" }]),
  );
  const listeners = new Set<() => void>();
  const unsaved = (): [string, TypedText][] => [...texts].filter(([, { state }]) => state !== "saved");
  const changed = (): void => {
    onChange(Object.fromEntries(unsaved().map(([at, { was, text }]) => [at, { was, text }])));
    for (const listener of listeners) listener();
  };
  const put = (at: string, text: TypedText | undefined): void => {
    if (text) texts.set(at, text);
    else texts.delete(at);
    changed();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: (at) => texts.get(at),
    type(at, base, text) {
      const before = texts.get(at);
      const was = before ? (before.state === "saved" ? before.text : before.was) : base;
      // While a text is on its way, another one counts even when it is the first again.
      if (text === was && before?.state !== "saving") put(at, before?.state === "saved" ? before : undefined);
      else put(at, { was, text, state: "typed" });
    },
    revert: (at) => put(at, undefined),
    async save(at, send) {
      const sent = texts.get(at);
      if (!sent || sent.state === "saved" || sent.state === "saving") return true;
      if (sent.text === sent.was) {
        put(at, undefined);
        return true;
      }
      const saving: TypedText = { ...sent, state: "saving" };
      put(at, saving);
      const isTaken = await send({ was: sent.was, text: sent.text });
      const now = texts.get(at);
      if (now === saving) put(at, { ...sent, state: isTaken ? "saved" : "refused" });
      else if (now && isTaken && now.was === sent.was) put(at, { ...now, was: sent.text });
      return isTaken;
    },
    unsaved: () => unsaved().map(([at]) => at),
    settle(baseOf) {
      let isOther = false;
      for (const [at, typed] of texts) {
        const base = baseOf(at);
        const isAlike = typed.state === "saving" || base === undefined || base === typed.was;
        if (typed.state === "saved" || (!isAlike && base === typed.text)) texts.delete(at);
        else if (isAlike) continue;
        else texts.set(at, { was: base, text: typed.text, state: "typed", isChanged: true });
        isOther = true;
      }
      if (isOther) changed();
    },
    revertAll() {
      texts.clear();
      changed();
    },
  };
}
