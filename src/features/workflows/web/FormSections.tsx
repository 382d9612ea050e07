import { ChevronRight } from "lucide-react";
import { useId, useMemo } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import type { AnyForm } from "#src/ui/forms/FormField.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { type FormLimits, FormSettingProvider } from "./fields/FormContext.ts";
import { FormFieldRow } from "./fields/FormFieldRow.tsx";
import type { FormField } from "./formModel.ts";
import type { FormTexts } from "./formTexts.ts";
import cx from "./FormSections.module.css";

/** What becomes of company details that differ from the settings. */
export type CompanyUse = "once" | "default";

export interface FormSectionsProps {
  fields: readonly FormField[];
  form: AnyForm;
  texts: FormTexts;
  /** Names of fields that may not stay empty. */
  required: ReadonlySet<string>;
  /** Told whether a field shows files that were not taken. Keeps its identity. */
  onRefusedFiles: (name: string, hasRefused: boolean) => void;
  /** Undefined while the details are those of the settings. */
  limits: FormLimits | undefined;
  company: { use: CompanyUse; onChange: (use: CompanyUse) => void } | undefined;
  more: { isOpen: boolean; onToggle: (isOpen: boolean) => void };
}

/** All fields of a form: what the workflow asks for, the company from the settings, and the rest folded away. */
export function FormSections(props: FormSectionsProps) {
  const { fields, form, texts, required, onRefusedFiles, limits, company, more } = props;
  const { t } = useTranslation("workflow");
  const headId = useId();
  const setting = useMemo(
    () => ({ form, texts, required, onRefusedFiles, limits }),
    [form, texts, required, onRefusedFiles, limits],
  );
  const rows = (group: FormField["ui"]["group"]) =>
    fields.filter((field) => field.ui.group === group).map((field) => <FormFieldRow key={field.name} field={field} />);
  const [ofCompany, options] = [rows("company"), rows("options")];
  return (
    <FormSettingProvider value={setting}>
      {rows("main")}
      {ofCompany.length > 0 ? (
        <section aria-labelledby={headId}>
          <h2 className={cx("wf-group")} id={headId}>
            {t("form.company")}
            <span className="h2-note">{t("form.companyNote")}</span>
          </h2>
          {ofCompany}
          {company ? (
            <div className={cx("wf-use")}>
              <span className="hint">{t("form.companyChanged")}</span>
              <Segment
                size="small"
                label={t("form.companyUse")}
                value={company.use}
                onChange={company.onChange}
                choices={[
                  { value: "once", label: t("form.useOnce") },
                  { value: "default", label: t("form.saveDefault") },
                ]}
              />
            </div>
          ) : null}
        </section>
      ) : null}
      {options.length > 0 ? (
        <details
          className={cx("wf-more")}
          open={more.isOpen}
          onToggle={(event) => more.onToggle(event.currentTarget.open)}
        >
          <summary>
            <Icon of={ChevronRight} size={14} />
            {t("form.more")}
            <span className="hint">{t("form.moreNote")}</span>
          </summary>
          {options}
        </details>
      ) : null}
    </FormSettingProvider>
  );
}
