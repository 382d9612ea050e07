import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openSessionClient } from "#src/features/account/web/session.ts";
import { openBrowserWorld } from "#src/features/account/web/sessionWorld.ts";
import { SessionContext } from "#src/features/account/web/useSession.ts";
import { languageOf } from "#src/kit/locale.ts";
import { takeEarly } from "./early.ts";
import { startI18n } from "./i18n/index.ts";
import { reloadOnceForMissingChunk } from "./missingChunk.ts";
import { createPages } from "./router.tsx";
import { followLanguage } from "./routeLanguage.ts";
import { startTheme } from "./theme.ts";
import "./styles/index.css";
import "./Shell.css";

startTheme();
reloadOnceForMissingChunk();

const session = openSessionClient(openBrowserWorld(takeEarly));
const root = document.getElementById("root");
const pages = createPages();
followLanguage(pages);

/** No `await` at the top: parts of the page may import from this one and would wait for it for ever. */
async function start(): Promise<void> {
  if (!root) throw new Error("The page has no #root");
  await Promise.all([startI18n(languageOf(location.pathname)), pages.load()]);
  createRoot(root).render(
    <StrictMode>
      <SessionContext value={session}>
        <RouterProvider router={pages} />
      </SessionContext>
    </StrictMode>,
  );
}

void start();
