import { useTranslation } from "#src/ui/i18n/index.ts";
import { DraftStamp } from "#src/ui/Alert.tsx";
import { Popover } from "#src/ui/Popover.tsx";
import { useEngineReason } from "#src/ui/i18n/engineTexts.ts";

/** The chip beside the title of a form whose result no model will take part in, with the reason for those who want it. */
export function DraftNotice({ reasonCode }: { reasonCode: string }) {
  const { t } = useTranslation(["workflow", "common"]);
  const reason = useEngineReason(reasonCode);
  return (
    <DraftStamp>
      <Popover title={t("common:draft.label")} trigger={<button type="button">{t("common:draft.why")}</button>}>
        {reason ? <p>{reason}</p> : null}
        <p>{t("form.draftMeans")}</p>
      </Popover>
    </DraftStamp>
  );
}
