/** Values of the shipped example that stand for a deployer's own. They synthesize, and mean nothing to AWS. */

/** An account of AWS's documentation. */
export const PLACEHOLDER_ACCOUNT = '111122223333';

const PLACEHOLDER = new RegExp(String.raw`\b(${PLACEHOLDER_ACCOUNT}|example\.com)\b|EXAMPLE$`);

/** Paths of the settings that hold one. */
export function placeholdersIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return PLACEHOLDER.test(value) ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => placeholdersIn(inner, [...path, key]));
}
