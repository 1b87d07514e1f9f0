/** Output for people. */
import { escapeControls } from '#sdk/cli/escape';
import { aligned } from '#sdk/cli/text';

/** Formats a title, and below the title a line for each entry: its label and its value. The values are aligned. */
export function fields(title: string, entries: Readonly<Record<string, string>>): string {
  return `${title}\n${aligned(Object.entries(entries))}`;
}

/** Formats rows as a table with property names as headings. Returns `none` if there are no rows. */
export function table(rows: readonly Readonly<Record<string, unknown>>[], none = ''): string {
  const [first] = rows;
  if (first === undefined) return none;
  const headings = Object.keys(first);
  const lines = [headings, ...rows.map((row) => headings.map((heading) => escapeControls(String(row[heading] ?? ''))))];
  const widths = headings.map((_, index) =>
    lines.reduce((width, line) => Math.max(width, line[index]?.length ?? 0), 0),
  );
  const padded = lines.map((line) => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '));
  return padded.map((line) => line.trimEnd()).join('\n');
}

/** Formats rows as CSV with a heading line. Spreadsheet formulas need no escaping: all values are our names and amounts. */
export function csv<Name extends string>(rows: readonly Readonly<Record<Name, string>>[], headings: readonly Name[]) {
  const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const lines = [headings, ...rows.map((row) => headings.map((name) => quoted(row[name])))];
  return lines.map((cells) => cells.join(',')).join('\n');
}

/**
 * Renames properties to the headings of lists: `partnerId` is PARTNER, `createdAt` CREATED, `lastError` LAST ERROR. Keeps `Id`
 * and `At` if two headings would otherwise be equal.
 */
export function upperCased(row: object): Record<string, unknown> {
  const names = Object.keys(row);
  const heading = (name: string) => name.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toUpperCase();
  const short = (name: string) => name.replace(/(?<=.)(Id|At)$/, '');
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isAlone = names.filter((other) => short(other) === short(name)).length === 1;
      return [heading(isAlone ? short(name) : name), value];
    }),
  );
}

/** Formats a time as ISO 8601; `null` for `undefined`. */
export function instantText(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString();
}
