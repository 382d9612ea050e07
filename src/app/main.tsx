import { createRoot } from "react-dom/client";
import { openSessionClient } from "#src/features/account/web/session.ts";
import { openBrowserWorld } from "#src/features/account/web/sessionWorld.ts";
import { languageOf, withoutLocale } from "#src/kit/locale.ts";
import { takePrefetched } from "#src/ui/client/prefetched.ts";
import { startI18n } from "#src/ui/i18n/index.ts";
import { reloadOnceForMissingChunk } from "#src/ui/client/missingChunk.ts";
import { paths } from "#src/ui/client/paths.ts";
import { startTheme } from "#src/ui/client/theme.ts";
import "#src/ui/styles/index.css";
import "#src/ui/Skeleton.module.css";
import "#src/features/support/web/Support.module.css";

startTheme();
reloadOnceForMissingChunk();

const session = openSessionClient(openBrowserWorld(takePrefetched));

// Functions of their own: written as one choice, the build would ask for the parts of both.
const signInPage = () => import("./startSignIn.tsx").then((part) => part.startSignIn);
const otherPages = () => import("./startPages.tsx").then((part) => part.startPages);

/** No `await` at the top: parts of the page may import from this one and would wait for it for ever. */
async function start(): Promise<void> {
  const place = document.getElementById("root");
  if (!place) throw new Error("The page has no #root");
  const isSignIn = withoutLocale(location.pathname) === paths.signIn;
  const [open] = await Promise.all([isSignIn ? signInPage() : otherPages(), startI18n(languageOf(location.pathname))]);
  await open(createRoot(place), session);
}

void start();
