import { words } from "#src/kit/text.ts";
import { isTenderText } from "./tenderDemands.ts";

/* Whether an attached text can be material of a purchase at all. */

const tradeWords =
  /(?<!\p{L})(?:offers?|quotations?|prices?|price list|suppliers?|invoices?|delivery|warranty|specifications?|datasheet|vat|contract|purchase|angebot\p{L}*|preis\p{L}*|lieferant\p{L}*|rechnung\p{L}*|lieferung\p{L}*|gewährleistung|leistungsverzeichnis|leistungsbeschreibung|datenblatt|umsatzsteuer|mwst|vertrag\p{L}*|auftrag\p{L}*|beschaffung\p{L}*|vergabe\p{L}*)(?!\p{L})/giu;
/** Different words of the trade that make a text one about a purchase. */
const minTradeWords = 2;
/** Shorter words are shared by any two texts. */
const shortestTelling = 5;
/** Telling words that a text shares with the purchase when it is about the same thing. */
const minShared = 2;

const significantWords = (text: string, language: string): Set<string> =>
  new Set(
    words(text, language)
      .map((word) => word.toLowerCase())
      .filter((word) => word.length >= shortestTelling),
  );

/**
 * A text speaks of buying, or of what is bought. A file without text may be a scan.
 * @param about everything the person has written of the purchase
 */
export function isPurchaseMaterial(text: string, about: string, language: string): boolean {
  if (text.trim() === "" || isTenderText(text)) return true;
  const start = text.slice(0, 200_000);
  const trade = new Set((start.match(tradeWords) ?? []).map((word) => word.toLowerCase()));
  if (trade.size >= minTradeWords) return true;
  const wanted = significantWords(about, language);
  let shared = 0;
  for (const word of significantWords(start, language)) if (wanted.has(word)) shared += 1;
  return shared >= minShared;
}
