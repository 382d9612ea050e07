import type { Bilingual } from "../kit/bilingual.ts";

/* Frames of books: the beats that readers of a kind expect, with how much of the book each takes. */

export interface Beat {
  title: Bilingual;
  purpose: Bilingual;
  /** Share of the book, in percent; those of a frame add up to 100. */
  share: number;
}

const beat = (share: number, title: Bilingual, purpose: Bilingual): Beat => ({ title, purpose, share });

export const structures = {
  none: "None | Keiner",
  threeAct: "Three acts | Drei Akte",
  hero: "Hero’s journey | Heldenreise",
  argument: "Argument (non-fiction) | Argumentation (Sachbuch)",
} as const satisfies Record<string, Bilingual>;
export type Structure = keyof typeof structures;

/**
 * Three acts as screenwriters teach them (Field, Snyder); the stages of Campbell as Vogler names them; an argument from
 * problem to practice.
 */
const frames: Readonly<Record<Exclude<Structure, "none">, readonly Beat[]>> = {
  threeAct: [
    beat(
      10,
      "Opening | Auftakt",
      "The world as it is, and what is missing in it | Die Welt, wie sie ist, und was in ihr fehlt",
    ),
    beat(
      8,
      "The disturbance | Die Störung",
      "Something happens that cannot be undone | Etwas geschieht, das sich nicht zurücknehmen lässt",
    ),
    beat(
      7,
      "The decision | Die Entscheidung",
      "The main character decides and leaves the old life behind | Die Hauptfigur entscheidet sich und lässt Altes zurück",
    ),
    beat(
      15,
      "First attempts | Erste Versuche",
      "The plan meets people with plans of their own | Der Plan trifft auf Menschen mit eigenen Plänen",
    ),
    beat(
      10,
      "The middle | Die Mitte",
      "A win or a loss changes what is at stake | Ein Sieg oder eine Niederlage ändert, worum es geht",
    ),
    beat(
      15,
      "Pressure | Druck",
      "Every way out costs more than the one before | Jeder Ausweg kostet mehr als der vorige",
    ),
    beat(
      10,
      "The low point | Der Tiefpunkt",
      "What the main character feared has happened | Was die Hauptfigur fürchtete, ist geschehen",
    ),
    beat(
      17,
      "The climax | Der Höhepunkt",
      "The decision from the beginning is made again, this time differently | Die Entscheidung vom Anfang fällt noch einmal, diesmal anders",
    ),
    beat(
      8,
      "What has changed | Was anders ist",
      "The opening image again, changed | Das erste Bild noch einmal, verändert",
    ),
  ],
  hero: [
    beat(
      8,
      "The ordinary world | Die gewohnte Welt",
      "Who the hero is, and what they lack | Wer die Figur ist und was ihr fehlt",
    ),
    beat(
      6,
      "The call | Der Ruf",
      "A task that only they can take on | Eine Aufgabe, die nur diese Figur übernehmen kann",
    ),
    beat(6, "The refusal | Die Weigerung", "A good reason to stay | Ein guter Grund zu bleiben"),
    beat(
      7,
      "The mentor | Der Mentor",
      "Help that has its price or a blind spot | Hilfe, die ihren Preis oder einen blinden Fleck hat",
    ),
    beat(6, "Crossing the threshold | Über die Schwelle", "No way back | Kein Weg zurück"),
    beat(
      16,
      "Tests, allies, enemies | Proben, Verbündete, Feinde",
      "The rules of the new world, learned the hard way | Die Regeln der neuen Welt, mühsam gelernt",
    ),
    beat(
      9,
      "Approach to the inmost cave | Weg zur tiefsten Höhle",
      "Preparation, and doubt among friends | Vorbereitung, und Zweifel unter Freunden",
    ),
    beat(
      12,
      "The ordeal | Die Prüfung",
      "The greatest fear, face to face | Die größte Angst, von Angesicht zu Angesicht",
    ),
    beat(7, "The reward | Der Lohn", "What has been won, and what hasn’t | Was gewonnen ist, und was nicht"),
    beat(9, "The road back | Der Rückweg", "The price catches up | Der Preis wird fällig"),
    beat(
      9,
      "The last test | Die letzte Probe",
      "Proof that the hero has changed | Der Beweis, dass sich die Figur verändert hat",
    ),
    beat(5, "Return | Rückkehr", "What they bring back to those at home | Was die Figur den anderen mitbringt"),
  ],
  argument: [
    beat(
      8,
      "The problem | Das Problem",
      "A case that readers know from their own lives | Ein Fall, den Leser aus ihrem Leben kennen",
    ),
    beat(
      10,
      "Why it persists | Warum es fortbesteht",
      "What has been tried, and why it fell short | Was versucht wurde und warum es nicht reichte",
    ),
    beat(
      8,
      "The thesis | Die These",
      "The claim in one sentence, with its terms defined | Die Behauptung in einem Satz, mit geklärten Begriffen",
    ),
    beat(
      28,
      "The evidence | Die Belege",
      "Cases and figures, the strongest first, each with its source | Fälle und Zahlen, die stärksten zuerst, jeweils mit Quelle",
    ),
    beat(
      14,
      "The other side | Die Gegenseite",
      "The best objections, and what remains of them | Die besten Einwände, und was von ihnen bleibt",
    ),
    beat(
      24,
      "In practice | Die Praxis",
      "What to do on Monday, step by step | Was am Montag zu tun ist, Schritt für Schritt",
    ),
    beat(
      8,
      "The outlook | Der Ausblick",
      "What changes when many people do it, and what is still unknown | Was sich ändert, wenn viele es tun, und was noch offen ist",
    ),
  ],
};

export interface PlannedChapter {
  /** Beats of the chapter: one that goes over several chapters is in each of them. */
  beats: readonly Beat[];
  /** Of several chapters of one beat, which; `of` 1 otherwise. */
  part: number;
  of: number;
  words: number;
}

/**
 * A frame laid over chapters.
 * @param chapters wanted number; 0 for one chapter a beat
 * @param words of the whole book
 */
export function chaptersOf(structure: Structure, chapters: number, words: number): PlannedChapter[] {
  if (structure === "none") return [];
  const beats = frames[structure];
  const count = chapters > 0 ? chapters : beats.length;
  const perChapter = Math.round(words / count);
  if (count <= beats.length) {
    const from = (at: number): number => Math.floor((at * beats.length) / count);
    return Array.from({ length: count }, (_, at) => {
      const own = beats.slice(from(at), from(at + 1));
      const share = own.reduce((sum, one) => sum + one.share, 0);
      return { beats: own, part: 1, of: 1, words: Math.round((words * share) / 100) };
    });
  }
  const numbers = chaptersPerBeat(beats, count);
  return beats.flatMap((one, at) => {
    const of = numbers[at] ?? 1;
    return Array.from({ length: of }, (_, part) => ({ beats: [one], part: part + 1, of, words: perChapter }));
  });
}

/** Every beat has a chapter; the others go where the most of the book is. */
function chaptersPerBeat(beats: readonly Beat[], count: number): number[] {
  const numbers = beats.map(() => 1);
  for (let left = count - beats.length; left > 0; left -= 1) {
    const load = beats.map(({ share }, at) => share / (numbers[at] ?? 1));
    const most = load.indexOf(Math.max(...load));
    numbers[most] = (numbers[most] ?? 1) + 1;
  }
  return numbers;
}
