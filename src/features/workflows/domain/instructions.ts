/* Sentences that tell readers what to do, by the form of their clauses. English and German. */

/**
 * Beginnings of a clause that is an instruction. Many English verbs are nouns as well: a word behind them has to show
 * the verb.
 */
const instruction =
  /^(?:(?:please |then |now |first |next |just |always |never )?(?:(?:add|aim|ask|avoid|begin|book|bring|build|buy|call|change|check|choose|close|collect|compare|consider|contact|count|cut|decide|download|draw|expect|fill|find|fix|get|give|go|hang|have|hold|ignore|keep|leave|let|list|listen|look|make|mark|measure|mount|move|name|note|open|order|pay|pick|place|plan|play|press|print|put|read|record|remember|remove|repeat|replace|run|save|send|set|show|sort|start|stop|switch|take|talk|tell|test|think|treat|try|turn|use|visit|wait|walk|watch|wear|work|write) (?:a|an|the|your|yours|it|its|them|this|that|these|those|each|every|all|both|any|one|two|three|what|which|how|whether|who|where|when|out|up|down|off|away|back|again|to|us|me|no|at least|at most|only|first|\d)|(?:don['’]t|do not|never) \p{L}))|^(?:(?:bitte |dann |danach |zuerst |jetzt )?\p{L}+e?n Sie(?!\p{L}))|^(?:(?:bitte |dann |danach |zuerst |jetzt )?(?:achte|bestelle?|beginne?|buche?|denke?|frage?|gib|hänge?|hole?|höre?|kaufe?|lass|lege?|lies|mache?|miss|nimm|notiere?|nutze?|öffne|prüfe?|rechne?|schreibe?|sieh|starte|stelle?|teste|vergiss|vergleiche?|verwende|wähle?|warte|zähle?|zeige?) (?:den|die|das|dem|der|einen|eine|einem|ein|deine?n?|dir|dich|es|ihn|sie|alle[sn]?|jede[ns]?|beide|auf|mit|zuerst|erst|nur|nicht|immer|nie|\d)(?!\p{L}))/iu;
/** “If you hear the room, …”: the clause behind it decides. */
const condition =
  /^(?:if|when|once|before|after|whenever|as soon as|unless|wenn|falls|sobald|bevor|nachdem)(?!\p{L})/iu;
/** “Hören Sie den Raum, dann liegt es am Raum”: a condition without its word. */
const consequence = /^(?:dann|so|liegt|ist|sind|war|hat|haben|hilft|fehlt|brauchen Sie|haben Sie)(?!\p{L})/iu;

/** True for a sentence that tells readers to do something; a question never does. */
export function isInstruction(text: string): boolean {
  const sentence = text.trim();
  if (sentence.endsWith("?")) return false;
  const [first = "", ...rest] = sentence.split(/[,:;–—] ?/).map((clause) => clause.trim());
  const next = rest[0] ?? "";
  if (condition.test(first)) return rest.some((clause) => instruction.test(clause) && !consequence.test(clause));
  if (instruction.test(first)) return !(/ Sie /.test(`${first} `) && consequence.test(next));
  // “Enden die Sätze sauber, prüfen Sie das Gerät.”
  return /^\p{L}+e?n Sie(?!\p{L})/u.test(next) && !consequence.test(next);
}
