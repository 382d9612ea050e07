export interface ZoneRegion {
  region: string;
  zones: string[];
}

/**
 * Time zones that this browser knows, by region; `UTC` and the kept one are always among them.
 * @param kept IANA name that is chosen now, which another browser may have known
 */
export function zonesByRegion(
  kept: string,
  known: readonly string[] = Intl.supportedValuesOf("timeZone"),
): ZoneRegion[] {
  const regions = new Map<string, string[]>();
  for (const zone of [...new Set([...known, "UTC", kept])].toSorted()) {
    const region = zone.includes("/") ? (zone.split("/")[0] ?? zone) : "UTC";
    regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return [...regions].map(([region, zones]) => ({ region, zones }));
}
