import { useLocation, useRouter } from "@tanstack/react-router";
import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSession } from "#src/features/account/web/useSession.ts";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { isCreateKeyTaken } from "#src/ui/useCreateShortcut.ts";
import { areSingleKeysOn, takesKeys } from "#src/ui/singleKeys.ts";
import { isModalOpen } from "#src/ui/isModalOpen.ts";
import { followKey, isCommand, type KeyStep } from "./keys.ts";
import { closePalette, openPalette, openShortcuts, type PaletteView, shownPalette } from "./paletteStore.ts";
import { idOfPath, remember } from "./recent.ts";

const importPalette = () => import("./Palette.tsx").then((part) => part.Palette);
const importSheet = () => import("./ShortcutSheet.tsx").then((part) => part.ShortcutSheet);

/** Code and texts of the palette; called at the first sign of interest. Its failure is told when it is wanted. */
export const preparePalette = (): void =>
  void Promise.all([importPalette(), preloadTexts("palette")]).catch(() => undefined);

/**
 * What is wanted, once its code and texts are here; without them nothing opens, and a toast says so. Not by React's
 * lazy: Suspense holds back what has come for up to 300 ms.
 */
function usePart(view: PaletteView | undefined): ComponentType | undefined {
  const [here, setHere] = useState<{ view: typeof view; Part: ComponentType }>();
  useEffect(() => {
    if (!view) {
      setHere(undefined);
      return undefined;
    }
    let isCurrent = true;
    Promise.all([view === "palette" ? importPalette() : importSheet(), preloadTexts("palette")]).then(
      ([Part]) => (isCurrent ? setHere({ view, Part }) : undefined),
      () => {
        if (!isCurrent) return;
        closePalette();
        toastFailure("unknown")({ code: "network.offline", requestId: "" });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [view]);
  return here?.view === view ? here?.Part : undefined;
}

/** Ctrl or Cmd and k everywhere; `?` and `g` with a letter outside of text fields and questions. */
function useKeys(makeWay: () => void): void {
  const router = useRouter();
  const step = useRef<KeyStep>({});
  const latest = useRef(makeWay);
  useEffect(() => {
    latest.current = makeWay;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (isCommand(event, "k")) {
        // A text editor makes a link of them; a question is answered first. The phone's menu gives way.
        const isBusy = event.target instanceof HTMLElement && event.target.isContentEditable;
        if (isBusy || document.querySelector(".scrim")) return;
        event.preventDefault();
        latest.current();
        openPalette();
        return;
      }
      if (takesKeys(event.target) || isModalOpen() || !areSingleKeysOn(localStorage)) {
        step.current = {};
        return;
      }
      step.current = followKey(step.current, event, event.timeStamp);
      const { wish } = step.current;
      // A page with an n of its own begins what it lists.
      if (!wish || (event.key === "n" && isCreateKeyTaken())) return;
      event.preventDefault();
      if (wish.wish === "shortcuts") openShortcuts();
      else void router.navigate({ to: wish.to, ...(wish.search ? { search: wish.search } : {}) });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [router]);
}

/** Remembers what was opened, for the palette's first lines. */
function useVisits(): void {
  const { pathname } = useLocation();
  const userId = useSession().data?.user.id;
  useEffect(() => {
    const id = idOfPath(pathname);
    if (id && userId) remember(localStorage, userId, id);
  }, [pathname, userId]);
}

/**
 * Where the command palette and the sheet of shortcuts open; their code comes when they are wanted.
 * @param makeWay closes what lies over the page, before the palette opens by its keys
 */
export function PaletteHost({ makeWay }: { makeWay: () => void }) {
  const view = useSyncExternalStore(shownPalette.subscribe, shownPalette.get);
  const Part = usePart(view);
  useKeys(makeWay);
  useVisits();
  // The shell leaves with its person: nothing of it stays open for the next one.
  useEffect(() => closePalette, []);
  return Part ? <Part /> : null;
}
