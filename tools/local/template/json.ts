/** A JSON object with unchecked values. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the value as an object.
 * @param where description of the value for the error message
 */
export function asObject(value: unknown, where: string): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`${where} is not an object`);
}

/**
 * Returns the value as a string.
 * @param where description of the value for the error message
 */
export function asText(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${where} is not a text`);
}

/** Parses a JSON object. Returns `undefined` for invalid JSON or another type of value. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
