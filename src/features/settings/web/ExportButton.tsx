import { useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { codeOf, toastFailure } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { saveFile } from "#src/ui/saveFile.ts";
import { confirmed } from "./confirmed.ts";
import { fetchArchive } from "./rawCalls.ts";

/** Everything the person owns, as one file. */
export function ExportButton() {
  const { t } = useTranslation("settings");
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const archive = await confirmed(() => fetchArchive());
      saveFile(`pioneer-${new Date().toISOString().slice(0, 10)}.zip`, archive);
    } catch (cause) {
      if (codeOf(cause) !== "session.notRecent") toastFailure("export.failed")(cause);
    }
    setBusy(false);
  };
  return (
    <Button busy={isBusy} busyLabel={t("export.busy")} onClick={() => void save()}>
      {t("export.submit")}
    </Button>
  );
}
