import { graphemeCount } from "#src/kit/text.ts";
import { characterLimit, isPlatform } from "./rules.ts";

/** What X counts for any web address, whatever its length. */
const addressLength = 23;
const address = /https?:\/\/[^\s<>"]+/giu;

/** Characters of a text as its platform counts them: graphemes, on X with 23 for each web address. */
export function postLength(text: string, platform: string | null): number {
  if (platform !== "X (Twitter)") return graphemeCount(text);
  let addresses = 0;
  const rest = text.replace(address, (found) => {
    addresses += 1;
    // A full stop or bracket after an address belongs to the sentence.
    let end = found.length;
    while (end > 0 && ".,;:!?)]}'".includes(found.charAt(end - 1))) end -= 1;
    return found.slice(end);
  });
  return graphemeCount(rest) + addresses * addressLength;
}

/** Most characters of one text; undefined where nothing limits it: an article, mail, or a channel of the person's own. */
export const lengthLimit = (of: { platform: string | null; contentType: number | null }): number | undefined =>
  isPlatform(of.platform) && of.contentType !== 100 ? characterLimit[of.platform] : undefined;
