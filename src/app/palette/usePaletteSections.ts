import { useState } from "react";
import { useSelector } from "react-redux";
import { useLocation } from "@tanstack/react-router";
import { selectSettings, useZone } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { useTheme } from "#src/ui/client/theme.ts";
import { usePersonActions } from "../usePersonActions.ts";
import { useWorkflowTitle } from "#src/features/workflows/web/WorkflowIcon.tsx";
import {
  actionItems,
  entryItem,
  kinds,
  leadItem,
  pageItems,
  type PaletteItem,
  projectItem,
  workflowItems,
} from "./items.tsx";
import { idOfPath, idOfWorkflow, recentOf } from "./recent.ts";
import { type PaletteSection, sectionsOf } from "./search.ts";
import { useSearchResults } from "./useSearchResults.ts";

/** Lines of one kind in sight, with words typed and without. */
const limits = { searching: 6, recent: 5, workflows: 5 } as const;

interface Sections {
  sections: PaletteSection<PaletteItem>[];
  isSearching: boolean;
  hasFailed: boolean;
}

/** Before anything is typed: what was opened last, runs to start, pages, actions; nothing twice. */
function firstSections(
  items: readonly PaletteItem[],
  recent: readonly string[],
  favorites: readonly string[],
): PaletteSection<PaletteItem>[] {
  const last = recent.flatMap((id) => items.filter((item) => item.id === id)).slice(0, limits.recent);
  const rest = items.filter((item) => !last.includes(item));
  const of = (kind: PaletteItem["kind"]): PaletteItem[] => rest.filter((item) => item.kind === kind);
  const isFavorite = ({ id }: PaletteItem): number => Number(favorites.includes(id));
  return [
    { kind: "recent", items: last },
    {
      kind: "workflows",
      items: of("workflows")
        .filter(({ isLive }) => isLive)
        .toSorted((a, b) => isFavorite(b) - isFavorite(a))
        .slice(0, limits.workflows),
    },
    { kind: "pages", items: of("pages") },
    { kind: "actions", items: of("actions") },
  ].filter((section) => section.items.length > 0);
}

/** What the palette shows for the words typed. */
export function usePaletteSections(userId: string, typed: string): Sections {
  const { t } = useTranslation(["palette", "shell", "common", "workflows"]);
  const language = useLanguage();
  const zone = useZone();
  const titleOf = useWorkflowTitle();
  const [theme, setTheme] = useTheme();
  const { speak, signOut } = usePersonActions();
  const { pathname } = useLocation();
  const found = useSearchResults(typed);
  // As it was when the palette opened: lines do not change places under a finger.
  const [recent] = useState(() => recentOf(localStorage, userId).filter((id) => id !== idOfPath(pathname)));
  const favorites = (useSelector(selectSettings).value?.favoriteWorkflows ?? []).map((name) =>
    idOfWorkflow(name.replace(/Workflow$/, "")),
  );
  const wording = { t, language, zone };
  const items: PaletteItem[] = [
    ...pageItems(wording),
    ...workflowItems(wording),
    ...found.projects.map(projectItem(wording, titleOf)),
    ...found.foundProjects.map(projectItem(wording, titleOf, true)),
    ...found.leads.map(leadItem()),
    ...found.foundLeads.map(leadItem(true)),
    ...found.entries.map(entryItem(wording)),
    ...actionItems(wording, { theme, setTheme, speak, signOut }),
  ];
  return {
    sections:
      typed.trim() === ""
        ? firstSections(items, recent, favorites)
        : sectionsOf(items, kinds, typed, recent, limits.searching),
    isSearching: found.isSearching,
    hasFailed: found.hasFailed,
  };
}
