/* The schema of an answer, described for models in few words. */

type JsonSchema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A JSON Schema as a line of notation, `{"titles": [{"title": string, "kind": "claim" | "question"}]}`: about a tenth
 * of its characters. Limits are left out; the parts of the prompt state them.
 */
export function answerShape(schema: JsonSchema): string {
  const union = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(union)) return union.filter(isSchema).map(answerShape).join(" | ");
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (schema["type"] === "array") return `[${isSchema(schema["items"]) ? answerShape(schema["items"]) : "…"}, …]`;
  if (schema["type"] === "object" && isSchema(schema["properties"])) {
    const fields = Object.entries(schema["properties"]).map(
      ([name, inner]) => `${JSON.stringify(name)}: ${isSchema(inner) ? answerShape(inner) : "…"}`,
    );
    return `{${fields.join(", ")}}`;
  }
  // `["string", "null"]`: a value that may be missing.
  const types = [schema["type"]].flat().filter((type) => typeof type === "string");
  return types.length > 0 ? types.join(" | ") : "…";
}
