import { useSyncExternalStore } from "react";
import { connection } from "#src/ui/client/connection.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";

const subscribe = (listener: () => void): (() => void) => connection().subscribe(listener);
const getState = () => connection().getState();

/** Says above every page that the server cannot be reached, for as long as that is so. */
export function ConnectionNotice() {
  const { t } = useTranslation("common");
  const state = useSyncExternalStore(subscribe, getState);
  return (
    <div role="status" className="connection">
      {state === "ok" ? null : (
        <p>
          <b>{t(`connection.${state}`)}</b> {t("connection.kept")}
        </p>
      )}
    </div>
  );
}
