import { lazy, Suspense, useEffect, useState } from "react";
import { onToast, shownToast } from "./ui/toastStore.ts";

const Toaster = lazy(() => import("./ui/Toaster.tsx").then((part) => ({ default: part.Toaster })));

/** Where toasts appear; its code comes with the first of them. */
export function ToastPlace() {
  const [isWanted, setWanted] = useState(() => shownToast() !== undefined);
  useEffect(() => (isWanted ? undefined : onToast(() => setWanted(true))), [isWanted]);
  return isWanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
