import type { Block } from "#src/features/documents/document.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import type { Scene } from "../../kit/state.ts";

/** Announcements with their day and words; one table of the days as long as nobody wrote any. */
export function announcements(
  { translate, translateAll, isWriting }: Pick<Scene, "translate" | "translateAll" | "isWriting">,
  heads: Bilingual[],
  items: readonly { id: string; cells: string[] }[],
  words: ReadonlyMap<string, readonly string[]>,
): Block[] {
  const wordsOf = (id: string): string[] => (words.get(id) ?? []).filter(Boolean);
  if (!items.some(({ id }) => wordsOf(id).length > 0))
    return tableOf(
      translateAll(...heads),
      items.map(({ cells }) => cells),
    );
  return items.flatMap(({ id, cells }): Block[] => [
    { type: "h", text: cells.join(" · ") },
    ...wordsOf(id).map((paragraph): Block => ({ type: "p", text: paragraph })),
    ...(wordsOf(id).length > 0 || isWriting
      ? []
      : [note("gap", translate("Not written yet. | Noch nicht geschrieben."))]),
  ]);
}
