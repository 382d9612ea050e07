import { z } from "zod";
import { contentTypes, platforms } from "#src/features/outcomes/rules.ts";
import { type AppLanguage, clockTime, languageTag, text } from "#src/kit/schemas.ts";
import { countryNames } from "../../domain/countryNames.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { brandt } from "../../kit/exampleFirms.ts";
import {
  address,
  amount,
  area,
  choice,
  code,
  codes,
  day,
  field,
  forPrompt,
  formOf,
  line,
  period,
  table,
  tags,
  whole,
  withRules,
} from "../../kit/fields.ts";
import { optionalZone } from "../commonForm.ts";
import { brokenRules, maxDays } from "./formRules.ts";

const option = { isOption: true } as const;

const weekdays = {
  mo: "Monday | Montag",
  tu: "Tuesday | Dienstag",
  we: "Wednesday | Mittwoch",
  th: "Thursday | Donnerstag",
  fr: "Friday | Freitag",
  sa: "Saturday | Samstag",
  su: "Sunday | Sonntag",
} as const satisfies Record<string, Bilingual>;
export const rhythms = {
  one: "Every week | Jede Woche",
  two: "Every two weeks | Alle zwei Wochen",
  four: "Every four weeks | Alle vier Wochen",
} as const satisfies Record<string, Bilingual>;

const channel = z.strictObject({
  platform: code("Platform | Plattform", platforms, undefined, { optionsKey: "platforms" }),
  postsPerWeek: whole("Posts per week | Beiträge je Woche", [1, 21, 2]),
  /** Empty stands for all that the platform takes. */
  contentTypes: codes("Content | Inhalt", contentTypes, [], { optionsKey: "contentTypes" }),
  /** 1 Monday … 7 Sunday; empty leaves the choice to the planner. */
  days: codes("Days | Tage", [1, 2, 3, 4, 5, 6, 7], [], { optionsKey: "weekdays" }),
  times: field("Times | Zeiten", z.array(clockTime).max(4).default([]), "tags"),
});

const shape = formOf({
  goal: area("Goal | Ziel", 600, {
    min: 3,
    rows: 2,
    help: "What should change, in one sentence. | Was soll sich ändern, in einem Satz.",
    placeholder: "Win eight customers before the season starts | Acht Kunden gewinnen, bevor die Saison beginnt",
  }),
  period: period("Period | Zeitraum", maxDays, { help: "Up to 92 days. | Höchstens 92 Tage." }),
  // Writers see the slots, in which days, times and kinds are settled.
  channels: forPrompt(
    field(
      "Channels | Kanäle",
      z
        .array(channel)
        .max(platforms.length)
        .default([{ platform: "LinkedIn", postsPerWeek: 2, contentTypes: [], days: [], times: [] }]),
      "channels",
      {
        help: "Leave content, days or times blank to let the planner choose. | Ohne Angabe wählt der Planer Inhaltsarten, Tage oder Zeiten.",
      },
    ),
    (channels: z.output<typeof channel>[]) =>
      channels.map(({ platform, postsPerWeek }) => `${platform} ${postsPerWeek} a week`).join(", "),
  ),
  pillars: table(
    "Pillars | Säulen",
    {
      name: line("Pillar | Säule", 60, { min: 1 }),
      percent: field("Share | Anteil", z.int().min(1).max(100), "number"),
      topics: tags("Topics | Themen", 20, { longest: 100 }),
    },
    8,
    {
      widget: "pillars",
      help: "Shares must add up to 100%. Pillar topics come first. | Die Anteile müssen 100 % ergeben. Themen einer Säule kommen zuerst.",
    },
  ),
  audiences: table(
    "Audiences | Zielgruppen",
    {
      name: line("Name | Name", 80, { min: 1 }),
      situation: line("Situation | Lage", 300),
      pain: line("Problem | Problem", 300),
    },
    6,
    {
      help: "Who it's for and their main problem. | Für wen die Beiträge sind und was diese Menschen am meisten beschäftigt.",
      gap: "Who are the items for, and what is their main problem? | Für wen sind die Beiträge, und was ist das größte Problem dieser Menschen?",
    },
  ),
  topics: tags("Topics | Themen", 60, {
    longest: 100,
    help: "For pillars without topics of their own. | Für Säulen ohne eigene Themen.",
  }),
  campaigns: table(
    "Campaigns | Kampagnen",
    {
      name: line("Name | Name", 80, { min: 1 }),
      from: day("Start date | Anfang"),
      to: day("End date | Ende"),
      message: line("Message | Botschaft", 300),
      pillar: line("Pillar | Säule", 60),
    },
    8,
    {
      ...option,
      help: "If you name a pillar, its items promote the campaign; otherwise, every second item does. | Mit Säule bewerben deren Beiträge die Kampagne, ohne Säule jeder zweite Beitrag.",
    },
  ),
  fixedDates: table(
    "Fixed dates | Feste Termine",
    {
      date: day("Date | Datum"),
      title: line("Title | Titel", 120, { min: 1 }),
      platform: code("Platform | Plattform", ["first", ...platforms], "first", { optionsKey: "platformsOrFirst" }),
    },
    30,
    {
      ...option,
      help: "Each takes one slot in its week. | Jeder belegt einen Platz in seiner Woche.",
    },
  ),
  evergreen: table(
    "Evergreen items | Zeitlose Beiträge",
    {
      title: line("Title | Titel", 120, { min: 1 }),
      platform: code("Platform | Plattform", ["first", ...platforms], "first", { optionsKey: "platformsOrFirst" }),
      weekday: choice("Day | Tag", weekdays, "mo", { widget: "select" }),
      time: field("Time | Zeit", clockTime.default("09:00"), "text"),
      rhythm: choice("How often | Wie oft", rhythms, "four", { widget: "select" }),
    },
    5,
    {
      ...option,
      help: "They repeat until the period ends, alongside the plan. Each becomes one recurring calendar entry. | Sie wiederholen sich neben den geplanten Beiträgen bis zum Ende des Zeitraums. Jeder wird zu einem wiederkehrenden Kalendereintrag.",
    },
  ),
  country: forPrompt(
    choice("Public holidays | Feiertage", countryNames, "none", {
      ...option,
      help: "National holidays only. | Nur landesweite Feiertage.",
    }),
    false,
  ),
  holidayRule: forPrompt(
    choice(
      "On holidays | An Feiertagen",
      { avoid: "Post on another day | An einem anderen Tag", keep: "Post anyway | Trotzdem veröffentlichen" },
      "avoid",
      option,
    ),
    false,
  ),
  brandVoice: area("Voice | Ton", 600, {
    ...option,
    rows: 2,
    help: "How you sound, and which words you never use. | Wie Sie klingen und welche Wörter Sie nie verwenden.",
    gap: "How do you sound, and which words do you never use? | Wie klingen Sie, und welche Wörter verwenden Sie nie?",
  }),
  assets: tags("Material | Material", 30, {
    ...option,
    help: "Photos, videos and figures you already have. | Fotos, Videos und Zahlen, die Sie schon haben.",
  }),
  hashtagPolicy: forPrompt(
    choice("Hashtags | Hashtags", { none: "None | Keine", few: "Few | Wenige", many: "Many | Viele" }, "few", option),
    false,
  ),
  brandHashtags: forPrompt(
    tags("Your hashtags | Eigene Hashtags", 10, {
      ...option,
      longest: 40,
      showWhen: { field: "hashtagPolicy", in: ["few", "many"] },
    }),
    false,
  ),
  link: address("Link | Link", {
    ...option,
    help: "Where readers should go. | Wohin Ihre Leser gelangen sollen.",
    placeholder: "https:// | https://",
    gap: "Where should readers go? Add a link, and each item gets its own address so you can count visits. | Wohin sollen Ihre Leser gelangen? Mit einem Link erhält jeder Beitrag eine eigene Adresse, über die Sie seine Besuche zählen können.",
  }),
  utmPattern: forPrompt(
    field(
      "UTM pattern | UTM-Muster",
      text(300).default("utm_source={platform}&utm_medium=social&utm_campaign={campaign}&utm_content={id}"),
      "text",
      {
        ...option,
        help: "Added to the link. Placeholders are {platform}, {campaign}, {pillar}, {type}, {id} and {month}. | Wird an den Link gehängt. Platzhalter sind {platform}, {campaign}, {pillar}, {type}, {id} und {month}.",
      },
    ),
    false,
  ),
  season: area("Demand by month | Nachfrage nach Monaten", 1500, {
    ...option,
    help: "Twelve numbers with their months, or attach a sheet that has them. | Zwölf Zahlen mit ihren Monaten, oder hängen Sie eine Tabelle damit an.",
  }),
  hoursPerWeek: forPrompt(
    amount("Hours per week for content | Stunden je Woche für Inhalte", {
      ...option,
      gap: "How many hours a week can you spend on content? | Wie viele Stunden je Woche haben Sie für Inhalte?",
    }),
    false,
  ),
  approver: forPrompt(line("Approval by | Freigabe durch", 120, option), false),
  approvalDays: forPrompt(whole("Days for approval | Tage für die Freigabe", [0, 14, 2], option), false),
  metricName: line("KPI | Kennzahl", 120, {
    ...option,
    help: "The figure that shows the goal is reached. | Die Zahl, an der Sie erkennen, dass das Ziel erreicht ist.",
  }),
  metricNow: amount("KPI today | Kennzahl heute", option),
  metricTarget: amount("Target | Zielwert", option),
  talksForOne: amount("Conversations per customer | Gespräche je Kunde", {
    ...option,
    help: "How many first conversations lead to one contract, order or hire. | Wie viele Erstgespräche zu einem Vertrag, Auftrag oder einer Einstellung führen.",
  }),
  languages: forPrompt(
    field("Other languages | Weitere Sprachen", z.array(languageTag).max(4).default([]), "tags", {
      ...option,
      help: "Codes such as en or fr. | Kürzel wie en oder fr.",
    }),
    false,
  ),
  timeZone: forPrompt(
    field("Time zone | Zeitzone", optionalZone.default(""), "timezone", {
      ...option,
      fromSettings: "calendarSettings.timeZone",
      help: "Leave blank to use your own. | Ohne Angabe gilt Ihre eigene.",
    }),
    false,
  ),
});
export type Form = z.output<typeof shape>;

export const form = withRules(shape, (values) => [...brokenRules(values)]);

/** The first Saturday from a day on, and two weeks later. */
const thirdSaturday = (first: string): string => addDays(first, ((13 - weekdayOf(first)) % 7) + 14);

/** The spring of a workshop for cargo bikes: three months up to its open day. */
export function example(today: string, language: AppLanguage): Form {
  const { company, translate } = brandt(language);
  const year = Number(today.slice(0, 4)) + (today.slice(5) > "01-01" ? 1 : 0);
  const openDay = thirdSaturday(`${year}-04-01`);
  const fixed = (days: number, platform: "Instagram" | "YouTube", title: Bilingual) => ({
    date: addDays(openDay, days),
    title: translate(title),
    platform,
  });
  const pillar = (name: Bilingual, share: number, topics: Bilingual) => ({
    name: translate(name),
    percent: share,
    topics: translate(topics).split("; "),
  });
  return {
    ...company,
    requirementTitle: translate(
      `Spring content plan ${year}: from repair shop to fleet partner | Redaktionsplan Frühjahr ${year}: von der Werkstatt zum Flottenpartner`,
    ),
    goal: translate(
      "Sign eight delivery fleets in Leipzig to yearly service contracts. | Acht Lieferflotten in Leipzig für einen Jahresvertrag gewinnen.",
    ),
    period: { from: `${year}-02-01`, to: `${year}-04-30` },
    channels: [
      { platform: "LinkedIn", postsPerWeek: 3, contentTypes: [100, 3, 2], days: [2, 4, 5], times: ["08:00"] },
      { platform: "Instagram", postsPerWeek: 2, contentTypes: [20, 30], days: [3, 6], times: ["12:30"] },
      { platform: "YouTube", postsPerWeek: 1, contentTypes: [40], days: [5], times: ["17:00"] },
    ],
    pillars: [
      pillar(
        "Uptime and cost | Verfügbarkeit und Kosten",
        40,
        "booking season; spare parts on the shelf; days off the road; fixed service days; loan bikes; a brake pad changed too late; loose bolts; the service calendar | Buchungssaison; Ersatzteile im Regal; Standtage; feste Servicetage; Leihräder; ein zu spät gewechselter Belag; lose Schrauben; der Servicekalender",
      ),
      pillar(
        "Know-how | Werkstattwissen",
        30,
        "brake service; correct loading; measuring pads; tyre pressure; torque wrench; winter damage; chain and salt; rotor check | Bremsendienst; richtig beladen; Beläge messen; Reifendruck; Drehmoment; Winterschäden; Kette und Salz; Bremsscheibe prüfen",
      ),
      pillar(
        "Customers | Kunden",
        20,
        "what an inspection saves; Kiezkorb at six in the morning; spring check at a customer’s yard; market hall; pharmacy round; a loan bike is handed over | was eine Inspektion spart; Kiezkorb um sechs Uhr früh; Frühjahrscheck auf dem Kundenhof; Markthalle; Apothekenrunde; ein Leihrad wird übergeben",
      ),
      pillar(
        "Team | Team",
        10,
        "who hands you the loan bike; our apprentice; two workshops; Jonas | wer Ihnen das Leihrad bringt; unsere Auszubildende; zwei Werkstätten; Jonas",
      ),
    ],
    audiences: [
      {
        name: translate("Fleet managers | Flottenleitungen"),
        situation: translate("Run 8 to 40 delivery bikes in Leipzig | Verantworten 8 bis 40 Lieferräder in Leipzig"),
        pain: translate(
          "One missing bike in the morning disrupts every route | Fehlt morgens ein Rad, gerät jede Tour durcheinander",
        ),
      },
      {
        name: translate("Owners with their own riders | Inhaber mit eigenen Fahrern"),
        situation: translate(
          "Three to seven bikes, service when something squeals | Drei bis sieben Räder, Wartung erst, wenn etwas quietscht",
        ),
        pain: translate("Repair bills come as a surprise | Rechnungen der Werkstatt kommen überraschend"),
      },
    ],
    fixedDates: [
      fixed(-3, "Instagram", "Open workshop day: the programme | Tag der offenen Werkstatt: das Programm"),
      fixed(-1, "YouTube", "Open workshop day: five stations | Tag der offenen Werkstatt: fünf Stationen"),
      fixed(0, "Instagram", "Open workshop day, live | Tag der offenen Werkstatt, live"),
      fixed(0, "YouTube", "Open workshop day: bring your bike | Tag der offenen Werkstatt: Bringen Sie Ihr Rad mit"),
      fixed(1, "Instagram", "Open workshop day: thank you | Tag der offenen Werkstatt: danke"),
    ],
    brandVoice: translate(
      "Like a master mechanic on the phone: brief, precise, friendly, never loud. | Wie eine Meisterin am Telefon: kurz, genau, freundlich, nie laut.",
    ),
    season: translate(
      "Inspections, fleet customers: Jan 13, Feb 41, Mar 58, Apr 50, May 17, Jun 9, Jul 6, Aug 7, Sep 12, Oct 11, Nov 9, Dec 7 | Inspektionen, Flottenkunden: Jan 13, Feb 41, Mär 58, Apr 50, Mai 17, Jun 9, Jul 6, Aug 7, Sep 12, Okt 11, Nov 9, Dez 7",
    ),
    hoursPerWeek: 16,
    metricName: translate("fleets under a yearly contract | Flotten mit Jahresvertrag"),
    metricNow: 11,
    metricTarget: 19,
    talksForOne: 3,
    country: "DE",
    holidayRule: "avoid",
    hashtagPolicy: "few",
    brandHashtags: ["#RadwerkBrandt"],
    link: "https://radwerk-brandt.example/flotten",
    utmPattern: "utm_source={platform}&utm_campaign={campaign}&utm_content={id}",
    approver: "Mara Brandt",
    approvalDays: 2,
    timeZone: "Europe/Berlin",
    topics: [],
    campaigns: [],
    evergreen: [
      {
        title: translate("Save your spot: service days still available | Termin sichern: noch freie Servicetage"),
        platform: "LinkedIn",
        weekday: "mo",
        time: "11:00",
        rhythm: "four",
      },
    ],
    assets: [],
    languages: [],
  };
}
