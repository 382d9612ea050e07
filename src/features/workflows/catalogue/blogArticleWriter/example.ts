import type { AppLanguage } from "#src/kit/schemas.ts";
import { sharedExample } from "../commonForm.ts";
import { addDays } from "../../domain/dates.ts";
import type { ArticleForm } from "./articleForm.ts";
import { germanArticle } from "./exampleDe.ts";

/** A believable article of a small company: every field that matters is filled, nothing needs the web. */
export function articleExample(today: string, language: AppLanguage): ArticleForm {
  const article = englishArticle(today);
  return language === "de" ? germanArticle(article) : article;
}

const englishArticle = (today: string): ArticleForm => ({
  ...sharedExample,
  requirementTitle: "Blog: meeting notes that people read",
  topic: "Meeting notes that people actually read",
  experienceNotes: [
    "Until last spring our meeting notes were three pages long, and nobody opened them.",
    "In April we counted: of 24 sets of notes only 5 had been opened by more than two people.",
    "The reason was simple: decisions stood on page two, between quotes and small talk.",
    "",
    "Today we start every set of notes with three lines: what was decided, who does it, until when.",
    "Before the meeting I prepare a template with the agenda, so that I only fill in what is decided.",
    "Then we go through it in four steps:",
    "- Write down each decision in the moment it is made and read it aloud.",
    "- Put a name and a date behind it before the next point begins.",
    "- Send the notes within two hours, as text in the e-mail, not as a file.",
    "- Begin the next meeting with the open lines of the last one.",
    "",
    "The mistake I made most often was to write down who said what, which made people careful and the notes long.",
    "We also forgot to name one person per task in the first weeks, and those tasks stayed undone.",
    "Since September the notes fit on half a page, and writing them takes 10 minutes instead of 45.",
    "In our last 12 project meetings 31 of 36 tasks were done by their date.",
    "How do you deal with people who were not there? We send them the three lines and nothing else.",
    "I would advise every small team to start with the three lines alone and to add the rest later.",
  ].join("\n"),
  articleFormat: "howTo",
  intent: "solve",
  primaryKeyword: "meeting notes",
  secondaryKeywords: ["decisions", "tasks", "project meetings"],
  audience: "Team leads in companies of 10 to 50 people",
  angle: "Three lines that are read beat three pages that are complete",
  length: 600,
  sourceUrls: [],
  sitemapUrl: "",
  publishOn: addDays(today, 10),
  teaserPlatforms: ["LinkedIn", "X (Twitter)", "Reddit"],
  faq: true,
  outline: "",
  callToAction: "Try the three lines in your next meeting and tell us what changed.",
  author: "Mara Lindner",
  country: "DE",
  companyInformation: "Lindner Project Studio, a team of 14 in Leipzig that runs building projects for public clients.",
  companyWebsite: "https://lindner-projects.example",
  productsPitch: "Project management for public building projects, with reports that clients understand.",
  productWebsite: "",
});
