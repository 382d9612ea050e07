import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import type { Root } from "react-dom/client";
import type { SessionClient } from "#src/features/account/web/session.ts";
import { SessionContext } from "#src/features/account/web/useSession.ts";
import { createPages } from "./router.tsx";
import { followLanguage } from "./routeLanguage.ts";

/** All pages but the one to sign in. Renders when the first of them and its texts are there. */
export async function startPages(root: Root, session: SessionClient): Promise<void> {
  const pages = createPages();
  followLanguage(pages);
  await pages.load();
  root.render(
    <StrictMode>
      <SessionContext value={session}>
        <RouterProvider router={pages} />
      </SessionContext>
    </StrictMode>,
  );
}
