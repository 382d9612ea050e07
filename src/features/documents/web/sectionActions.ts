import type { LucideIcon } from "lucide-react";
import type { SectionInWork } from "../document.ts";

/** Keys of actions while the title of a section, its button or its menu has the focus. */
export type SectionKeys = "E" | "Ctrl C" | "Alt ↑" | "Alt ↓" | "Del";

/** Something that can be done with a section, as its menu and its keys offer it. */
export interface SectionAction {
  name: "rewrite" | "edit" | "copy" | "copyLink" | "moveUp" | "moveDown" | "addBelow" | "remove";
  icon: LucideIcon;
  label: string;
  /** At the end of its line, such as what it costs. */
  end?: string | undefined;
  keys?: SectionKeys;
  /** A destructive action; it comes last, after a separator. */
  danger?: boolean;
  disabled?: boolean;
  run: () => void;
}

/** What other parts of the page do with a section. */
export type SectionActions = (section: SectionInWork) => SectionAction[];

type Press = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** The keys that were pressed, as an action names them; null for any others. */
export function pressedKeys({ key, altKey, ctrlKey, metaKey, shiftKey }: Press): SectionKeys | null {
  const isControl = ctrlKey || metaKey;
  if (shiftKey) return null;
  if (altKey) return isControl ? null : key === "ArrowUp" ? "Alt ↑" : key === "ArrowDown" ? "Alt ↓" : null;
  if (isControl) return key.toLowerCase() === "c" ? "Ctrl C" : null;
  if (key === "Delete") return "Del";
  return key.toLowerCase() === "e" ? "E" : null;
}
