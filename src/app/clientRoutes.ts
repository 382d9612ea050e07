import type { ClientRoutes } from "#src/kit/headTags.ts";
import { paths } from "#src/ui/client/paths.ts";
import { type PageRoute, pageRoutes, toDashboard } from "./routes.ts";

/** As the server compares addresses: `*` for a part that may be anything. */
const pathOf = ({ path }: PageRoute): string => path.replace(/\$\w+/g, "*");

/** Every page that the router knows, without a language. */
export const clientRoutes: ClientRoutes = {
  pages: [...toDashboard, paths.signIn, ...pageRoutes.filter(({ access }) => access !== "developers").map(pathOf)],
  development: pageRoutes.filter(({ access }) => access === "developers").map(pathOf),
};
