import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { AlertDialog } from "../Dialog.tsx";
import type { FormStore } from "./formStore.ts";

/** An address inside of the product. */
export interface GuardedLocation {
  pathname: string;
  search: Record<string, unknown>;
}

export interface UnsavedGuardProps {
  /** Asked at the moment of leaving. */
  form: Pick<FormStore<object>, "isUnsaved">;
  /** True for a change of the address that leaves the form where it is. */
  stays: (next: GuardedLocation, current: GuardedLocation) => boolean;
}

/** Asks before what was typed is lost: by a link, by going back, by closing the tab. */
export function UnsavedGuard({ form, stays }: UnsavedGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => form.isUnsaved() && !stays(next, current),
    enableBeforeUnload: form.isUnsaved,
    withResolver: true,
  });
  return (
    <AlertDialog
      open={blocker.status === "blocked"}
      onOpenChange={(open) => (open ? undefined : blocker.reset?.())}
      title={t("unsaved.title")}
      confirmLabel={t("unsaved.discard")}
      cancelLabel={t("unsaved.keep")}
      onConfirm={() => blocker.proceed?.()}
    >
      {t("unsaved.text")}
    </AlertDialog>
  );
}
