import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import type { Root } from "react-dom/client";
import { DraftOwner } from "#src/features/account/web/DraftOwner.tsx";
import { queryClient } from "#src/ui/data/queryClient.ts";
import type { SessionClient } from "#src/features/account/web/session.ts";
import { SessionContext } from "#src/features/account/web/useSession.ts";
import { withoutLocale } from "#src/kit/locale.ts";
import { paths } from "#src/ui/client/paths.ts";
import { createPages } from "./router.tsx";
import { followLanguage } from "./routeLanguage.ts";

/** What the dashboard shows, so that its first picture is the whole one. */
async function warm(session: SessionClient): Promise<void> {
  const route = withoutLocale(location.pathname);
  if (route !== paths.dashboard && route !== paths.home) return;
  await import("./AuthenticatedPages.tsx").then((part) => part.warmFirstPage(session)).catch(() => undefined);
}

/** All pages but the one to sign in. Renders when the first of them and its texts are there. */
export async function startPages(root: Root, session: SessionClient): Promise<void> {
  const pages = createPages();
  followLanguage(pages);
  await Promise.all([pages.load(), warm(session)]);
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <SessionContext value={session}>
          <DraftOwner>
            <RouterProvider router={pages} />
          </DraftOwner>
        </SessionContext>
      </QueryClientProvider>
    </StrictMode>,
  );
}
