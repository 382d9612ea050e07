let loaded: Promise<unknown> | undefined;

/** Fetches the serif faces once: call it where the first serif text shows, never with the first page. */
export function loadSerif(): void {
  loaded ??= import("#src/ui/styles/serif.css");
}
