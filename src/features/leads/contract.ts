import { oc } from "@orpc/contract";
import { z } from "zod";
import { date, email, id, instant, page, recordId, recordInstant, text, webAddress } from "#src/kit/schemas.ts";
import { leadLayouts, legalBases, leadSorts, leadStages, maxNamedLeads, reaches } from "./rules.ts";

export const leadStage = z.enum(leadStages);
export type LeadStage = z.infer<typeof leadStage>;

/** On what a person may be written to; `none` allows drafts only. */
export const legalBasis = z.enum(legalBases);
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

/**
 * Fields as they are answered. They were judged when they were written; to judge each again on each reading would cost
 * more than reading them.
 */
const answeredFields = {
  name: z.string(),
  kind: leadFields.kind,
  category: z.string(),
  contact: z.string(),
  email: z.array(z.string()),
  phone: z.array(z.string()),
  website: z.string().nullable(),
  address: z.object({ street: z.string(), zip: z.string(), city: z.string(), country: z.string() }),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  stage: leadStage,
  score: z.number().nullable(),
  tags: z.array(z.string()),
  owner: z.string(),
  source: z
    .object({
      adapter: z.string(),
      externalId: z.string().nullable(),
      url: z.string().nullable(),
      licence: z.string(),
      /** Leads that were found before it was kept have none. */
      attribution: z.string().default(""),
      retrievedAt: z.string(),
    })
    .nullable(),
  legalBasis,
  doNotContact: z.boolean(),
  lastContactAt: recordInstant.nullable(),
  nextStep: z.string(),
  nextStepOn: z.string().nullable(),
  notes: z.string(),
  osmTags: z.record(z.string(), z.string()),
  customFields: z.record(z.string(), z.string()),
} satisfies Record<keyof typeof leadFields, z.ZodType>;

export const lead = z.object({
  id: recordId,
  ...answeredFields,
  projectId: recordId.nullable(),
  runId: recordId.nullable(),
  dateCreated: recordInstant,
  dateUpdated: recordInstant,
});
export type Lead = z.infer<typeof lead>;

/** What a table or a board shows of a lead. */
export const leadRow = lead.pick({
  id: true,
  name: true,
  category: true,
  contact: true,
  email: true,
  phone: true,
  address: true,
  stage: true,
  score: true,
  tags: true,
  doNotContact: true,
  lastContactAt: true,
  nextStep: true,
  nextStepOn: true,
  dateUpdated: true,
});
export type LeadRow = z.infer<typeof leadRow>;

/** Columns of a row, in the order of the contract. */
export const leadRowKeys = leadRow.keyof().options;

/** A lead of a list: the columns of a table, and the others where all were asked for. */
const listedLead = lead.partial().extend(leadRow.shape);
export type ListedLead = z.infer<typeof listedLead>;

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
  /** These alone. */
  ids: several(id, maxNamedLeads).optional(),
  sort: leadSort.default("-updated"),
});
export type LeadFilters = z.infer<typeof leadFilters>;

/** What a list answers beside the page itself. */
const listOptions = {
  /** `table`: only what a table shows; `GET /leads/{id}` answers the rest of one. */
  fields: z.enum(["all", "table"]).default("all"),
  /** Whether the first page counts what the filters find and all there is; further pages repeat it. */
  counts: z.stringbool().default(false),
};
export type LeadListQuery = LeadFilters & { fields: "all" | "table"; counts: boolean };

/** A view that a person keeps: filters, order and layout by name. */
const viewFilters = z
  .strictObject({
    q: text(200),
    stage: z.array(leadStage).max(leadStages.length),
    tag: z.array(text(60, 1)).max(20),
    city: text(120),
    category: text(120),
    minScore: z.int().min(0).max(100),
    has: z.array(z.enum(reaches)).max(reaches.length),
    doNotContact: z.boolean(),
    quietDays: z.int().min(1).max(3650),
    sort: leadSort,
    layout: z.enum(leadLayouts),
  })
  .partial();
export type LeadViewFilters = z.infer<typeof viewFilters>;

const viewName = text(60, 1);
const view = z.object({ id: recordId, name: z.string(), filters: viewFilters });
export type LeadView = z.infer<typeof view>;

export const leadNote = z.object({ id: recordId, leadId: recordId, text: z.string(), dateCreated: recordInstant });
export type LeadNote = z.infer<typeof leadNote>;

/**
 * Something that happened to a lead. `created`: where it came from in `text`, null for one by hand. `note`: its text.
 * `change`: one field, before and after in words or codes, null where a field has no short form. `message`: subject,
 * channel and status of an outreach message. `run`: a run that found the lead or wrote to it.
 */
const timelineItem = z.object({
  kind: z.enum(["created", "note", "change", "message", "run"]),
  id: recordId,
  at: recordInstant,
  text: z.string().nullable(),
  field: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  channel: z.string().nullable(),
  status: z.string().nullable(),
  projectId: recordId.nullable(),
});
export type TimelineItem = z.infer<typeof timelineItem>;

/** Leads in one bulk request at most. */
export const bulkLimit = 500;

const route = (method: "GET" | "POST" | "PUT" | "DELETE", path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ["leads"], successStatus });

const ids = z.array(id).min(1).max(bulkLimit);

/**
 * One change of a lead. `was` holds fields as the person saw them: where one has become another since, nothing is
 * changed, 409 `leads.stale`.
 */
const leadUpdate = z.strictObject({ id, fields: leadChanges, was: leadChanges.optional() });
export type LeadUpdate = z.infer<typeof leadUpdate>;

export const leadsContract = {
  listLeads: route("GET", "/leads", "Leads, filtered and sorted")
    .input(page.extend(leadFilters.shape).extend(listOptions))
    .output(
      z.object({
        leads: z.array(listedLead),
        /** How many the filters find, and how many there are; only where `counts` asked for it. */
        found: z.int().optional(),
        total: z.int().optional(),
        nextCursor: z.string().optional(),
      }),
    ),
  getLead: route("GET", "/leads/{id}", "One lead").input(z.strictObject({ id })).output(z.object({ lead })),
  createLeads: route("POST", "/leads", "Create leads", 201)
    .input(z.strictObject({ enData: z.strictObject({ leads: z.array(newLead).min(1).max(bulkLimit) }) }))
    .output(z.object({ leads: z.array(lead) })),
  /** One `{id, fields}` answers `{updatedLead}`; `{updates: [{id, fields}]}` answers `{updatedLeads}`, all or none. */
  updateLeads: route("PUT", "/leads", "Change one lead or many")
    .input(z.union([leadUpdate, z.strictObject({ updates: z.array(leadUpdate).min(1).max(bulkLimit) })]))
    .output(z.union([z.object({ updatedLead: lead }), z.object({ updatedLeads: z.array(lead) })])),
  /** Deleted leads can be brought back for a day. All or none. */
  deleteLeads: route("DELETE", "/leads", "Delete a lead, or several")
    .input(z.strictObject({ enData: z.union([z.strictObject({ id }), z.strictObject({ ids })]) }))
    .output(z.object({ deleted: z.int() })),
  restoreLeads: route("POST", "/leads/restore", "Bring deleted leads back")
    .input(z.strictObject({ ids }))
    .output(z.object({ leads: z.array(lead) })),

  getTimeline: route("GET", "/leads/{id}/timeline", "What happened to a lead, newest first")
    .input(page.extend({ id }))
    .output(z.object({ items: z.array(timelineItem), nextCursor: z.string().optional() })),
  createNote: route("POST", "/leads/notes", "Add a note to a lead", 201)
    .input(z.strictObject({ enData: z.strictObject({ leadId: id, text: text(4000, 1) }) }))
    .output(z.object({ note: leadNote })),
  deleteNote: route("DELETE", "/leads/notes", "Delete a note")
    .input(z.strictObject({ enData: z.strictObject({ id }) }))
    .output(z.object({ deleted: z.literal(true) })),
  restoreNote: route("POST", "/leads/notes/restore", "Bring back a note deleted within 24 hours")
    .input(z.strictObject({ id }))
    .output(z.object({ note: leadNote })),

  /** With how many leads each finds, and the two that everybody has. */
  listViews: route("GET", "/leads/views", "Saved views, oldest first")
    .input(z.strictObject({}))
    .output(
      z.object({
        views: z.array(view.extend({ found: z.int() })),
        quiet: z.int(),
        untouched: z.int(),
        total: z.int(),
      }),
    ),
  createView: route("POST", "/leads/views", "Save a view", 201)
    .input(z.strictObject({ enData: z.strictObject({ name: viewName, filters: viewFilters }) }))
    .output(z.object({ view })),
  updateView: route("PUT", "/leads/views", "Rename a view, or give it other filters")
    .input(z.strictObject({ id, fields: z.strictObject({ name: viewName, filters: viewFilters }).partial() }))
    .output(z.object({ view })),
  deleteView: route("DELETE", "/leads/views", "Delete a view")
    .input(z.strictObject({ enData: z.strictObject({ id }) }))
    .output(z.object({ deleted: z.literal(true) })),
  restoreView: route("POST", "/leads/views/restore", "Bring back a view deleted within 24 hours")
    .input(z.strictObject({ id }))
    .output(z.object({ view })),
};
