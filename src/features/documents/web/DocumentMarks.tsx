import { useTranslation } from "#src/ui/i18n/index.ts";
import { useEngineReason } from "#src/ui/i18n/engineTexts.ts";
import { DraftStamp } from "#src/ui/Alert.tsx";
import { Popover } from "#src/ui/Popover.tsx";

/** What a document is, in one line above its title. */
export function MetaLine({ parts }: { parts: string[] }) {
  return parts.filter(Boolean).map((part) => <span key={part}>{part}</span>);
}

/** The stamp of a document that no model took part in, with the reason for those who want it. */
export function Stamp({ reasonCode }: { reasonCode: string | undefined }) {
  const { t } = useTranslation(["projects", "common"]);
  const reason = useEngineReason(reasonCode);
  return (
    <div className="doc-stamp">
      <DraftStamp>
        <Popover title={t("common:draft.label")} trigger={<button type="button">{t("common:draft.why")}</button>}>
          {reason ? <p>{reason}</p> : null}
          <p>{t("document.draftMeans")}</p>
        </Popover>
      </DraftStamp>
    </div>
  );
}
