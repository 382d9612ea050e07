import type { JsonEvent } from "./jsonStream.ts";

/** A value that grows with the events of a JSON stream. */
export interface Tree {
  take: (event: JsonEvent) => void;
  /** What is known so far. The same object as it grows: read it at once, keep nothing of it. */
  value: () => unknown;
}

/** Puts the events of a JSON stream together again. Strings are joined when they are read, not with each piece. */
export function openTree(): Tree {
  const root: Record<string, unknown> = {};
  return {
    take({ path, ...event }) {
      const last = path.at(-1);
      if (last === undefined) return;
      let parent: unknown = root;
      for (const [index, key] of path.slice(0, -1).entries()) {
        const known: unknown = Object.hasOwn(Object(parent), key) ? Reflect.get(Object(parent), key) : undefined;
        const next: unknown = known ?? (typeof path[index + 1] === "number" ? [] : {});
        if (known === undefined) Reflect.set(Object(parent), key, next);
        parent = next;
      }
      const target = Object(parent) as object;
      if (event.type === "partial") {
        Reflect.set(target, last, structuredClone(event.value));
        return;
      }
      const before: unknown = Object.hasOwn(target, last) ? Reflect.get(target, last) : "";
      const whole = typeof before === "string" ? before : "";
      Reflect.set(target, last, (whole.length === event.offset ? whole : whole.slice(0, event.offset)) + event.text);
    },
    value: () => root,
  };
}
