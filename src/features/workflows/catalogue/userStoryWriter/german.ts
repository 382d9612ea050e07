import { trimEndBy } from "#src/kit/text.ts";
import { capital, oneLine, quoted } from "../../domain/wording.ts";
import { givesReason, type Wish } from "./english.ts";

const modals: Readonly<Record<string, { priority: Wish["priority"]; isMany: boolean }>> = {
  muss: { priority: "must", isMany: false },
  müssen: { priority: "must", isMany: true },
  musst: { priority: "must", isMany: false },
  darf: { priority: "can", isMany: false },
  dürfen: { priority: "can", isMany: true },
  soll: { priority: "should", isMany: false },
  sollen: { priority: "should", isMany: true },
  sollte: { priority: "should", isMany: false },
  sollten: { priority: "should", isMany: true },
  will: { priority: "should", isMany: false },
  wollen: { priority: "should", isMany: true },
  möchte: { priority: "should", isMany: false },
  möchten: { priority: "should", isMany: true },
  kann: { priority: "can", isMany: false },
  können: { priority: "can", isMany: true },
  könnte: { priority: "later", isMany: false },
  könnten: { priority: "later", isMany: true },
};

const anyone =
  /^(?:(?:der|die|das|den|ein|eine|einen|alle|jeder|jede|unsere|neue|angemeldete|registrierte|bestehende|einzelne|mehrere|viele|meine) )*(?:ich|wir|sie|man|er|jeder|alle|niemand|leute|personen?|menschen|(?:be)?nutzer(?:innen)?|(?:be)?nutzer(?::|\*)innen|anwender(?:innen)?|kund(?:en|innen|e|in)|mitarbeit(?:er|erinnen|ende)|mitglied(?:er)?|besuch(?:er|erinnen|ende)|gäste?|admins?|administrator(?:en)?|kolleg(?:en|innen)|team(?:s)?|führungskräfte|lehrer|lehrkräfte|schüler|patient(?:en|innen)|redakteur(?:e|innen)?)(?: und \p{Lu}\p{L}*innen)?$/iu;

/** Stems whose vowel or form changes in the third person, longest first where one ends in another. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/enthalten$/, "enthält"],
  [/erhalten$/, "erhält"],
  [/behalten$/, "behält"],
  [/halten$/, "hält"],
  [/verlassen$/, "verlässt"],
  [/lassen$/, "lässt"],
  [/laden$/, "lädt"],
  [/raten$/, "rät"],
  [/schlagen$/, "schlägt"],
  [/übertragen$/, "überträgt"],
  [/tragen$/, "trägt"],
  [/fahren$/, "fährt"],
  [/fallen$/, "fällt"],
  [/laufen$/, "läuft"],
  [/vergeben$/, "vergibt"],
  [/geben$/, "gibt"],
  [/nehmen$/, "nimmt"],
  [/ersehen$/, "ersieht"],
  [/sehen$/, "sieht"],
  [/lesen$/, "liest"],
  [/sprechen$/, "spricht"],
  [/brechen$/, "bricht"],
  [/treffen$/, "trifft"],
  [/helfen$/, "hilft"],
  [/werfen$/, "wirft"],
  [/treten$/, "tritt"],
  [/vergessen$/, "vergisst"],
  [/messen$/, "misst"],
  [/geschehen$/, "geschieht"],
  [/empfehlen$/, "empfiehlt"],
  [/werden$/, "wird"],
  [/haben$/, "hat"],
  [/^sein$/, "ist"],
  [/wissen$/, "weiß"],
  [/können$/, "kann"],
  [/müssen$/, "muss"],
  [/dürfen$/, "darf"],
  [/sollen$/, "soll"],
  [/wollen$/, "will"],
  [/möchten$/, "möchte"],
];

/** Infinitive → third person singular at the end of a clause, so with its prefix: `herunterladen` → `herunterlädt`. */
export function thirdPerson(infinitive: string): string {
  for (const [ending, form] of changing) if (ending.test(infinitive)) return infinitive.replace(ending, form);
  if (/(?:el|er)n$/.test(infinitive)) return infinitive.replace(/n$/, "t");
  const stem = infinitive.replace(/e?n$/, "");
  const needsE = /[td]$|(?:[bcdfgkptz]|ch)[nm]$/.test(stem) && !/(?:l|r)m$/.test(stem);
  return `${stem}${needsE ? "et" : "t"}`;
}

const isInfinitive = (word: string): boolean =>
  /^\p{Ll}{2,}(?:en|ern|eln|tun|sein)$/u.test(word) &&
  !/^(?:den|einen|keinen|allen|ihren|seinen|unseren|meinen|diesen|jeden|gegen|neben|wegen|zwischen|oben|innen|außen|selten|offenen|wenigen|zwischen|sowohl|morgen)$/.test(
    word,
  );

const bare = (text: string): string => trimEndBy(oneLine(text), /[\s.;,!]/);

/** The person's view: `ihre Rechnungen` → `meine Rechnungen`. */
function mine(text: string): string {
  const own = text.replace(
    /(?<![\p{L}])(ihr|sein)(e|en|em|er|es)?(?= \p{Lu}| eigen)/gu,
    (_all, _stem: string, ending: string | undefined) => `mein${ending ?? ""}`,
  );
  return own.replace(/(?<![\p{L}])sich(?= (\S+))/gu, (_all, next: string) =>
    /^(?:der|die|das|den|ein|eine|einen|mein\p{L}*|alle|\p{Lu}\p{L}*)$/u.test(next) ? "mir" : "mich",
  );
}

/** German keeps capitals of nouns: only words that are surely none lose theirs. */
function germanInside(text: string): string {
  const [first = ""] = text.split(/[\s,]/);
  return /^(?:Der|Die|Das|Den|Dem|Des|Ein|Eine|Einen|Einem|Einer|Eines|Alle|Allen|Jede|Jeder|Jedes|Jeden|Kein|Keine|Ich|Wir|Sie|Er|Es|Man|Diese|Dieser|Dieses|Dies|Unsere|Unser|Ihre|Meine|Mein|Bei|Beim|Nach|Vor|Mit|Ohne|Für|Über|Unter|Auf|An|Am|Im|In|Ab|Bis|Zu|Zum|Zur|Pro|Per|Während|Wegen|Aus|Von|Vom|Neue|Neuen|Neuer|Mehrere|Automatisch|Automatische|Nur|Wenn|Höchstens|Mindestens|Maximal|Innerhalb|Bestehende|Einzelne|Offene|Eigene)$/u.test(
    first,
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

const clauseStart =
  /, (?=(?:wenn|falls|sobald|sofern|bevor|nachdem|während|solange|ohne|bis|weil|da|obwohl|so\s?dass|dass|ob|der|die|das|den|dem|deren|dessen|welche[rsmn]?|wie|wo|was)\s)/u;

/** `um die Rechnung zu bezahlen`, `um nachzusehen`. */
const isPurpose = (clause: string): boolean =>
  /^um .+ zu ./su.test(clause) || (/^um \S+en$/u.test(clause) && /^um \S*zu\p{Ll}/u.test(clause));

function cut(text: string): { main: string; situation: string; soThat: string } {
  let main = bare(text);
  let soThat = "";
  let situation = "";
  const benefit = /^(.+?),? damit (.+)$/su.exec(main);
  if (benefit) [main, soThat] = [benefit[1] ?? main, benefit[2] ?? ""];
  const purpose = /^(.+?), (um .+)$/su.exec(main);
  if (soThat === "" && purpose && isPurpose(purpose[2] ?? "")) {
    [main, soThat] = [purpose[1] ?? main, purpose[2] ?? ""];
  }
  const front = /^(?:wenn|falls|sobald|sofern) ([^,]+), ?(?:dann |so )?(.+)$/isu.exec(main);
  if (front) [situation, main] = [front[1] ?? "", front[2] ?? main];
  const back = /^(.+?), (?:wenn|falls|sobald|sofern) (.+)$/su.exec(main);
  if (!front && back) [main, situation] = [back[1] ?? main, back[2] ?? ""];
  return { main: bare(main), situation: bare(situation), soThat: bare(soThat) };
}

/** `Rechnungen exportieren können` → `Rechnungen exportieren`, whatever clause follows. */
function withoutCan(text: string): string {
  const [head = "", ...tails] = text.split(clauseStart);
  return [head.replace(/ (?:können|dürfen|wollen)$/u, ""), ...tails].join(", ");
}

/** `das System eine Mahnung senden` → `das System eine Mahnung sendet`; null when the end is no infinitive. */
function finite(text: string, isMany: boolean): string | null {
  const [head = "", ...tails] = text.split(clauseStart);
  const words = head.split(" ");
  const last = words.at(-1) ?? "";
  if (!isInfinitive(last)) return null;
  return [[...words.slice(0, -1), isMany ? last : thirdPerson(last)].join(" "), ...tails].join(", ");
}

const literally = (line: string): string => `Folgendes: ${quoted(line, "de")}`;

/** A thing as the object of „möchte ich“. */
function thing(text: string): string {
  const inside = germanInside(text);
  if (/^ein\s/u.test(inside)) return `Folgendes: ${inside}`;
  return inside.replace(/^der\s/u, "den ").replace(/^jeder\s/u, "jeden ");
}

const connextra =
  /^als (?:eine?[rnm]? )?(?<role>[^,]{1,80}?),? (?:möchte|will|muss|kann|brauche|benötige|wünsche) ich (?:mir )?,? ?(?<want>.+)$/isu;

/** Reads one German sentence or list item. @param isItem list items ask for something even without a verb */
export function readGerman(text: string, isItem: boolean, isRole: (name: string) => boolean): Wish {
  const line = bare(text);
  const told = connextra.exec(line)?.groups;
  const { main, situation, soThat } = cut(told?.["want"] ?? line);
  const base = { situation, soThat, actor: "", priority: "none" as const, isRule: false, isWish: true };
  if (told) return { ...base, actor: bare(told["role"] ?? ""), want: thing(withoutCan(main)) };

  if (/^es wäre (?:schön|gut|toll|hilfreich|nützlich),? (?:wenn|dass)\s/iu.test(line)) {
    return { ...base, situation: "", soThat: "", priority: "later", want: literally(line) };
  }
  const wish = /^(?:ich|wir) (?:brauchen?|benötigen?|wünschen? (?:uns|mir)|hätten? gern) (.+)$/isu.exec(main);
  if (wish)
    return {
      ...base,
      priority: "must",
      want: /^ein\s/u.test(wish[1] ?? "") ? germanInside(wish[1] ?? "") : thing(wish[1] ?? main),
    };
  const wishVerb = /^(?:ich|wir) (?:möchten?|wollen|will) (.+)$/isu.exec(main);
  if (wishVerb) return { ...base, priority: "should", want: thing(withoutCan(wishVerb[1] ?? main)) };

  const words = main.split(" ");
  const at = words.findIndex(
    (word, index) => index < 13 && Object.hasOwn(modals, word.toLowerCase()) && index < words.length - 1,
  );
  if (/^(?:nur|höchstens|mindestens|maximal|minimal|niemand|kein\p{L}*|nie|niemals|nicht)\s/iu.test(main)) {
    return {
      ...base,
      want: literally(line),
      isRule: true,
      priority: at >= 0 ? "must" : "none",
      isWish: at >= 0 || isItem,
    };
  }
  const word = (words[at] ?? "").toLowerCase();
  const found = Object.hasOwn(modals, word) ? modals[word] : undefined;
  if (at >= 0 && found) {
    const before = words.slice(0, at).join(" ");
    const front = /^(?:später|irgendwann|außerdem|zudem|zusätzlich|ferner|schließlich|dann|auch|hier|dort)$/iu.test(
      before,
    )
      ? ""
      : before;
    const rest = words.slice(at + 1).join(" ");
    const isNot = /(?<!\p{L})(?:nicht|kein\p{L}*|nie|niemals)(?!\p{L})/iu.test(rest);
    const priority = /(?<!\p{L})(?:später|irgendwann|optional|eventuell)(?!\p{L})/iu.test(rest)
      ? "later"
      : found.priority;
    const isPerson = anyone.test(front) || isRole(front);
    const turned = front === "" ? personFirst(rest, isRole) : null;
    if (isNot) return { ...base, priority: "must", want: literally(line), isRule: true };
    if (isPerson) return { ...base, priority, actor: front, want: mine(withoutCan(rest)) };
    if (turned) return { ...base, priority, actor: turned.actor, want: mine(withoutCan(turned.rest)) };
    const clause = finite(rest, found.isMany);
    return {
      ...base,
      priority,
      want: clause === null ? literally(line) : `dass ${[germanInside(front), clause].filter(Boolean).join(" ")}`,
    };
  }
  const last = words.at(-1) ?? "";
  const endsInVerb = isInfinitive(last) && words.length > 1;
  if (endsInVerb && (isItem || /^\p{Lu}/u.test(words[0] ?? ""))) {
    const startsLikeSentence = words.some(
      (one, index) =>
        index > 0 && /^(?:ist|sind|war|waren|hat|haben|wird|werden)$/.test(one) && index < words.length - 1,
    );
    if (!startsLikeSentence) return { ...base, want: germanInside(main) };
  }
  const hasVerb = /(?<!\p{L})(?:ist|sind|war|waren|hat|haben|wird|werden|gibt|geht)(?!\p{L})/u.test(main);
  return { ...base, want: isItem && !hasVerb ? thing(main) : literally(line), isWish: isItem };
}

/** `das Team eine Mahnung senden können` when its subject is a person. */
function personFirst(rest: string, isRole: (name: string) => boolean): { actor: string; rest: string } | null {
  const words = rest.split(" ");
  for (const count of [3, 2, 1]) {
    const actor = words.slice(0, count).join(" ");
    if (words.length > count && (anyone.test(actor) || isRole(actor)))
      return { actor, rest: words.slice(count).join(" ") };
  }
  return null;
}

/** Two actions of one wish: `Dateien hochladen und Ergebnisse herunterladen`; empty when there is one. */
export function germanActions(want: string): string[] {
  const parts = want.split(/ und /u);
  const isEach = parts.length > 1 && parts.every((part) => isInfinitive(part.split(" ").at(-1) ?? ""));
  return isEach ? parts : [];
}

/** `Als Kundin möchte ich …, damit …`. `open` stands for what nobody told. */
export function germanStory(
  story: { role: string; situation: string; want: string; soThat: string },
  format: "connextra" | "jobStory",
  open: { situation: string; benefit: string },
): string {
  const comma = /^dass\s/u.test(story.want) ? "," : "";
  const aim = /^um\s/u.test(story.soThat) ? `, ${story.soThat}` : `, damit ${story.soThat || open.benefit}`;
  const benefit = story.soThat === "" && givesReason(story.want) ? "" : aim;
  if (format === "jobStory")
    return `Wenn ${story.situation || open.situation}, möchte ich (${story.role})${comma} ${story.want}${benefit}.`;
  const when = story.situation === "" ? "" : `, wenn ${story.situation}`;
  return `Als ${story.role} möchte ich${comma} ${story.want}${when}${benefit}.`;
}

const mayPart =
  /^(?:ab|an|auf|aus|bei|bekannt|bereit|dar|durch|ein|empor|entgegen|fehl|fertig|fest|fort|frei|gegenüber|gleich|her|hin|hoch|los|mit|nach|nieder|sicher|statt|teil|über|um|unter|vor|weg|weiter|wieder|zu|zurück|zusammen|da)\p{Ll}/u;
const subject =
  /^(?:(?:der|die|das|ein|eine|jede[rs]?|alle|mein\p{Ll}*|unser\p{Ll}*) )?(?:\p{Ll}+[enrs] )?\p{Lu}[\p{L}\p{N}-]*(?= )/u;
/** What may follow a subject when it is over for sure. */
const afterSubject =
  /^(?:dem|den|das|die|ein|eine|einen|einem|einer|mir|mich|sich|uns|automatisch|jede[mnrs]?|alle|\p{Ll}+$)/u;

/**
 * `das Portal eine Mahnung sendet` → `das Portal sendet eine Mahnung`; null when it is not plain where the subject
 * ends or whether the verb leaves a part of itself behind.
 */
function verbSecond(clause: string): string | null {
  const [head = "", ...tails] = clause.split(clauseStart);
  const start = subject.exec(head)?.[0];
  const verb = /\s(\p{Ll}+t)$/u.exec(head)?.[1];
  if (start === undefined || verb === undefined || mayPart.test(verb)) return null;
  if (!afterSubject.test(head.slice(start.length + 1))) return null;
  const between = head.slice(start.length, -verb.length).trim();
  return [[start, verb, between].filter(Boolean).join(" "), ...tails].join(", ");
}

/** A wish as the clause that follows „Wenn“: its verb at the end, what hangs on it behind. */
export function germanWishClause(want: string): string {
  if (/^dass\s/u.test(want)) return `es darum geht, ${want}`;
  if (want.startsWith("Folgendes:")) return `es um Folgendes geht${want.slice("Folgendes".length)}`;
  const [head = "", ...tails] = want.split(clauseStart);
  return [`ich ${head} möchte`, ...tails].join(", ");
}

/** Title of a story: what is wanted. A clause whose words cannot be put in order for sure keeps its „Dass“. */
export function germanTitle(want: string): string {
  const said = want.replace(/^Folgendes: ?(?:„(.*)“|(.*))$/su, "$1$2");
  const clause = /^dass (.+)$/su.exec(said)?.[1];
  return capital(clause === undefined ? said : (verbSecond(clause) ?? said));
}
