import { oc } from "@orpc/contract";
import { z } from "zod";
import { date, email, id, instant, page, recordId, recordInstant, text, webAddress } from "#src/kit/schemas.ts";
import { leadSorts, leadStages, maxOutreachLeads, reaches } from "./rules.ts";

export const leadStage = z.enum(leadStages);
export type LeadStage = z.infer<typeof leadStage>;

/** On what a person may be written to; `none` allows drafts only. */
export const legalBasis = z.enum(["consent", "existingCustomer", "legitimateInterest", "none"]);
export type LegalBasis = z.infer<typeof legalBasis>;

const coordinate = (limit: number) => z.number().min(-limit).max(limit);

const address = z.strictObject({
  street: text(200).default(""),
  zip: text(20).default(""),
  city: text(120).default(""),
  country: text(80).default(""),
});

/** Where a lead was found; absent for one that a person typed. */
const leadSource = z.strictObject({
  /** `csv`, `osm`, `website` and the like. */
  adapter: text(40, 1),
  externalId: text(200).nullable().default(null),
  url: webAddress.nullable().default(null),
  licence: text(120).default(""),
  /** What the licence wants to be said with the data. */
  attribution: text(300).default(""),
  retrievedAt: instant,
});

const phone = text(40, 3);

/** What a person may set on a lead, workflows.md "Shared frame". */
const leadFields = {
  name: text(200, 1),
  kind: z.enum(["org", "person"]),
  category: text(120),
  /** Name of the person to speak to. */
  contact: text(200),
  email: z.array(email).max(10),
  phone: z.array(phone).max(10),
  website: webAddress.nullable(),
  address,
  lat: coordinate(90).nullable(),
  lon: coordinate(180).nullable(),
  stage: leadStage,
  /** Fit from 0 to 100; null while nobody judged it. */
  score: z.int().min(0).max(100).nullable(),
  tags: z.array(text(60, 1)).max(30),
  owner: text(120),
  source: leadSource.nullable(),
  legalBasis,
  doNotContact: z.boolean(),
  lastContactAt: instant.nullable(),
  /** What to do next, in a few words. */
  nextStep: text(200),
  /** Day of the next step. */
  nextStepOn: date.nullable(),
  notes: text(8000),
  osmTags: z.record(text(100, 1), text(500)),
  /** Columns of the person's own. */
  customFields: z.record(text(60, 1), text(1000)),
};

const fewKeys = (limit: number) => (record: Record<string, unknown>) => Object.keys(record).length <= limit;
const boundedFields = {
  ...leadFields,
  osmTags: leadFields.osmTags.refine(fewKeys(100), "at most 100 tags"),
  customFields: leadFields.customFields.refine(fewKeys(50), "at most 50 fields"),
};

export const newLead = z.strictObject({
  ...boundedFields,
  kind: boundedFields.kind.default("org"),
  category: boundedFields.category.default(""),
  contact: boundedFields.contact.default(""),
  email: boundedFields.email.default([]),
  phone: boundedFields.phone.default([]),
  website: boundedFields.website.default(null),
  address: address.prefault({}),
  lat: boundedFields.lat.default(null),
  lon: boundedFields.lon.default(null),
  stage: boundedFields.stage.default("new"),
  score: boundedFields.score.default(null),
  tags: boundedFields.tags.default([]),
  owner: boundedFields.owner.default(""),
  source: boundedFields.source.default(null),
  legalBasis: boundedFields.legalBasis.default("none"),
  doNotContact: boundedFields.doNotContact.default(false),
  lastContactAt: boundedFields.lastContactAt.default(null),
  nextStep: boundedFields.nextStep.default(""),
  nextStepOn: boundedFields.nextStepOn.default(null),
  notes: boundedFields.notes.default(""),
  osmTags: boundedFields.osmTags.default({}),
  customFields: boundedFields.customFields.default({}),
});
export type NewLead = z.infer<typeof newLead>;

/** Any of the fields; what is absent stays. */
export const leadChanges = z.strictObject(boundedFields).partial();
export type LeadChanges = z.infer<typeof leadChanges>;

export const lead = z.object({
  id: recordId,
  ...leadFields,
  lastContactAt: recordInstant.nullable(),
  projectId: recordId.nullable(),
  runId: recordId.nullable(),
  dateCreated: recordInstant,
  dateUpdated: recordInstant,
});
export type Lead = z.infer<typeof lead>;

export const leadSort = z.enum(leadSorts);
export type LeadSort = z.infer<typeof leadSort>;

const several = <T extends z.ZodType>(one: T, most = 20) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.split(",").filter(Boolean) : value),
    z.array(one).max(most),
  );

/** Filters of the list; they stand in the address of the page. */
export const leadFilters = z.object({
  /** Words that stand in name, contact, city, category, tags, address of mail or notes. */
  q: text(200).optional(),
  stage: several(leadStage).optional(),
  tag: several(text(60, 1)).optional(),
  city: text(120).optional(),
  category: text(120).optional(),
  minScore: z.coerce.number().int().min(0).max(100).optional(),
  has: several(z.enum(reaches)).optional(),
  doNotContact: z.stringbool().optional(),
  /**
   * No contact for this many days and no next step planned from today on; without a date of contact, for a new lead
   * always, else since its last change.
   */
  quietDays: z.coerce.number().int().min(1).max(3650).optional(),
  projectId: id.optional(),
  /** These alone, as many as one run of the outreach assistant takes. */
  ids: several(id, maxOutreachLeads).optional(),
  sort: leadSort.default("-updated"),
});
export type LeadFilters = z.infer<typeof leadFilters>;

/** Leads in one bulk request at most. */
export const bulkLimit = 500;

const route = (method: "GET" | "POST" | "PUT" | "DELETE", path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ["leads"], successStatus });

const ids = z.array(id).min(1).max(bulkLimit);

export const leadsContract = {
  listLeads: route("GET", "/leads", "Leads, filtered and sorted")
    .input(page.extend(leadFilters.shape))
    .output(
      z.object({
        leads: z.array(lead),
        /** How many the filters find, and how many there are; counted with the first page. */
        found: z.int(),
        total: z.int(),
        nextCursor: z.string().optional(),
      }),
    ),
  getLead: route("GET", "/leads/{id}", "One lead").input(z.strictObject({ id })).output(z.object({ lead })),
  createLeads: route("POST", "/leads", "Create leads", 201)
    .input(z.strictObject({ enData: z.strictObject({ leads: z.array(newLead).min(1).max(bulkLimit) }) }))
    .output(z.object({ leads: z.array(lead) })),
  /** One `{id, fields}` answers `{updatedLead}`; `{updates: [{id, fields}]}` answers `{updatedLeads}`, all or none. */
  updateLeads: route("PUT", "/leads", "Change one lead or many")
    .input(
      z.union([
        z.strictObject({ id, fields: leadChanges }),
        z.strictObject({
          updates: z
            .array(z.strictObject({ id, fields: leadChanges }))
            .min(1)
            .max(bulkLimit),
        }),
      ]),
    )
    .output(z.union([z.object({ updatedLead: lead }), z.object({ updatedLeads: z.array(lead) })])),
  /** Deleted leads can be brought back for a day. All or none. */
  deleteLeads: route("DELETE", "/leads", "Delete a lead, or several")
    .input(z.strictObject({ enData: z.union([z.strictObject({ id }), z.strictObject({ ids })]) }))
    .output(z.object({ deleted: z.int() })),
  restoreLeads: route("POST", "/leads/restore", "Bring deleted leads back")
    .input(z.strictObject({ ids }))
    .output(z.object({ leads: z.array(lead) })),
};
