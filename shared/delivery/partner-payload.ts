/** What of a partner's error answer can be kept on the item: the table takes less than JSON allows. */

/** The table nests 32 levels; ours are a few above. */
const MAX_DEPTH = 20;
/** Below this the table's numbers end (1e-130); nobody means such a number. */
const SMALLEST = 1e-100;

/** The parsed text if it is a JSON object or array that the table can hold, else `undefined`. */
export function storablePayload(text: string | undefined): object | undefined {
  if (text === undefined || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && isStorable(value, 0) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isStorable(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (typeof value === 'number') {
    const size = Math.abs(value);
    return size === 0 || (size >= SMALLEST && size <= Number.MAX_SAFE_INTEGER);
  }
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, part]) => name !== '' && isStorable(part, depth + 1));
}
