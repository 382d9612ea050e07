import { useState, useSyncExternalStore } from "react";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { confirmation } from "./confirmed.ts";

const ConfirmIdentity = lazyOptional(() =>
  preloadTexts("settings", "messages").then(() => import("./ConfirmIdentity.tsx").then((part) => part.ConfirmIdentity)),
);

/** The place of the question who sits there, on pages that ask it; its code comes when it is asked first. */
export function ConfirmHost({ email }: { email: string }) {
  const isAsked = useSyncExternalStore(confirmation.subscribe, confirmation.get) !== null;
  const [wasAsked, setAsked] = useState(isAsked);
  if (isAsked && !wasAsked) setAsked(true);
  return wasAsked ? <ConfirmIdentity email={email} /> : null;
}
