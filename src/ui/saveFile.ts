/** Hands a file to the browser, without the network. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Browsers read the blob after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A text as a file, in UTF-8. @param type media type, `text/csv` */
export const textFile = (text: string, type: string): Blob => new Blob([text], { type: `${type};charset=utf-8` });
