import {
  Calendar,
  CalendarPlus,
  CirclePlus,
  ContactRound,
  FolderOpen,
  Gift,
  History,
  Keyboard,
  Languages,
  LayoutGrid,
  LogOut,
  Monitor,
  Moon,
  Newspaper,
  Settings,
  Sun,
  Trash2,
  Workflow,
} from "lucide-react";
import type { ReactNode } from "react";
import type { EntryPreview } from "#src/features/calendar/contract.ts";
import type { LeadRow } from "#src/features/leads/contract.ts";
import type { Project } from "#src/features/projects/contract.ts";
import { projectTitle } from "#src/features/projects/web/store.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { languageNames, languages, type Translate } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { type Theme, themes } from "#src/ui/client/theme.ts";
import { dayOf, formatListDate, formatTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Coin } from "#src/ui/Mark.tsx";
import { StateDot } from "#src/ui/StateDot.tsx";
import { stateNameOf } from "#src/features/projects/rules.ts";
import { WorkflowIcon } from "#src/features/workflows/web/WorkflowIcon.tsx";
import { openShortcuts } from "./paletteStore.ts";
import { palettePages } from "../routes.ts";
import { idOfPage, idOfProject, idOfWorkflow } from "./recent.ts";
import type { Findable } from "./search.ts";

/** Kinds in the order in which they stand among equals. */
export const kinds = ["workflows", "pages", "projects", "leads", "entries", "actions"] as const;
export type Kind = (typeof kinds)[number];

/** One line of the palette: a place to go to, or something to do. */
export interface PaletteItem extends Findable {
  kind: Kind;
  icon: ReactNode;
  /** At the end of the line: a price, a state, a time. */
  note?: string;
  /** Page to go to, as the routes name it; the router adds the language. */
  to?: string;
  search?: Record<string, string>;
  /** A workflow that can be started. */
  isLive?: boolean;
  run?: () => void;
}

/** What an item's words and deeds need. */
export interface Wording {
  t: Translate;
  language: AppLanguage;
  zone: string;
}

const pageIcons: Record<string, ReactNode> = {
  [paths.dashboard]: <Icon of={LayoutGrid} />,
  [paths.content]: <Icon of={Newspaper} />,
  [paths.calendar]: <Icon of={Calendar} />,
  [paths.leads]: <Icon of={ContactRound} />,
  [paths.projects]: <Icon of={FolderOpen} />,
  [paths.runs]: <Icon of={History} />,
  [paths.workflows]: <Icon of={Workflow} />,
  [paths.settings]: <Icon of={Settings} />,
  [paths.coins]: <Coin className="icon" />,
  [paths.invites]: <Icon of={Gift} />,
  [paths.deleted]: <Icon of={Trash2} />,
};

export const pageItems = ({ t }: Wording): PaletteItem[] =>
  palettePages.map(({ path, name }) => ({
    id: idOfPage(path),
    kind: "pages",
    label: t(name),
    words: t(`palette:words.${name.slice("shell:nav.".length)}`),
    icon: pageIcons[path],
    to: path,
  }));

/** Workflows with their prices, the live ones first; the others say that they are not. */
export const workflowItems = ({ t }: Wording): PaletteItem[] =>
  cards
    .toSorted((a, b) => Number(b.isProductionReady) - Number(a.isProductionReady))
    .map((card) => {
      const price = t("common:word.coins", { count: card.coins });
      const group = card.categories[0] ?? card.mainCategory;
      return {
        id: idOfWorkflow(card.key),
        kind: "workflows",
        label: t(card.localeKey),
        words: `${t(`workflows:${card.key}.line`)} ${t(`shell:group.${group}`)}`,
        note: card.isProductionReady ? price : `${price}, ${t("shell:sidebar.notLive")}`,
        icon: <WorkflowIcon name={card.icon} />,
        to: card.path || paths.leads,
        isLive: card.isProductionReady,
      };
    });

export const projectItem =
  ({ t }: Wording, titleOf: (workflowName: string) => string, isFound = false) =>
  (project: Project): PaletteItem => ({
    id: idOfProject(project.id),
    kind: "projects",
    label: projectTitle(project, titleOf(project.workflow)),
    words: titleOf(project.workflow),
    note: t(`common:state.${stateNameOf(project)}`),
    icon: <StateDot silent state={stateNameOf(project)} />,
    to: paths.project(project.id),
    isFound,
  });

export const leadItem =
  (isFound = false) =>
  (lead: LeadRow): PaletteItem => ({
    id: `lead:${lead.id}`,
    kind: "leads",
    label: lead.name,
    words: [lead.contact, lead.category, lead.address.city, ...lead.email, ...lead.tags].join(" "),
    note: lead.address.city || lead.contact,
    icon: <Icon of={ContactRound} />,
    to: paths.leads,
    search: { lead: lead.id },
    isFound,
  });

export const entryItem =
  ({ language, zone }: Wording) =>
  (entry: EntryPreview): PaletteItem => {
    const day = formatListDate(entry.start, language, { zone });
    return {
      id: `entry:${entry.id}`,
      kind: "entries",
      label: entry.title,
      words: entry.location ?? "",
      note: entry.allDay ? day : `${day}, ${formatTime(entry.start, zone)}`,
      icon: <Icon of={Calendar} />,
      to: paths.calendar,
      search: { view: "day", date: dayOf(entry.start, zone), entry: entry.id },
    };
  };

/** What actions do; handed in by the page. */
export interface Deeds {
  theme: Theme;
  setTheme: (theme: Theme) => void;
  speak: (language: AppLanguage) => void;
  signOut: () => Promise<void>;
}

const themeIcons: Record<Theme, typeof Sun> = { light: Sun, dark: Moon, system: Monitor };

/** New records, appearance, language, shortcuts, sign-out. The theme and the language in use are left out. */
export function actionItems({ t, language }: Wording, deeds: Deeds): PaletteItem[] {
  const item = (
    name: string,
    icon: ReactNode,
    deed: Pick<PaletteItem, "to" | "search" | "run">,
    label?: string,
  ): PaletteItem => ({
    id: `action:${name}`,
    kind: "actions",
    label: label ?? t(`palette:action.${name}`),
    words: t(`palette:words.${name.replace(/:.*$/s, "")}`),
    icon,
    ...deed,
  });
  return [
    item("newLead", <Icon of={CirclePlus} />, { to: paths.leads, search: { lead: "new" } }),
    item("newItem", <Icon of={Newspaper} />, { to: paths.content, search: { item: "new" } }),
    item("newEntry", <Icon of={CalendarPlus} />, { to: paths.calendar, search: { entry: "new" } }),
    ...themes
      .filter((one) => one !== deeds.theme)
      .map((one) =>
        item(
          `theme:${one}`,
          <Icon of={themeIcons[one]} />,
          { run: () => deeds.setTheme(one) },
          t("palette:action.theme", { name: t(`common:theme.${one}`) }),
        ),
      ),
    ...languages
      .filter((one) => one !== language)
      .map((one) =>
        item(
          `language:${one}`,
          <Icon of={Languages} />,
          { run: () => deeds.speak(one) },
          t("palette:action.language", { name: languageNames[one] }),
        ),
      ),
    item("shortcuts", <Icon of={Keyboard} />, { run: openShortcuts }),
    item("signOut", <Icon of={LogOut} />, { run: () => void deeds.signOut() }),
  ];
}
