/** A JSON object whose values are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; `where` names it in the error. */
export function asObject(value: unknown, where: string): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`${where} is not an object`);
}

/** The value as text; `where` names it in the error. */
export function asText(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${where} is not a text`);
}

/** The object that a text contains; undefined if it is not JSON or not an object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
