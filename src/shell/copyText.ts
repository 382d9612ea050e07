import { toastFailure } from "./toastFailure.ts";
import { toast } from "./ui/toastStore.ts";

/**
 * Puts a text on the clipboard and says so, or says that the browser did not allow it.
 * @param done what to say, in the person's language
 * @param clipboard the browser's; absent on pages that came neither over HTTPS nor from this machine
 */
export async function copyText(
  text: string,
  done: string,
  clipboard: Pick<Clipboard, "writeText"> | null | undefined = navigator.clipboard,
): Promise<void> {
  try {
    if (!clipboard) throw new Error("This page has no clipboard");
    await clipboard.writeText(text);
    toast({ title: done });
  } catch (error) {
    toastFailure("clipboard.error")(error);
  }
}
