import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { withLocale } from "#src/kit/locale.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { type AnyForm, useError, useValue } from "#src/ui/forms/FormField.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { ownProblem } from "#src/ui/forms/problems.ts";
import { LinkedText } from "./LinkedText.tsx";
import cx from "./SignInPage.module.css";

/** What is wrong while the terms are not accepted; false for nothing. */
export const termsProblem = (terms: boolean) => !terms && ownProblem("terms", "account:terms.required");

/** The tick below a form that creates an account; the form's place is `terms`. */
export function TermsField({ form }: { form: AnyForm }) {
  const { t } = useTranslation("account");
  const language = useLanguage();
  const id = useId();
  const isOn = useValue(form, "terms") === true;
  const error = useError(form, "terms");
  const to = [paths.terms, paths.privacy].map((path) => withLocale(path, language));
  return (
    <div className={cx("gate-terms")}>
      <input
        type="checkbox"
        id={id}
        name="terms"
        checked={isOn}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => form.set("terms", event.target.checked)}
      />
      <label htmlFor={id}>
        <LinkedText text={t("terms.accept")} to={to} />
      </label>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          <Icon of={CircleAlert} size={14} />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}
