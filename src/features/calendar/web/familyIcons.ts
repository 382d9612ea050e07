import { Cog, Flag, Handshake, House, Landmark, type LucideIcon, Megaphone, Package, Users } from "lucide-react";
import type { CalendarFamily } from "../rules.ts";

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
