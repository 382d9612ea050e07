/** What the built-in texts say of this installation; taken from its settings, so that they cannot be wrong about it. */
export interface InstallationFacts {
  supportEmail: string | undefined;
  /** Name of the engine as people see it, and whether it is a model. */
  engine: { label: string; isModel: boolean };
  sendsMail: boolean;
  searches: string[];
  /** Hosts of public data services that runs may ask: places, tenders, statistics. */
  services: string[];
  /** Kind and host of the analytics server. */
  analytics: { kind: string; host: string } | undefined;
}
