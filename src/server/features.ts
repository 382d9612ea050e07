import { accountFeature } from "#src/features/account/server/feature.ts";
import { calendarFeature } from "#src/features/calendar/server/feature.ts";
import { coinsFeature } from "#src/features/coins/server/feature.ts";
import { consentFeature } from "#src/features/consent/server/feature.ts";
import { dashboardFeature } from "#src/features/dashboard/server/feature.ts";
import { deletionsFeature } from "#src/features/deletions/server/feature.ts";
import { filesFeature } from "#src/features/files/server/feature.ts";
import { imagesFeature } from "#src/features/images/server/feature.ts";
import { invitesFeature } from "#src/features/invites/server/feature.ts";
import { insightsFeature } from "#src/features/insights/server/feature.ts";
import { leadsFeature } from "#src/features/leads/server/feature.ts";
import { legalFeature } from "#src/features/legal/server/feature.ts";
import { mailFeature } from "#src/features/mail/server/feature.ts";
import { operatorFeature } from "#src/features/operator/server/feature.ts";
import { outcomesFeature } from "#src/features/outcomes/server/feature.ts";
import { paymentsFeature } from "#src/features/payments/server/feature.ts";
import { projectsFeature } from "#src/features/projects/server/feature.ts";
import { remindersFeature } from "#src/features/reminders/server/feature.ts";
import { runsFeature } from "#src/features/runs/server/feature.ts";
import { schedulesFeature } from "#src/features/schedules/server/feature.ts";
import { settingsFeature } from "#src/features/settings/server/feature.ts";
import { sharingFeature } from "#src/features/sharing/server/feature.ts";
import { supportFeature } from "#src/features/support/server/feature.ts";
import { workflowsFeature } from "#src/features/workflows/server/feature.ts";
import type { EffectKinds, Effects } from "#src/platform/effect.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";

/** Every feature of the server. One whose tables refer to another's comes after it: tables are made in this order. */
const list = [
  accountFeature,
  settingsFeature,
  filesFeature,
  coinsFeature,
  projectsFeature,
  outcomesFeature,
  calendarFeature,
  runsFeature,
  schedulesFeature,
  leadsFeature,
  insightsFeature,
  dashboardFeature,
  deletionsFeature,
  mailFeature,
  remindersFeature,
  invitesFeature,
  sharingFeature,
  workflowsFeature,
  paymentsFeature,
  operatorFeature,
  supportFeature,
  consentFeature,
  imagesFeature,
  legalFeature,
];
export const features: readonly FeatureManifest[] = list;

type GivenKinds<Feature> = Feature extends { effects: infer Given } ? keyof Given : never;
type IfAllGiven<T> = [keyof EffectKinds] extends [GivenKinds<(typeof list)[number]>] ? T : never;

/** What each kind of proposal becomes; does not compile while no feature says it of a kind. */
export const effects: IfAllGiven<Effects> = Object.assign({}, ...features.map(({ effects: own }) => own));
