import { useTranslation } from "#src/ui/i18n/index.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { Segment } from "#src/ui/Segment.tsx";
import { periods, search } from "./search.ts";
import { useShow } from "./useShow.ts";
import cx from "./OperatorPage.module.css";

/** Which days the figures are of. */
export function PeriodChoice() {
  const { t } = useTranslation("operator");
  const { days } = useSearchParams(search);
  const show = useShow();
  return (
    <div className={cx("operator-period")}>
      <Segment
        size="small"
        label={t("period.label")}
        value={days}
        onChange={(next) => show({ days: next })}
        choices={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
      />
    </div>
  );
}
