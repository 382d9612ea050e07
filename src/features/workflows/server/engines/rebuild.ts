import type { DraftPath } from "../../engine.ts";

/** The value that a page shows after these events: what deltas and partials add up to. */
export function rebuild(
  events: Iterable<{ type: string; path?: DraftPath; offset?: number; text?: string; value?: unknown }>,
): unknown {
  const root: Record<string, unknown> = {};
  for (const event of events) {
    const { path } = event;
    if (path === undefined) continue;
    const last = path.at(-1);
    if (last === undefined) throw new Error("an event without a place");
    let parent: unknown = root;
    for (const [index, key] of path.slice(0, -1).entries()) {
      const known: unknown = Object.hasOwn(Object(parent), key) ? Reflect.get(Object(parent), key) : undefined;
      const next: unknown = known ?? (typeof path[index + 1] === "number" ? [] : {});
      if (known === undefined) Reflect.set(Object(parent), key, next);
      parent = next;
    }
    const target = Object(parent);
    if (event.type === "partial") {
      Reflect.set(target, last, structuredClone(event.value));
      continue;
    }
    const before: unknown = Object.hasOwn(target, last) ? Reflect.get(target, last) : "";
    if (typeof before !== "string" || before.length !== event.offset) {
      throw new Error(`delta at ${path.join(".")} does not continue at ${String(event.offset)}`);
    }
    Object.defineProperty(target, last, {
      value: before + (event.text ?? ""),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return root;
}
