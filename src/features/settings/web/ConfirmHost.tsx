import { useState, useSyncExternalStore } from "react";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { confirmation } from "./confirmed.ts";

const ConfirmIdentity = lazyOptional(() =>
  preloadTexts("settings", "messages").then(() => import("./ConfirmIdentity.tsx").then((part) => part.ConfirmIdentity)),
);

/**
 * The place of the question who sits there, on pages that ask it; its code comes when it is asked first. Each time it
 * begins anew: what opens the account may have changed.
 */
export function ConfirmHost({ email }: { email: string }) {
  const isAsked = useSyncExternalStore(confirmation.subscribe, confirmation.get) !== null;
  const [asked, setAsked] = useState({ isNow: isAsked, times: isAsked ? 1 : 0 });
  if (isAsked !== asked.isNow) setAsked({ isNow: isAsked, times: asked.times + (isAsked ? 1 : 0) });
  return asked.times > 0 ? <ConfirmIdentity key={asked.times} email={email} /> : null;
}
