import { useId } from "react";
import { type WritingStyle, writingStyleCodes, writingStylesMax } from "#src/features/workflows/rules.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import cx from "./SettingsPage.module.css";

export interface StylePickerProps {
  value: readonly WritingStyle[];
  /** In the order of the codes. */
  onChange: (value: WritingStyle[]) => void;
}

/** Tens of the codes: manner of speaking, purpose, colour. */
const tens = [10, 20, 30] as const;

/** Writing styles by what they do, each with a line about itself. */
export function StylePicker({ value, onChange }: StylePickerProps) {
  const { t } = useTranslation(["settings", "workflows"]);
  const id = useId();
  const isFull = value.length >= writingStylesMax;
  const toggle = (code: WritingStyle, isOn: boolean): void =>
    onChange(writingStyleCodes.filter((one) => (one === code ? isOn : value.includes(one))));
  return (
    <div className={cx("styles")}>
      {tens.map((ten) => (
        <div key={ten} role="group" aria-labelledby={`${id}-${ten}`}>
          <p className={cx("styles-head")} id={`${id}-${ten}`}>
            {t(`styles.group${ten}`)}
          </p>
          {writingStyleCodes
            .filter((code) => code >= ten && code < ten + 10)
            .map((code) => (
              <Checkbox
                key={code}
                checked={value.includes(code)}
                disabled={isFull && !value.includes(code)}
                onChange={(isOn) => toggle(code, isOn)}
                hint={t(`styles.${code}`)}
              >
                {t(`workflows:writingStyles.${code}`)}
              </Checkbox>
            ))}
        </div>
      ))}
      <p className="hint num" role="status">
        {t("styles.chosen", { count: value.length, max: writingStylesMax })}
      </p>
    </div>
  );
}
