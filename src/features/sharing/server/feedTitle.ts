import type { AppLanguage } from "#src/kit/schemas.ts";

/** Families as the pages call them (`workflows:calendarFamilies`); a test compares the two. */
export const familyNames: Readonly<Record<AppLanguage, Readonly<Record<number, string>>>> = {
  en: {
    1000: "Meetings",
    2000: "Tasks and deadlines",
    3000: "Marketing",
    4000: "Sales",
    5000: "Purchasing and funding",
    6000: "Product",
    7000: "Personal",
    8000: "System",
  },
  de: {
    1000: "Besprechungen",
    2000: "Aufgaben und Fristen",
    3000: "Marketing",
    4000: "Vertrieb",
    5000: "Einkauf und Förderung",
    6000: "Produkt",
    7000: "Privat",
    8000: "System",
  },
};

/** Name of a subscribed calendar. @param family null for the whole calendar */
export const feedTitle = (family: number | null, language: AppLanguage): string =>
  family === null ? "Pioneer" : `Pioneer: ${familyNames[language][family] ?? family}`;
