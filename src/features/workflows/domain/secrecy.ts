/*
 * Marks that a person puts on what is not for readers: a label before it (“Internal: …”), a bracket around or beside
 * it, or a sentence that says so. English and German.
 */

/** A label at the beginning or after the end of a thought: with its colon and what is beside it, or in brackets. */
const label =
  /(?:^(?:#{1,6} |[-*•–] |\d{1,2}[.)] )?|[.!?;:,] |[–—-] )(?:[*_]{0,2}(?:(?:strictly |for |streng |nur )?(?:internal(?:ly)?|intern|confidential|vertraulich|private|secret|geheim)(?: only| use only| use| info(?:rmation)?)?|(?:internal|confidential|private) (?:notes?|info|memo|comments?|remarks?)|(?:interner?|internes|interne|vertraulicher?|vertrauliches) (?:notiz(?:en)?|hinweise?|infos?|anmerkung(?:en)?|vermerk)|off the record|top secret|(?:just |only )?between us|(?:nur )?unter uns|not public|nicht öffentlich|(?:please )?keep (?:this|that|it) (?:\p{L}+ )?between us|not for (?:publication|publishing|print|the public|release)|not to be published|(?:please )?(?:do not|don['’]?t) publish|nicht (?:zur veröffentlichung|für die (?:veröffentlichung|öffentlichkeit)|veröffentlichen))(?: ?[([][^()[\]]{1,40}[)\]])?[*_]{0,2}:[*_]{0,2}(?= |$)|[([] ?(?:(?:strictly |for |streng |nur )?(?:internal(?:ly)?|intern|confidential|vertraulich|private|secret|geheim)(?: only| use only| use| info(?:rmation)?)?|(?:internal|confidential|private) (?:notes?|info|memo|comments?|remarks?)|(?:interner?|internes|interne|vertraulicher?|vertrauliches) (?:notiz(?:en)?|hinweise?|infos?|anmerkung(?:en)?|vermerk)|off the record|top secret|(?:just |only )?between us|(?:nur )?unter uns|not public|nicht öffentlich|(?:please )?keep (?:this|that|it) (?:\p{L}+ )?between us|not for (?:publication|publishing|print|the public|release)|not to be published|(?:please )?(?:do not|don['’]?t) publish|nicht (?:zur veröffentlichung|für die (?:veröffentlichung|öffentlichkeit)|veröffentlichen)) ?[)\]]:?(?= ))/iu;
/** `(internal) …`, `… [nur intern].` */
const bracket =
  /^(?:[-*•–] )?[([] ?(?:(?:strictly |for |streng |nur )?(?:internal(?:ly)?|intern|confidential|vertraulich|private|secret|geheim)(?: only| use only| use| info(?:rmation)?)?|(?:internal|confidential|private) (?:notes?|info|memo|comments?|remarks?)|(?:interner?|internes|interne|vertraulicher?|vertrauliches) (?:notiz(?:en)?|hinweise?|infos?|anmerkung(?:en)?|vermerk)|off the record|top secret|(?:just |only )?between us|(?:nur )?unter uns|not public|nicht öffentlich|(?:please )?keep (?:this|that|it) (?:\p{L}+ )?between us|not for (?:publication|publishing|print|the public|release)|not to be published|(?:please )?(?:do not|don['’]?t) publish|nicht (?:zur veröffentlichung|für die (?:veröffentlichung|öffentlichkeit)|veröffentlichen)) ?[)\]]|[([] ?(?:(?:strictly |for |streng |nur )?(?:internal(?:ly)?|intern|confidential|vertraulich|private|secret|geheim)(?: only| use only| use| info(?:rmation)?)?|(?:internal|confidential|private) (?:notes?|info|memo|comments?|remarks?)|(?:interner?|internes|interne|vertraulicher?|vertrauliches) (?:notiz(?:en)?|hinweise?|infos?|anmerkung(?:en)?|vermerk)|off the record|top secret|(?:just |only )?between us|(?:nur )?unter uns|not public|nicht öffentlich|(?:please )?keep (?:this|that|it) (?:\p{L}+ )?between us|not for (?:publication|publishing|print|the public|release)|not to be published|(?:please )?(?:do not|don['’]?t) publish|nicht (?:zur veröffentlichung|für die (?:veröffentlichung|öffentlichkeit)|veröffentlichen)) ?[)\]][.!?:]?$/iu;
/** Sentences about themselves, or about the one before them. */
const saying =
  /(?<!\p{L})(?:confidential|off the record|internal only|for internal use|for your eyes only|not public)(?!\p{L})|(?<!\p{L})(?:vertraulich|nur intern|unter uns|nicht öffentlich|nur für uns|(?:bleibt|bleiben|muss|soll) (?:bitte )?(?:intern|geheim)|geheim halten)(?!\p{L})|(?<!\p{L})(?:(?:keep|stays?|remains?) (?:(?:this|that|it) )?(?:just |strictly |please )?between (?:us|ourselves|you and me)|(?:just|strictly) between (?:us|ourselves|you and me))(?!\p{L})|(?<!\p{L})(?:keep (?:this|that|it) (?:quiet|secret|private|internal|to yourself)|(?:stays?|remains?|keep) quiet about)(?!\p{L})|(?<!\p{L})(?:not for (?:publication|publishing|print|release)|not to be (?:published|printed|quoted|disclosed))(?!\p{L})|(?<!\p{L})(?:nicht (?:zur veröffentlichung|für die (?:veröffentlichung|öffentlichkeit)))(?!\p{L})|(?<!\p{L})(?:please leave (?:(?:this|that|it|them) )?out|leave out that|(?:lass|lassen sie) (?:bitte )?weg)(?!\p{L})|(?<!\p{L})(?:bitte (?:das |dies |es |hier |ihn |sie )?(?:weglassen|auslassen|heraushalten|raushalten|rauslassen))(?!\p{L})/iu;
/** “External: …; internal: …” sorts things, it hides nothing. */
const counterpart = /(?<!\p{L})extern(?:al(?:ly)?)?:/iu;

/** Where a label begins that keeps back the rest of the line; -1 without one. @param line one line of notes */
export function secrecyLabelAt(line: string): number {
  const found = label.exec(line);
  if (!found || counterpart.test(line)) return -1;
  // The sign and the space before it belong to the thought before.
  const [sign = "", space = ""] = line.slice(found.index);
  return /[.!?;:,]/.test(sign) && space === " " ? found.index + 2 : found.index;
}

/** True for a line that is nothing but a label, with or without its colon: it keeps back what is below it. */
export function isSecrecyHeading(line: string): boolean {
  const text = line.trim().replace(/:$/, "");
  return label.exec(`${text}:`)?.index === 0 && label.exec(`${text}:`)?.[0].length === text.length + 1;
}

/** True for a thought that is behind a label or beside a bracket: it holds a fact, not only a wish. */
export const isMarkedFact = (text: string): boolean =>
  (secrecyLabelAt(text) >= 0 || bracket.test(text)) && !isSecrecyHeading(text.replace(/^[([] ?| ?[)\]][.!?:]?$/g, ""));

/** Where a thought says that it is not for readers; -1 when it does not. */
export function secrecyAt(text: string): number {
  const found = [text.search(saying), secrecyLabelAt(text), text.search(bracket)].filter((at) => at >= 0);
  return found.length > 0 ? Math.min(...found) : -1;
}
