import { cards } from "#src/features/workflows/catalogue/cards.ts";
import type { ClientRoutes } from "#src/kit/headTags.ts";
import { paths } from "#src/ui/client/paths.ts";
import { type PageRoute, pageRoutes, toDashboard } from "./routes.ts";

/** As the server compares addresses: `*` for a part that may be anything; examples are those of the catalogue. */
const pathsOf = ({ path }: PageRoute): string[] =>
  path === paths.example("$key") ? cards.map(({ key }) => paths.example(key)) : [path.replace(/\$\w+/g, "*")];

/** Every page that the router knows, without a language. */
export const clientRoutes: ClientRoutes = {
  pages: [...toDashboard, paths.signIn, ...pageRoutes.filter(({ access }) => access !== "developers").flatMap(pathsOf)],
  development: pageRoutes.filter(({ access }) => access === "developers").flatMap(pathsOf),
};
