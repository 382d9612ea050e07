/** Shortest password the server takes; length is what makes one strong. */
export const passwordMin = 10;
/** From this length on the meter is full. */
export const passwordStrong = 12;

/** Message key of what is wrong with an e-mail address, as far as a page can tell. */
export function emailProblem(email: string): string | undefined {
  const typed = email.trim();
  if (typed === "") return "email.required";
  const [name, host, ...rest] = typed.split("@");
  if (!name || !host || rest.length > 0 || /\s/.test(typed)) return "email.invalid";
  if (!/^[^.]+(\.[^.]+)+$/.test(host)) return "email.noEnding";
  return undefined;
}

/** Bars of the password meter, 0 to 4; the fourth comes with `passwordStrong` characters. */
export function passwordBars(password: string): number {
  const length = Array.from(password).length;
  if (length === 0) return 0;
  if (length >= passwordStrong) return 4;
  if (length >= passwordMin) return 3;
  return length >= passwordMin / 2 ? 2 : 1;
}
