import { cards, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { paths } from "#src/ui/client/paths.ts";

/** One step of the way to a page: a message key, or words of a person. */
export interface Crumb {
  key?: string;
  words?: string;
  to?: string;
}

const projectPath = new RegExp(`^${paths.project("")}([^/]+)$`);

/** Id of the project whose page this is. */
export const projectIdIn = (pathname: string): string | undefined => projectPath.exec(pathname)?.[1];

/** The way to a page, its own name last. */
export function crumbsOf(pathname: string, titleOfProject: (id: string) => string | undefined): Crumb[] {
  const single: Record<string, string> = {
    [paths.dashboard]: "shell:nav.dashboard",
    [paths.content]: "shell:nav.content",
    [paths.calendar]: "shell:nav.calendar",
    [paths.leads]: "shell:nav.leads",
    [paths.projects]: "shell:nav.project",
    [paths.invites]: "shell:nav.invites",
    [paths.settings]: "shell:nav.settings",
    [paths.welcome]: "shell:nav.welcome",
    [paths.workflows]: "shell:nav.workflows",
    [paths.terms]: "common:foot.terms",
    [paths.privacy]: "common:foot.privacy",
  };
  const own = single[pathname];
  if (own) return [{ key: own }];
  if (pathname === paths.coins) return [{ key: "shell:nav.settings", to: paths.settings }, { key: "shell:nav.coins" }];
  if (pathname === paths.runs) return [{ key: "shell:nav.project", to: paths.projects }, { key: "shell:nav.runs" }];
  if (pathname === paths.compare)
    return [{ key: "shell:nav.project", to: paths.projects }, { key: "shell:nav.compare" }];
  const card = cards.find((one) => formPathOf(one) === pathname);
  if (card) {
    const group =
      card.mainCategory === "entrepreneurship" ? card.mainCategory : (card.categories[0] ?? card.mainCategory);
    return [{ key: `shell:group.${group}`, to: paths.workflows }, { key: card.localeKey }];
  }
  const projectId = projectIdIn(pathname);
  if (projectId) {
    const words = titleOfProject(projectId);
    return [{ key: "shell:nav.project", to: paths.projects }, ...(words ? [{ words }] : [])];
  }
  return [{ key: "shell:nav.notFound" }];
}
