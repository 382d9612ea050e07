import {
  Cog,
  Flag,
  Handshake,
  House,
  Landmark,
  type LucideIcon,
  Megaphone,
  Package,
  SquareCheck,
  Users,
} from "lucide-react";
import type { CSSProperties } from "react";
import { type CalendarFamily, calendarFamilies } from "../rules.ts";

/** The icon of each family: colour alone would say nothing to some. */
export const familyIcons: Readonly<Record<CalendarFamily, LucideIcon>> = {
  1000: Users,
  2000: SquareCheck,
  3000: Megaphone,
  4000: Handshake,
  5000: Landmark,
  6000: Package,
  7000: House,
  8000: Cog,
};

/** The icon of a deadline that is due within three days. */
export const dueIcon: LucideIcon = Flag;

const coloursOf = (name: string): CSSProperties =>
  Object.fromEntries(["bg", "fg", "edge"].map((part) => [`--family-${part}`, `var(--cal-${name}-${part})`]));

interface FamilyLook {
  "data-family": CalendarFamily;
  style: CSSProperties;
}
const lookOf = (family: CalendarFamily): FamilyLook => ({ "data-family": family, style: coloursOf(String(family)) });
const looks = new Map(calendarFamilies.map((family) => [family, lookOf(family)]));
const dueColours = coloursOf("due");

/**
 * What an element takes that is drawn in the colours of a family: `--family-bg`, `--family-fg`, `--family-edge`.
 * @param isDue in the red of what is due within three days
 */
export function familyLook(family: CalendarFamily, isDue = false): FamilyLook {
  const look = looks.get(family) ?? lookOf(family);
  return isDue ? { ...look, style: dueColours } : look;
}
