import { useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Field } from "#src/ui/Field.tsx";
import { type AnyForm, useBound, useError } from "#src/ui/forms/FormField.tsx";
import type { FormRejection } from "#src/ui/forms/formStore.ts";
import { ownProblem } from "#src/ui/forms/problems.ts";
import { TextInput } from "#src/ui/TextInput.tsx";

/** Code of the refusal that asks for the second step; no mistake of the person. */
export const codeNeeded = "login.codeNeeded";

/** The second step of a sign-in, once the account asked for it. */
export function useSecondFactor() {
  const [isOn, setOn] = useState(false);
  const [isRecovery, setRecovery] = useState(false);
  return {
    isOn,
    isRecovery,
    setRecovery,
    /** A refusal that asks for the code shows its field. */
    note: ({ code }: FormRejection): void => {
      if (code === codeNeeded) setOn(true);
    },
    problem: (code: string) => isOn && code.trim() === "" && ownProblem("code", "account:code.required"),
  };
}

export interface CodeFieldProps {
  form: AnyForm;
  factor: Pick<ReturnType<typeof useSecondFactor>, "isRecovery" | "setRecovery">;
}

/** A code of the authenticator app, or one of the recovery codes; the form's place is `code`. */
export function CodeField({ form, factor: { isRecovery, setRecovery } }: CodeFieldProps) {
  const { t } = useTranslation("account");
  const bound = useBound(form, "code");
  const error = useError(form, "code");
  const look = isRecovery
    ? { autoComplete: "off", maxLength: 20 }
    : ({ autoComplete: "one-time-code", inputMode: "numeric", maxLength: 6 } as const);
  return (
    <>
      <Field
        label={t(isRecovery ? "code.recovery" : "code.label")}
        error={error}
        hint={t(isRecovery ? "code.recoveryHint" : "code.hint")}
      >
        <TextInput
          key={String(isRecovery)}
          {...bound}
          {...look}
          value={String(bound.value)}
          tall
          autoFocus
          spellCheck={false}
        />
      </Field>
      <p className="hint">
        <Button
          variant="link"
          onClick={() => {
            form.set("code", "");
            setRecovery(!isRecovery);
          }}
        >
          {t(isRecovery ? "code.useApp" : "code.useRecovery")}
        </Button>
      </p>
    </>
  );
}
