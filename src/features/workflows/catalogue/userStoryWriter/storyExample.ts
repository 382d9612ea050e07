import type { AppLanguage } from "#src/kit/schemas.ts";
import { sharedExample } from "../commonForm.ts";
import { addDays } from "../../domain/dates.ts";
import { workingDay } from "./entries.ts";
import { germanNeed } from "./storyExampleDe.ts";
import { type StoryForm, usualSplitLimit } from "./storyForm.ts";

/** A believable need of a small team; the refinement is a week after the next working day. */
export function storyExample(today: string, language: AppLanguage): StoryForm {
  const need = englishNeed(today);
  return language === "de" ? germanNeed(need) : need;
}

const englishNeed = (today: string): StoryForm => ({
  ...sharedExample,
  requirementTitle: "Invoices in the customer portal",
  feature: [
    "Customers ask us by phone for copies of their invoices, about 40 times a week.",
    "",
    "Finding:",
    "- Customers must be able to see their invoices of the last 24 months, so that they need not call.",
    "- Customers should be able to filter invoices by month and by state (open, paid, overdue).",
    "Getting:",
    "- As a customer, I want to download an invoice as PDF, so that I can pass it on to my accountant.",
    "  - The file must be at most 5 MB.",
    "- Customers can download up to 50 invoices in one file.",
    "Reminding:",
    "- When an invoice is overdue for 7 days, the portal must send a reminder to the customer.",
    "- Only an accountant may stop a reminder.",
    "- As an accountant, I want to stop reminders for a customer, so that a dispute is not made worse.",
    "- Later, customers could pay an invoice in the portal.",
  ].join("\n"),
  roles: ["customer", "accountant"],
  number: 8,
  format: "connextra",
  criteria: "gherkin",
  estimateScale: "fibonacci",
  tracker: "Jira",
  context: "The portal has 1,200 customers. Invoices come from the accounting system every night.",
  constraints:
    "A list of invoices must appear within 2 seconds.\nInvoices hold personal data and may only be seen by their own customer.",
  existingStories: [
    "Key;Summary",
    "POR-12;As a customer, I want to download an invoice as PDF",
    'POR-31;"Sign in with e-mail; reset of the password"',
  ].join("\n"),
  companyInformation: "Office supplies for small companies, twelve people, since 2009.",
  companyWebsite: "",
  productsPitch: "",
  productWebsite: "",
  nonFunctional: ["performance", "privacy", "accessibility"],
  splitRule: true,
  splitLimit: usualSplitLimit,
  refinement: addDays(workingDay(today, 1), 7),
});
