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
  /** Last day, for what lasts longer than one. */
  lastDay?: number;
  allDay?: true;
  location?: string;
  notes?: string;
  link?: string;
  priority?: "low" | "normal" | "high" | "urgent";
  attendees?: readonly { name: string; email: string }[];
  /** Minutes before the start. */
  reminders?: readonly number[];
}

/** Days from today to the Monday of this week, so that a week looks the same whenever the seed runs. */
const toMonday = (today: string): number => -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7);

/** Entries of all eight families over three weeks: the one before this, this one and the next. */
export function entries(today: string): SeedEntry[] {
  const monday = toMonday(today);
  return week.map(({ day, lastDay, ...entry }) => ({
    ...entry,
    day: monday + day,
    ...(lastDay === undefined ? {} : { lastDay: monday + lastDay }),
  }));
}

/** Day 0 is the Monday of this week. */
const week: readonly SeedEntry[] = [
  { type: "1080", title: "Monday round at the stand", day: -7, from: "08:30", to: "09:00", location: "Workshop" },
  { type: "6010", title: "Booking online: first sketch", day: -6, from: "14:00", to: "15:30" },
  { type: "2080", title: "Wages due", day: -5, from: "00:00", to: "23:59", allDay: true, priority: "high" },
  { type: "4060", title: "Visit: Tischlerei Auerbach", day: -4, from: "10:00", to: "12:00", location: "Haslach" },
  { type: "3030", title: "Film: belt or chain", day: -3, from: "13:00", to: "14:30" },
  { type: "7010", title: "Lantern walk with Ida", day: -3, from: "17:30", to: "18:30" },
  { type: "1080", title: "Monday round at the stand", day: 0, from: "08:30", to: "09:00", location: "Workshop" },
  { type: "8030", title: "Market watch", day: 0, from: "00:00", to: "23:59", allDay: true },
  {
    type: "1020",
    title: "Stadtwerk Logistik, first call",
    day: 0,
    from: "10:30",
    to: "11:15",
    link: "https://meet.radwerk-brandt.example/stadtwerk",
    attendees: [{ name: "Henrike von Maltzahn", email: "hallo@stadtwerk-logistik-ag.example" }],
    reminders: [15],
  },
  { type: "6060", title: "Interview: how people book a service", day: 0, from: "14:00", to: "15:30" },
  { type: "5040", title: "Digital bonus: signatures", day: 0, from: "17:00", to: "18:00", priority: "high" },
  { type: "3010", title: "LinkedIn: five bolts that fail first", day: 1, from: "09:00", to: "10:00" },
  { type: "4010", title: "Work list: twenty fleet leads", day: 1, from: "11:00", to: "13:00" },
  { type: "1000", title: "Bank, credit line", day: 1, from: "15:00", to: "16:00", location: "Kaiser-Joseph-Straße" },
  { type: "3050", title: "Brake weeks", day: 2, lastDay: 5, from: "00:00", to: "23:59", allDay: true },
  { type: "2060", title: "Call back: service plan for the day-care", day: 2, from: "08:30", to: "09:00" },
  { type: "3030", title: "Reel: brake service", day: 2, from: "12:30", to: "13:30" },
  { type: "6030", title: "Spare-part stock review", day: 2, from: "14:30", to: "16:00" },
  { type: "7030", title: "Choir", day: 2, from: "17:30", to: "19:00", location: "Parish hall" },
  {
    type: "4030",
    title: "Offer for six rental bikes",
    day: 3,
    from: "09:30",
    to: "11:00",
    notes: "With service for two years, and a loan bike when one is in the workshop.",
    attendees: [
      { name: "Deniz Aydın", email: "hallo@kiezkorb-lieferservice.example" },
      { name: "Nils Auerbach", email: "hallo@tischlerei-auerbach.example" },
    ],
    reminders: [60, 1440],
  },
  {
    type: "1030",
    title: "Fitting: two bikes for the carpenters",
    day: 3,
    from: "10:00",
    to: "11:30",
    location: "Yard",
  },
  { type: "5020", title: "Tender questions close", day: 3, from: "13:00", to: "14:00" },
  { type: "2010", title: "Send the offer to Kiezkorb", day: 3, from: "15:30", to: "16:30", priority: "urgent" },
  { type: "2070", title: "VAT return", day: 4, from: "00:00", to: "23:59", allDay: true, priority: "urgent" },
  { type: "3010", title: "LinkedIn: a missed inspection", day: 4, from: "08:00", to: "09:00" },
  { type: "6040", title: "Retro and planning", day: 4, from: "10:00", to: "11:00" },
  { type: "3070", title: "Film: winter tyres", day: 4, from: "13:00", to: "14:30" },
  { type: "8010", title: "Run: posts for the brake weeks", day: 4, from: "16:00", to: "17:00" },
  { type: "7010", title: "Family in Dresden", day: 5, lastDay: 6, from: "00:00", to: "23:59", allDay: true },
  { type: "7000", title: "Market hall with Ida", day: 5, from: "10:00", to: "12:00" },
  { type: "7000", title: "Call the parents", day: 6, from: "18:00", to: "19:00", priority: "low" },
  { type: "1080", title: "Monday round at the stand", day: 7, from: "08:30", to: "09:00", location: "Workshop" },
  { type: "5070", title: "Delivery of belts and rotors", day: 7, from: "09:00", to: "09:30", location: "Back door" },
  { type: "2040", title: "Approve the posts of December", day: 8, from: "11:00", to: "11:30" },
  { type: "4020", title: "Follow up: fleets without a reply", day: 8, from: "14:00", to: "15:00" },
  { type: "1040", title: "Workshop: how to measure pads", day: 9, from: "16:00", to: "18:00", location: "Workshop" },
  { type: "6050", title: "Booking online goes live", day: 10, from: "09:00", to: "10:00", priority: "high" },
  {
    type: "5010",
    title: "Tender: 14 cargo bikes, city depot",
    day: 11,
    from: "12:00",
    to: "12:30",
    priority: "urgent",
  },
  { type: "3090", title: "Results of November", day: 11, from: "15:00", to: "16:00" },
  { type: "7040", title: "Allotment", day: 12, from: "00:00", to: "23:59", allDay: true },
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
  {
    title: "Winter check: five bolts that fail first",
    platform: "LinkedIn",
    contentType: 3,
    day: 1,
    status: "drafted",
    brief:
      "Five bolts hold a delivery bike together in winter. They are also the first five to fail.\n\nSince October we have opened 96 cargo bikes in our two workshops. On 38 of them at least one of these sat loose: stem clamp, kickstand, box mount front, box mount rear, brake caliper.\n\nIf you run more than five bikes: put the check in the calendar for the first frost.\n\n#cargobike #fleet #Leipzig",
  },
  {
    title: "Salt on the chain: the two-minute rinse",
    platform: "X (Twitter)",
    contentType: 3,
    day: 4,
    status: "drafted",
    brief:
      "Salt eats a chain in a fortnight. Rinse with lukewarm water after each ride in slush, two minutes, no pressure washer: it pushes the water into the bearings. Dry with a cloth, one drop of oil per link, wipe again. We counted 41 bikes last winter: those rinsed daily kept their chain until May. https://radwerk.example/winter/chain",
  },
  {
    title: "Brakes in the wet: what our 41 bikes showed",
    platform: "LinkedIn",
    contentType: 3,
    day: 8,
    status: "approved",
    brief: "We measured the pads of 41 bikes in the wet. Here is what we found, and when to change them.",
  },
  { title: "What a service day looks like", platform: "YouTube", contentType: 40, day: 12, status: "idea" },
  { title: "Why we measure pads on every bike", platform: "LinkedIn", contentType: 3, day: -3, status: "published" },
] as const;
