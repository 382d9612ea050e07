import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { openSessionClient } from "#src/features/account/web/session.ts";
import { openBrowserWorld } from "#src/features/account/web/sessionWorld.ts";
import { SessionContext } from "#src/features/account/web/useSession.ts";
import { dropFormsOf } from "#src/features/workflows/web/keptForm.ts";
import { onSignedOut, sealWith } from "./api.ts";
import { followSession } from "./followSession.ts";
import { firstLanguage, startI18n } from "./i18n/index.ts";
import { reloadOnceForMissingChunk } from "./missingChunk.ts";
import { createPages } from "./router.tsx";
import { openStore } from "./store.ts";
import { startTheme } from "./theme.ts";
import "./styles/index.css";
import "./Shell.css";

startTheme();
reloadOnceForMissingChunk();

const store = openStore();
const session = openSessionClient(openBrowserWorld());
sealWith(session.sealBody);
onSignedOut(() => void session.refresh());
followSession(session, store, (userId) => dropFormsOf(localStorage, userId));

const root = document.getElementById("root");
const pages = createPages();

/** No `await` at the top: parts of the page may import from this one and would wait for it for ever. */
async function start(): Promise<void> {
  if (!root) throw new Error("The page has no #root");
  await Promise.all([startI18n(firstLanguage(), ["shell", "workflows"]), pages.load()]);
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <SessionContext value={session}>
          <RouterProvider router={pages} />
        </SessionContext>
      </Provider>
    </StrictMode>,
  );
}

void start();
