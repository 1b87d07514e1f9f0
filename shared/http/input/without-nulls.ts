/**
 * A body without the members that are null: on POST, null for a field counts as its absence, at any depth (contract,
 * Requests). A list keeps its nulls, because each of its places counts.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  );
}
