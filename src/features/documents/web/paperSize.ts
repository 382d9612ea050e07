/** Regions that print on Letter, by CLDR: https://unicode.org/reports/tr35/tr35-general.html#Measurement_System_Data */
const letterRegions = new Set("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "));
const lettersZones = /^(?:America|Pacific)\//;

/**
 * The paper that a person prints on. Many people far from Letter have a browser in American English: their time zone
 * has to fit too.
 * @param locale of the browser, and the name of its time zone
 */
export function paperSize(
  locale: string = navigator.language,
  zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
): "a4" | "letter" {
  const region = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(locale)?.[1];
  const isThere = lettersZones.test(zone) || region === "PH";
  return region !== undefined && letterRegions.has(region) && isThere ? "letter" : "a4";
}
