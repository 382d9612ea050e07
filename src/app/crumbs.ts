import { cards, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { paths } from "#src/ui/client/paths.ts";
import { pageRoutes } from "./routes.ts";

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
  const page = pageRoutes.find(({ path }) => path === pathname);
  const above = page?.parent && pageRoutes.find(({ path }) => path === page.parent);
  if (page?.name) return [...(above && above.name ? [{ key: above.name, to: above.path }] : []), { key: page.name }];
  const card = cards.find((one) => formPathOf(one) === pathname);
  if (card) {
    const group =
      card.mainCategory === "entrepreneurship" ? card.mainCategory : (card.categories[0] ?? card.mainCategory);
    return [{ key: `shell:group.${group}`, to: paths.workflows }, { key: card.localeKey }];
  }
  const projectId = projectIdIn(pathname);
  if (projectId) {
    const words = titleOfProject(projectId);
    return [{ key: "shell:nav.projects", to: paths.projects }, ...(words ? [{ words }] : [])];
  }
  return [{ key: "shell:nav.notFound" }];
}
