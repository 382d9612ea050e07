/** One line of the sheet: keys pressed together by spaces, one after the other by a comma; its text by key. */
export interface Shortcut {
  keys: string;
  text: string;
}

/** All keys of the product in their groups, as the sheet shows them; `palette:keys.<text>` has the words. */
export const shortcutGroups: readonly { group: string; single?: true; shortcuts: readonly Shortcut[] }[] = [
  {
    group: "everywhere",
    shortcuts: [
      { keys: "Mod K", text: "palette" },
      { keys: "Mod B", text: "sidebar" },
      { keys: "F8", text: "toasts" },
      { keys: "Esc", text: "escape" },
    ],
  },
  {
    group: "single",
    single: true,
    shortcuts: [
      { keys: "G, D", text: "dashboard" },
      { keys: "G, C", text: "calendar" },
      { keys: "G, L", text: "leads" },
      { keys: "G, S", text: "settings" },
      { keys: "R", text: "newRun" },
      { keys: "N", text: "newEntry" },
      { keys: "C", text: "newItem" },
      { keys: "L", text: "newLead" },
      { keys: "?", text: "shortcuts" },
    ],
  },
  {
    group: "calendar",
    shortcuts: [
      { keys: "N", text: "newEntry" },
      { keys: "Mod Z", text: "undoMove" },
    ],
  },
  {
    group: "leads",
    shortcuts: [
      { keys: "N", text: "newLead" },
      { keys: "/", text: "searchLeads" },
      { keys: "↑ ↓", text: "row" },
      { keys: "Space", text: "tick" },
      { keys: "Enter", text: "openLead" },
    ],
  },
  {
    group: "palette",
    shortcuts: [
      { keys: "↑ ↓", text: "choose" },
      { keys: "Enter", text: "open" },
      { keys: "Mod Enter", text: "newTab" },
    ],
  },
  {
    group: "forms",
    shortcuts: [
      { keys: "Alt ↑ ↓", text: "moveRow" },
      { keys: "Enter", text: "addTag" },
    ],
  },
];
