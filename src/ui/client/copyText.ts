import { toastFailure } from "./toastFailure.ts";
import { toast } from "../toastStore.ts";

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

/** The parts of the browser's clipboard that are needed for a text in two shapes. */
type RichClipboard = Pick<Clipboard, "write" | "writeText">;

/**
 * Puts a text on the clipboard as plain text and as HTML, so that programs take what they can read; where the browser
 * knows plain text alone, that. Says so, or says that the browser did not allow it.
 * @param done what to say, in the person's language
 */
export async function copyRich(
  { text, html }: { text: string; html: string },
  done: string,
  clipboard: RichClipboard | null | undefined = navigator.clipboard,
): Promise<void> {
  if (clipboard && typeof ClipboardItem === "function") {
    try {
      const shapes = { "text/plain": text, "text/html": html };
      const blobs = Object.entries(shapes).map(([type, value]) => [type, new Blob([value], { type })] as const);
      await clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
      toast({ title: done });
      return;
    } catch {
      // Browsers that take no HTML take the text below, or refuse that, too.
    }
  }
  await copyText(text, done, clipboard);
}
