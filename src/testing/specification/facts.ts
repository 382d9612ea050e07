import { callFacts } from "./calls.ts";
import { constantFacts } from "./limits.ts";
import { controlFacts } from "./controls.ts";
import { entityFacts } from "./entities.ts";
import { errorFacts } from "./errors.ts";
import type { Fact } from "./fact.ts";
import { routeAndShellFacts } from "./routes.ts";
import { roleFacts, validationFacts } from "./rules.ts";
import { transitionFacts } from "./states.ts";
import { wordingFacts } from "./wording.ts";

/** Every fact of the specification, section by section. */
export const facts: Fact[] = [
  ...routeAndShellFacts,
  ...controlFacts,
  ...entityFacts,
  ...transitionFacts,
  ...validationFacts,
  ...roleFacts,
  ...callFacts,
  ...errorFacts,
  ...wordingFacts,
  ...constantFacts,
];
