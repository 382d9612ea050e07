import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openSessionClient } from "#src/features/account/web/session.ts";
import { openBrowserWorld } from "#src/features/account/web/sessionWorld.ts";
import { SessionContext } from "#src/features/account/web/useSession.ts";
import { firstLanguage, startI18n } from "./i18n/index.ts";
import { reloadOnceForMissingChunk } from "./missingChunk.ts";
import { createPages } from "./router.tsx";
import { startTheme } from "./theme.ts";
import "./styles/index.css";
import "./Shell.css";

startTheme();
reloadOnceForMissingChunk();

const session = openSessionClient(openBrowserWorld());
const root = document.getElementById("root");
const pages = createPages();

/** No `await` at the top: parts of the page may import from this one and would wait for it for ever. */
async function start(): Promise<void> {
  if (!root) throw new Error("The page has no #root");
  await Promise.all([startI18n(firstLanguage()), pages.load()]);
  createRoot(root).render(
    <StrictMode>
      <SessionContext value={session}>
        <RouterProvider router={pages} />
      </SessionContext>
    </StrictMode>,
  );
}

void start();
