/** Inputs that say that they are wrong, and those of a group whose sentence stands under it. */
const broken = [
  ":is(input, textarea, button, [role=spinbutton], [role=radiogroup])[aria-invalid=true]",
  ".bad :is(input, button)",
  ".field:has(> .field-body > .field-error) :is(input, textarea, button)",
].join(", ");

/** Puts the focus on the first wrong input of a form, once its errors are drawn. */
export function focusProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const found = form?.querySelector<HTMLElement>(broken);
    const target = found?.matches("[role=radiogroup]") ? found.querySelector<HTMLElement>("button") : found;
    target?.focus();
    target?.scrollIntoView({ block: "center" });
  });
}
