import type { AppLanguage } from "#src/kit/schemas.ts";
import { sharedExample } from "../commonForm.ts";
import { addDays, mondayOf } from "../../domain/dates.ts";
import { germanPlan } from "./planExampleDe.ts";
import type { PlanForm } from "./planForm.ts";

/** A small acoustics firm plans thirteen weeks from the Monday after next. @param today `YYYY-MM-DD` */
export function planExample(today: string, language: AppLanguage): PlanForm {
  const plan = englishPlan(today);
  return language === "de" ? germanPlan(plan) : plan;
}

function englishPlan(today: string): PlanForm {
  const from = addDays(mondayOf(today), 14);
  const to = addDays(from, 88);
  return {
    ...sharedExample,
    requirementTitle: "Quiet offices: content plan for the next quarter",
    goal: "Win twelve office managers in Hamburg and Bremen for a paid room measurement by the end of the quarter.",
    period: { from, to },
    channels: [
      { platform: "LinkedIn", postsPerWeek: 3, contentTypes: [100, 3, 2], days: [2, 3, 4], times: ["08:00"] },
      { platform: "Instagram", postsPerWeek: 2, contentTypes: [20, 30], days: [3, 6], times: ["12:30"] },
      { platform: "YouTube", postsPerWeek: 1, contentTypes: [40], days: [5], times: ["17:00"] },
    ],
    pillars: [
      {
        name: "Noise and cost",
        percent: 40,
        topics: ["Reverberation time", "Sick days and noise", "Calls in open offices", "What a measurement costs"],
      },
      {
        name: "Know-how",
        percent: 30,
        topics: ["Absorbers and partitions", "Acoustic ceilings", "Meeting rooms that echo", "Plants and carpets"],
      },
      {
        name: "Customers",
        percent: 20,
        topics: ["A law firm in Altona", "A call centre in Bremen", "A canteen with 140 seats"],
      },
      { name: "Team", percent: 10, topics: ["Measuring day", "Our workshop", "Questions from apprentices"] },
    ],
    audiences: [
      {
        name: "Office managers",
        situation: "Run 40 to 300 desks, decide up to 10,000 €",
        pain: "People complain about noise, and nobody can say how loud it really is",
      },
      {
        name: "Architects",
        situation: "Plan conversions under time pressure",
        pain: "Acoustics comes last and is expensive then",
      },
      {
        name: "Works councils",
        situation: "Speak for the people at the desks",
        pain: "Complaints stay complaints without a measurement",
      },
    ],
    topics: ["Open-plan offices", "Hybrid meetings", "DIN 18041 in plain words"],
    companyInformation:
      "Klangraum Harms measures and calms noise in offices, meeting rooms and canteens. Six people in Hamburg, since 2014.",
    companyWebsite: "",
    productsPitch: "A measuring day with report for 890 €, credited when we deliver the absorbers.",
    productWebsite: "",
    campaigns: [
      {
        name: "Measuring weeks",
        from: addDays(from, 28),
        to: addDays(from, 48),
        message: "In these three weeks the report comes within two working days.",
        pillar: "Noise and cost",
      },
    ],
    fixedDates: [
      { date: addDays(from, 22), title: "Open workshop day", platform: "LinkedIn" },
      { date: addDays(from, 57), title: "Talk at the facility management meeting", platform: "LinkedIn" },
    ],
    country: "DE",
    holidayRule: "avoid",
    brandVoice: "Calm, exact, a little dry. We show the measuring device before we show a product.",
    assets: ["120 photos of measuring days", "Sound samples before and after", "Floor plans with measuring points"],
    hashtagPolicy: "few",
    brandHashtags: ["QuietOffice"],
    link: "https://klangraum-harms.example/measuring-day",
    utmPattern: "utm_source={platform}&utm_medium=social&utm_campaign={campaign}&utm_content={id}",
    approver: "Jette Harms",
    approvalDays: 2,
    metricName: "paid room measurements a month",
    metricNow: 2,
    metricTarget: 6,
    languages: [],
    timeZone: "Europe/Berlin",
  };
}
