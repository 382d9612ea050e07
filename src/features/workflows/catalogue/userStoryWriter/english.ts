import { trimEndBy } from "#src/kit/text.ts";
import { capital, oneLine, quoted } from "../../domain/wording.ts";

/** What a clause asks for, said so that it continues “As a …, I want …”. */
export interface Wish {
  want: string;
  /** Clause after “when”; empty when the sentence has none. */
  situation: string;
  /** Clause after “so that”; empty when the sentence has none. */
  soThat: string;
  /** Name of a role as the sentence has it; empty when anyone is meant. */
  actor: string;
  priority: "must" | "should" | "can" | "later" | "none";
  /** It limits what another sentence asks for. */
  isRule: boolean;
  /** False for a sentence that only tells. */
  isWish: boolean;
}

const verbs = new Set(
  (
    "accept access activate add adjust allow analyse analyze annotate answer apply approve archive ask assign attach " +
    "avoid back block book browse buy calculate call cancel capture categorise categorize change chat check choose " +
    "clear click clone close collect combine comment compare complete compress configure confirm connect contact " +
    "convert copy count create customise customize cut deactivate decline define delay delete deliver detect disable " +
    "discard disconnect display divide download drag draw duplicate edit email enable encrypt enforce enter estimate " +
    "exclude execute export extend fetch fill filter find finish flag follow forward generate get give group handle " +
    "hide highlight import include inform inspect insert install integrate invite join keep label leave limit link " +
    "list load lock log login make manage map mark mask match measure merge message migrate monitor move mute name " +
    "navigate notify offer open order organise organize override pause pay pick pin place plan play post preview " +
    "print prioritise prioritize process propose protect prove provide publish purchase rank rate read receive " +
    "recommend record recover redeem redo reduce refund refuse register reject reload remember remind remove rename " +
    "renew reopen reorder repeat replace reply report request require reschedule reserve reset resolve respond " +
    "restore restrict resume retry return reuse review revoke run save scan schedule score scroll search see select " +
    "sell send separate set share show sign skip sort specify split start stop store stream submit subscribe " +
    "suggest summarise summarize support suspend swap switch sync synchronise synchronize tag take test track " +
    "transfer translate trigger turn undo unlock unsubscribe update upgrade upload use validate verify view vote " +
    "warn watch work write zoom"
  ).split(" "),
);

export const isEnglishVerb = (word: string): boolean => verbs.has(word.toLowerCase());

/** `uploads` → `upload`, `notifies` → `notify`; undefined when it is no verb we know. */
function verbOfThird(word: string): string | undefined {
  const lower = word.toLowerCase();
  return [lower.replace(/ies$/, "y"), lower.replace(/es$/, ""), lower.replace(/s$/, "")].find(
    (base) => base !== lower && verbs.has(base),
  );
}

const anyone =
  /^(?:(?:the|a|an|all|every|each|any|our|your|my|these|those|some|most|many|new|registered|existing|signed-in|logged-in) )*(?:i|we|you|they|he|she|one|people|everyone|everybody|anyone|somebody|someone|users?|customers?|visitors?|members?|guests?|admins?|administrators?|employees?|clients?|colleagues?|managers?|teams?|persons?|buyers?|sellers?|readers?|editors?|authors?|teachers?|students?|patients?|staff|owners?)$/i;

const modal =
  /^(?<subject>(?:[^\s,;]+ ){1,10}?)(?<modal>must|shall|should|ought to|can|could|may|might|will|would like to|would love to|would|has to|have to|needs? to|wants? to|wish(?:es)? to|is able to|are able to|cannot|can['’]t|mustn['’]t|shouldn['’]t|won['’]t)(?<not> not| never)?(?=\s) (?<rest>.+)$/is;

const needsThing =
  /^(?<subject>(?:[^\s,;]+ ){1,5}?)(?:needs?|wants?|would like|requires?|wish for) (?!to\b)(?<thing>.+)$/is;

const priorityOf = (word: string): Wish["priority"] => {
  const lower = word.toLowerCase();
  if (/^(must|shall|has to|have to|needs? to|cannot|can['’]t|mustn)/.test(lower)) return "must";
  if (/^(could|may|might)/.test(lower)) return "later";
  return /^can|able/.test(lower) ? "can" : "should";
};

/** A word at the beginning of a sentence as it stands inside one. */
function lowered(text: string): string {
  const [first = ""] = text.split(/[\s,]/);
  const isName = /\p{Lu}.*\p{Lu}|^I$|^I['’]|\d/u.test(first);
  return isName || !/^\p{Lu}\p{Ll}*(?:['’-]\p{Ll}*)?$/u.test(first)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1);
}

/** The person's view: what belongs to the role belongs to the one who speaks. */
const mine = (text: string): string =>
  text
    .replace(/\btheir own\b/gi, "my own")
    .replace(/\btheir\b/gi, "my")
    .replace(/\bthemselves\b|\bthemself\b/gi, "myself")
    .replace(/\bif they\b/gi, "if I")
    .replace(/\bwhen they\b/gi, "when I");

const bare = (text: string): string => trimEndBy(oneLine(text), /[\s.;,!]/);

/** Subject in the middle of a sentence; articles and pronouns lose their capital. */
const insideSubject = (subject: string): string =>
  /^(it|this|that|these|those|they)$/i.test(subject)
    ? subject.toLowerCase().replace(/^they$/, "them")
    : lowered(subject);

function cut(text: string): { main: string; situation: string; soThat: string } {
  let main = bare(text);
  let soThat = "";
  let situation = "";
  const benefit =
    /^(.+?)[,;]? (?:so that|in order that|so(?= (?:i|we|they|he|she|it|the|people|users|nobody|no one|everyone)\b)) (.+)$/is.exec(
      main,
    );
  if (benefit) [main, soThat] = [benefit[1] ?? main, benefit[2] ?? ""];
  const purpose = /^(.+?)[,;]? in order to (.+)$/is.exec(main);
  if (soThat === "" && purpose) [main, soThat] = [purpose[1] ?? main, `I can ${purpose[2] ?? ""}`];
  const front = /^(?:when(?:ever)?|if|once|as soon as) ([^,]+), ?(?:then )?(.+)$/is.exec(main);
  if (front) [situation, main] = [front[1] ?? "", front[2] ?? main];
  const back = /^(.+?),? (?:when(?:ever)?|if|once|as soon as) (.+)$/is.exec(main);
  if (!front && back) [main, situation] = [back[1] ?? main, back[2] ?? ""];
  return { main: bare(main), situation: bare(situation), soThat: bare(soThat) };
}

const connextra =
  /^as (?:an?|the)? ?(?<role>[^,]{1,80}?),? i (?:want|need|would like|wish|can|must|should) (?:to be able )?(?<want>.+)$/is;

/** Reads one English sentence or list item. @param isItem list items ask for something even without a verb */
export function readEnglish(text: string, isItem: boolean, isRole: (name: string) => boolean): Wish {
  const line = bare(text);
  const story = connextra.exec(line);
  const told = story?.groups;
  const { main, situation, soThat } = cut(told?.["want"] ?? line);
  const base = {
    situation: mine(situation),
    soThat: mine(soThat.replace(/^they\b/i, "I")),
    actor: "",
    priority: "none" as const,
    isRule: false,
    isWish: true,
  };
  if (told) return { ...base, actor: bare(told["role"] ?? ""), want: withTo(main) };

  const nice = /^it would be (?:nice|good|great|helpful|useful) (?<how>if|to) (?<what>.+)$/is.exec(line)?.groups;
  if (nice) {
    const want = nice["how"] === "to" ? `to ${mine(nice["what"] ?? "")}` : `this: ${quoted(line, "en")}`;
    return { ...base, situation: "", soThat: "", priority: "later", want };
  }

  const job = /^(?:i|we) (?:want|need|would like|wish) (.+)$/is.exec(main);
  if (job) return { ...base, priority: "should", want: mine(withTo(job[1] ?? main)) };

  if (/^(?:only|at most|at least|no more than|no \w+|nobody|maximum|minimum|never|not)\b/i.test(main)) {
    return {
      ...base,
      want: lowered(main),
      isRule: true,
      priority: modal.exec(main) ? "must" : "none",
      isWish: modal.test(main) || isItem,
    };
  }

  const found = modal.exec(main)?.groups;
  if (found) {
    const subject = bare(found["subject"] ?? "");
    const word = found["modal"] ?? "";
    const isNot = found["not"] !== undefined || /not|n['’]t/i.test(word);
    const rest = found["rest"] ?? "";
    const isPerson = anyone.test(subject) || isRole(subject);
    const priority = /\b(later|nice to have|optionally|some day|eventually)\b/i.test(rest) ? "later" : priorityOf(word);
    const verb = rest.replace(/^be (?:able|allowed) to /i, "");
    const want = isPerson ? `to ${mine(verb)}` : `${insideSubject(subject)} to ${isNot ? "not " : ""}${rest}`;
    return { ...base, priority, actor: isPerson ? subject : "", want, isRule: isNot };
  }

  const thing = needsThing.exec(main)?.groups;
  const needer = bare(thing?.["subject"] ?? "");
  if (thing && (anyone.test(needer) || isRole(needer)))
    return { ...base, priority: "must", actor: needer, want: lowered(thing["thing"] ?? main) };

  const words = main.split(" ");
  const first = words[0] ?? "";
  const ability = /^(?:ability|possibility|option|way) to (.+)$/is.exec(main);
  if (ability) return { ...base, want: `to ${mine(ability[1] ?? "")}` };
  const isVerb = verbs.has(first.toLowerCase()) && !/^(?:is|are|was|were|of)$/i.test(words[1] ?? "");
  if (isVerb && (isItem || words.length > 1)) return { ...base, want: `to ${mine(lowered(main))}` };

  const third = words.findIndex((word, index) => index > 0 && index < 5 && verbOfThird(word) !== undefined);
  const doer = words.slice(0, third).join(" ");
  if (third > 0 && (anyone.test(doer) || isRole(doer))) {
    const doing = words
      .slice(third)
      .map((word, index, all) =>
        index === 0 || /^(?:and|or|then)$/i.test(all[index - 1] ?? "") ? (verbOfThird(word) ?? word) : word,
      )
      .join(" ");
    return { ...base, actor: doer, want: `to ${mine(doing)}` };
  }
  const hasVerb = /\b(?:is|are|was|were|has|have|had|does|do|gets?|takes?)\b/i.test(main);
  return { ...base, want: isItem && !hasVerb ? lowered(main) : `this: ${quoted(line, "en")}`, isWish: isItem };
}

/** What follows “I want” in the person's own story. */
function withTo(text: string): string {
  const trimmed = bare(text);
  if (/^to\s/i.test(trimmed)) return trimmed.replace(/^to be able to/i, "to");
  const first = trimmed.split(" ")[0]?.toLowerCase() ?? "";
  return verbs.has(first) ? `to ${lowered(trimmed)}` : lowered(trimmed);
}

/** Two actions of one wish: `to upload a file and download the result`; empty when there is one. */
export function englishActions(want: string): string[] {
  const [lead = "", ...rest] = want.split(/ and (?:to )?/i);
  const parts = rest.reduce<string[]>(
    (all, part) => {
      if (verbs.has(part.split(" ")[0]?.toLowerCase() ?? "")) return [...all, `to ${part}`];
      return [...all.slice(0, -1), `${all.at(-1) ?? ""} and ${part}`];
    },
    [lead],
  );
  return want.startsWith("to ") && parts.length > 1 ? parts : [];
}

/** `As a customer, I want to …, so that …`. `open` stands for what nobody told. */
export function englishStory(
  story: { role: string; situation: string; want: string; soThat: string },
  format: "connextra" | "jobStory",
  open: { situation: string; benefit: string },
): string {
  // A wish that gives its reason already needs no second one.
  const benefit = story.soThat === "" && givesReason(story.want) ? "" : `, so that ${story.soThat || open.benefit}`;
  if (format === "jobStory")
    return `When ${story.situation || open.situation}, I (${story.role}) want ${story.want}${benefit}.`;
  const article = /^(?:an?|the|one|every|all)\s/i.test(story.role)
    ? ""
    : /^[aeiou]/i.test(story.role) && !/^(?:uni|use|eu)/i.test(story.role)
      ? "an "
      : "a ";
  const when = story.situation === "" ? "" : ` when ${story.situation}`;
  return `As ${article}${story.role}, I want ${story.want}${when}${benefit}.`;
}

/** Whether a wish says why: in English or German. */
export const givesReason = (want: string): boolean => /(?<!\p{L})(?:because|weil)(?!\p{L})/iu.test(want);

/** `send` → `sends`, `notify` → `notifies`, `be` → `is`. */
function thirdOf(verb: string): string {
  if (verb === "be") return "is";
  if (verb === "have") return "has";
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, "ies");
  return /(?:[sxz]|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

const definite = /^(?:the|this|that|these|those|it|them|each|every|all|both)(?:\s|$)/i;
/** Nouns of which “to …” says what they are for, so that the whole is a thing and no clause. */
const forSomething =
  /(?:^|\s)(?:ability|access|chance|need|option|permission|possibility|right|way|ways|button|link)$/i;

/** `the portal to send a reminder` → `the portal sends a reminder`; null when the wish is no such clause. */
export function englishClause(want: string): string | null {
  const found =
    /^(?<subject>(?!to\s)[^“”,;:]{1,100}?) to (?<not>not )?(?<verb>(?!the\s|an?\s|my\s|our\s|its\s)[a-z]+)(?<rest>\s.*|)$/su.exec(
      want,
    )?.groups;
  const { subject = "", not, verb = "", rest = "" } = found ?? {};
  const isClause = definite.test(subject) || verb === "be" || (verbs.has(verb) && !/^an?\s/i.test(subject));
  if (!isClause || forSomething.test(subject)) return null;
  const head = subject.split(/ (?:of|for|in|on|with|from|by|at)\s/i)[0] ?? subject;
  const isMany =
    /^(?:them|these|those|all|both)(?:\s|$)/i.test(head) ||
    /\sand\s/.test(head) ||
    /(?:[^sui]s|ies|people)$/i.test(head);
  const doer = /^them$/i.test(subject) ? "they" : subject;
  const told = (one: string): string => (isMany ? (one === "be" ? "are" : one) : thirdOf(one));
  if (not !== undefined)
    return `${doer} ${verb === "be" ? `${told("be")} not` : `${isMany ? "do" : "does"} not ${verb}`}${rest}`;
  const more = rest.replace(/(\sand\s)([a-z]+)/g, (all, and: string, next: string) =>
    verb !== "be" && verbs.has(next) ? `${and}${told(next)}` : all,
  );
  return `${doer} ${told(verb)}${more}`;
}

/** Title of a story: what is wanted, without “to”; what something else is to do is said as a sentence. */
export const englishTitle = (want: string): string =>
  capital(englishClause(want) ?? want.replace(/^to /i, "").replace(/^this: ?“(.*)”$/s, "$1"));
