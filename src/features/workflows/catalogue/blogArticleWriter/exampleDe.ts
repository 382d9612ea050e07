import type { ArticleForm } from "./articleForm.ts";

/** The example's article in the words of a German author; settings and dates are those of `example`. */
export const germanArticle = (example: ArticleForm): ArticleForm => ({
  ...example,
  goalLanguage: "de",
  requirementTitle: "Blog: Besprechungsprotokolle, die gelesen werden",
  topic: "Besprechungsprotokolle, die wirklich gelesen werden",
  experienceNotes: [
    "Bis zum Frühjahr war jedes unserer Besprechungsprotokolle drei Seiten lang, und niemand öffnete es.",
    "Im April haben wir nachgezählt: Von 24 Protokollen hatten nur 5 mehr als zwei Leser.",
    "Der Grund fand sich auf Seite zwei, denn erst dort standen die Beschlüsse, zwischen Wortbeiträgen und Nebensachen.",
    "",
    "Heute beginnt jedes Besprechungsprotokoll mit drei Zeilen: was beschlossen ist, wer es erledigt, bis wann.",
    "Vor der Besprechung bereite ich eine Vorlage mit der Tagesordnung vor, in die ich nur noch die Beschlüsse eintrage.",
    "Dann gehen wir in vier Schritten vor:",
    "- Jeden Beschluss in dem Moment notieren, in dem er fällt, und laut vorlesen.",
    "- Einen Namen und ein Datum dahinterschreiben, bevor der nächste Punkt beginnt.",
    "- Das Protokoll innerhalb von zwei Stunden verschicken, als Text in der E-Mail und nicht als Datei.",
    "- Die nächste Besprechung mit den offenen Zeilen der letzten beginnen.",
    "",
    "Mein häufigster Fehler war, mitzuschreiben, wer was gesagt hat: Das machte alle vorsichtig und das Protokoll lang.",
    "In den ersten Wochen haben wir außerdem vergessen, zu den Aufgaben einen Namen zu schreiben, und sie blieben liegen.",
    "Seit September passt ein Besprechungsprotokoll auf eine halbe Seite, und das Schreiben dauert 10 statt 45 Minuten.",
    "In unseren letzten 12 Projektbesprechungen wurden 31 von 36 Aufgaben zum vereinbarten Termin erledigt.",
    "Wie gehen Sie mit Kollegen um, die nicht dabei waren? Wir schicken ihnen die drei Zeilen und sonst nichts.",
    "Ich würde jedem kleinen Team raten, nur mit den drei Zeilen anzufangen und alles Weitere später zu ergänzen.",
  ].join("\n"),
  primaryKeyword: "Besprechungsprotokoll",
  secondaryKeywords: ["Beschlüsse", "Aufgaben", "Projektbesprechungen"],
  audience: "Teamleitungen in Unternehmen mit 10 bis 50 Beschäftigten",
  angle: "Drei Zeilen, die gelesen werden, sind mehr wert als drei vollständige Seiten",
  callToAction:
    "Probieren Sie die drei Zeilen in Ihrer nächsten Besprechung aus und schreiben Sie uns, was sich geändert hat.",
  companyInformation: "Lindner Projektbüro, 14 Leute in Leipzig, die Bauvorhaben für öffentliche Auftraggeber steuern.",
  companyWebsite: "https://lindner-projekte.example",
  productsPitch: "Projektsteuerung für öffentliche Bauvorhaben, mit Berichten, die Auftraggeber verstehen.",
});
