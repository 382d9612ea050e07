import { graphemeCount } from "#src/kit/text.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";

/** From this share of its room on, a text says how much is left. */
const tellsFrom = 0.8;

/** What is to be said of the length of a text, and whether it is too long. */
export interface RoomNote {
  note: string;
  isBad: boolean;
}

/** @param most characters that fit; undefined without a limit @returns null while there is nothing to say */
export function useRoomNote(most: number | undefined, text: string): RoomNote | null {
  const { t } = useTranslation("projects");
  // Never fewer units than characters: short texts need no count.
  if (most === undefined || text.length <= most * tellsFrom) return null;
  const left = most - graphemeCount(text);
  return left < 0
    ? { note: t("editing.over", { count: -left, most }), isBad: true }
    : { note: t("editing.left", { count: left }), isBad: false };
}
