/*
 * What the believable professional of the demo knows and plans. Company, people and numbers are invented; addresses end
 * with `.example`, which belongs to nobody.
 */

export const person = { name: "Mara Brandt", email: "mara@radwerk-brandt.example", language: "en" } as const;

const company = {
  companyInformation:
    "Radwerk Brandt builds, services and rents cargo bikes in Freiburg. Five people, one workshop, since 2016.",
  companyWebsite: "https://radwerk-brandt.example",
  productsPitch: "Cargo bikes for families and trades: test ride, fitting and a service plan from 19 € a month.",
  productWebsite: "https://radwerk-brandt.example/service-plan",
};

export const settings = {
  onboardingState: "finished",
  application: {
    appLanguage: "en",
    defaultGoalLanguage: "en",
    defaultSocialMediaPlatforms: ["Instagram", "LinkedIn", "YouTube"],
  },
  favoriteWorkflows: ["contentPlannerWorkflow", "blogArticleWriterWorkflow"],
  additionalInfo: {
    defaultCompanyInformation: company.companyInformation,
    defaultCompanyWebsite: company.companyWebsite,
    defaultProductsPitch: company.productsPitch,
    defaultProductWebsite: company.productWebsite,
  },
  calendarSettings: { timeZone: "Europe/Berlin", workingHours: { from: "08:30", to: "17:30" } },
} as const;

/** Calendar date `days` after another one. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Form values of a content plan for the eight weeks from next week on. */
export const contentPlan = (today: string): Record<string, unknown> => ({
  ...company,
  requirementTitle: "Content plan for the cargo bike workshop",
  goal: "Twenty service plans and eight test rides a week after eight weeks.",
  period: { from: dayAfter(today, 7), to: dayAfter(today, 7 + 55) },
  channels: [
    { platform: "Instagram", postsPerWeek: 3, contentTypes: [20, 30], days: [2, 4, 6], times: ["12:15"] },
    { platform: "LinkedIn", postsPerWeek: 1, contentTypes: [100, 3], days: [3], times: ["08:00"] },
    { platform: "YouTube", postsPerWeek: 1, contentTypes: [40], days: [5], times: ["17:00"] },
  ],
  pillars: [
    {
      name: "Workshop know-how",
      percent: 40,
      topics: ["Brakes in wet weather", "Chain and belt compared", "Tyres for heavy loads", "What a service covers"],
    },
    {
      name: "Customers and their bikes",
      percent: 30,
      topics: ["A carpenter without a van", "Two children and a dog", "Groceries for a shared flat"],
    },
    { name: "Offers", percent: 20, topics: ["Service plan", "Test rides on Saturdays", "Renting before buying"] },
    { name: "Team", percent: 10, topics: ["A day at the truing stand", "Our apprentice builds a wheel"] },
  ],
  audiences: [
    {
      name: "Families",
      situation: "Two children, a car that stands still most days",
      pain: "Fear of a breakdown with the children on board",
    },
    {
      name: "Trades",
      situation: "One to ten people, customers within eight kilometres",
      pain: "Parking takes longer than the job",
    },
  ],
  topics: ["Commuting with children", "Winter storage", "Insurance in plain words"],
  campaigns: [
    {
      name: "Brake weeks",
      from: dayAfter(today, 21),
      to: dayAfter(today, 34),
      message: "In these two weeks the brake check costs nothing with any service.",
      pillar: "Workshop know-how",
    },
  ],
  fixedDates: [{ date: dayAfter(today, 30), title: "Open workshop Saturday", platform: "Instagram" }],
  country: "DE",
  brandVoice: "Friendly and exact. We show the part before we name the price.",
  assets: ["Photos from the stand", "Short clips of repairs", "Customers who agreed to be shown"],
  brandHashtags: ["RadwerkBrandt"],
  link: "https://radwerk-brandt.example/test-ride",
  approver: "Mara Brandt",
  metricName: "service plans sold",
  metricNow: 6,
  metricTarget: 20,
  timeZone: "Europe/Berlin",
});

export const article = (today: string): Record<string, unknown> => ({
  ...company,
  requirementTitle: "Blog: brakes of a cargo bike in wet weather",
  topic: "Brakes of a cargo bike in wet weather",
  experienceNotes: [
    "A loaded cargo bike weighs up to 200 kg, and on wet roads people notice their brakes for the first time.",
    "Last autumn 41 of 96 bikes that came in for service had pads below 1 mm.",
    "Most of them squealed for weeks before anyone called us.",
    "",
    "Today we check every bike in four steps:",
    "- Measure the pads with the caliper and write the value on the service card.",
    "- Spin the wheel and look for a rotor that is bent by more than half a millimetre.",
    "- Pull the lever ten times and see whether the pressure point wanders.",
    "- Ride once around the block with 60 kg in the box.",
    "",
    "The mistake I made in the first years was to change pads only, although the rotor was worn below 1.5 mm.",
    "Since we note the values, a check takes 15 minutes instead of 30, and nobody came back with the same noise.",
    "What about new pads? They need thirty stops from 25 km/h before they hold a loaded bike.",
    "I would advise everyone to measure before winter, not when it squeals.",
  ].join("\n"),
  articleFormat: "howTo",
  intent: "solve",
  primaryKeyword: "cargo bike brakes",
  secondaryKeywords: ["brake pads", "rotor", "service"],
  audience: "Families and trades that ride a loaded cargo bike all year",
  angle: "Measuring once before winter beats listening for noises",
  length: 600,
  publishOn: dayAfter(today, 9),
  teaserPlatforms: ["Instagram", "LinkedIn"],
  callToAction: "Bring your bike by for a brake check before the clocks change.",
  author: "Mara Brandt",
  country: "DE",
});

export const stories = (today: string): Record<string, unknown> => ({
  ...company,
  requirementTitle: "Booking a service online",
  feature: [
    "Customers call to book a service, about 60 times a week, mostly while we stand at a bike.",
    "",
    "Booking:",
    "- Customers must be able to book a service day of the next six weeks, so that they need not call.",
    "- As a customer, I want to say what my bike needs, so that the workshop can plan its time.",
    "- Customers should be able to move their day until noon of the day before.",
    "Planning:",
    "- As a mechanic, I want to see the day's bikes with their wishes, so that parts are there in the morning.",
    "- Only a mechanic may close a day.",
    "Reminding:",
    "- One day before, the system must send a reminder with the drop-off time.",
    "- Later, customers could pay the deposit when they book.",
  ].join("\n"),
  roles: ["customer", "mechanic"],
  number: 6,
  tracker: "Jira",
  context: "Some 900 customers, four stands, no more than eleven services a day.",
  constraints: "A free day must be found within 2 seconds.\nNames and phone numbers may only be seen by the workshop.",
  nonFunctional: ["performance", "privacy"],
  refinement: dayAfter(today, 5),
});

interface SeedEntry {
  type: string;
  title: string;
  /** Days from today, and wall clock in Europe/Berlin winter time. */
  day: number;
  from: string;
  to: string;
  allDay?: true;
  location?: string;
  notes?: string;
}

/** Entries of several families around today. */
export const entries: readonly SeedEntry[] = [
  { type: "1080", title: "Monday round at the stand", day: 2, from: "08:30", to: "09:00", location: "Workshop" },
  {
    type: "1030",
    title: "Fitting: two cargo bikes for the carpenters",
    day: 3,
    from: "10:00",
    to: "11:30",
    location: "Yard",
  },
  { type: "2010", title: "VAT return", day: 9, from: "00:00", to: "23:59", allDay: true },
  { type: "2060", title: "Call back: service plan for the day-care", day: 1, from: "14:00", to: "14:20" },
  {
    type: "4030",
    title: "Offer for six rental bikes",
    day: 4,
    from: "13:00",
    to: "14:00",
    notes: "With service for two years.",
  },
  { type: "5070", title: "Delivery of belts and rotors", day: 6, from: "09:00", to: "09:30", location: "Back door" },
  { type: "6060", title: "Interview: how people book a service", day: 8, from: "16:00", to: "16:45" },
  { type: "7030", title: "Choir", day: 5, from: "19:30", to: "21:30" },
];

/** Planned pieces that no run proposed. */
export const outcomes = [
  {
    title: "Before and after: a chain with 6,000 km",
    platform: "Instagram",
    contentType: 20,
    day: 2,
    status: "planned",
  },
  { title: "What a service day looks like", platform: "YouTube", contentType: 40, day: 12, status: "idea" },
  { title: "Why we measure pads on every bike", platform: "LinkedIn", contentType: 3, day: -3, status: "published" },
] as const;
