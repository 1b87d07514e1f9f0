/** Output for people. */
import { escapeControls } from './escape.js';

/** Formats rows in two indented columns. Line breaks in a value are escaped, so that each pair remains one row. */
export function aligned(rows: readonly (readonly [string, string])[]): string {
  const pairs = rows.map(([left, right]) => [escapeControls(left), escapeControls(right)] as const);
  const width = pairs.reduce((most, [left]) => Math.max(most, left.length), 0);
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n');
}

/** Returns the time of day of an instant, in UTC, for example 14:03:22. */
export function timeOfDay(at: string | number): string {
  return new Date(at).toISOString().slice(11, 19);
}

/** Returns ` Did you mean "…"?` with the most similar known word, or an empty text if more than a third of its letters differ. */
export function suggestion(word: string, known: readonly string[]): string {
  const typed = word.toLowerCase();
  const distances = known.map((one) => ({ one, distance: editDistance(typed, one.toLowerCase()) }));
  const [best] = distances.sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.ceil(best.one.length / 3) ? ` Did you mean "${best.one}"?` : '';
}

/** Returns the number of insertions, deletions and replacements between two words (Levenshtein distance). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous.at(-1) ?? 0;
}
