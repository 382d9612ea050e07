import { Cog, Flag, Handshake, House, Landmark, type LucideIcon, Megaphone, Package, Users } from "lucide-react";
import type { CSSProperties } from "react";
import { type CalendarFamily, calendarFamilies } from "../rules.ts";

/** The icon of each family: colour alone would say nothing to some. */
export const familyIcons: Readonly<Record<CalendarFamily, LucideIcon>> = {
  1000: Users,
  2000: Flag,
  3000: Megaphone,
  4000: Handshake,
  5000: Landmark,
  6000: Package,
  7000: House,
  8000: Cog,
};

const looks = new Map(
  calendarFamilies.map((family) => {
    const colours = ["bg", "fg", "edge"].map((part) => [`--family-${part}`, `var(--cal-${family}-${part})`]);
    return [family, { "data-family": family, style: Object.fromEntries(colours) as CSSProperties }];
  }),
);

/** What an element takes that is drawn in the colours of a family: `--family-bg`, `--family-fg`, `--family-edge`. */
export const familyLook = (family: CalendarFamily) => looks.get(family);
