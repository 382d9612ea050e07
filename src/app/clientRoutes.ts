import { cards, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import type { ClientRoutes } from "#src/kit/headTags.ts";
import { paths } from "#src/ui/client/paths.ts";

const { project, example, kitchen, ...pages } = paths;

/** Every page that the router knows, without a language; `*` stands for one part. */
export const clientRoutes: ClientRoutes = {
  pages: [
    ...Object.values(pages),
    ...cards.map(formPathOf),
    ...cards.map(({ key }) => example(key)),
    `${project("")}*`,
  ],
  development: [kitchen],
};
