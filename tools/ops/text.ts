/** Output for people. */
import { escapeControls } from '#sdk/cli/escape';
import { aligned } from '#sdk/cli/text';

/** Label and value on each line, values under one another. */
export function fields(title: string, entries: Readonly<Record<string, string>>): string {
  return `${title}\n${aligned(Object.entries(entries))}`;
}

/** Rows whose properties stand in columns under their names; `none` if there is no row. */
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

/** Rows as CSV with a line of headings, in lines of a terminal. No value begins a formula: they are names and amounts of our own. */
export function csv<Name extends string>(rows: readonly Readonly<Record<Name, string>>[], headings: readonly Name[]) {
  const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const lines = [headings, ...rows.map((row) => headings.map((name) => quoted(row[name])))];
  return lines.map((cells) => cells.join(',')).join('\n');
}

/**
 * The same properties under headings, the same in every list: `partnerId` is PARTNER, `createdAt` CREATED, `lastError` LAST ERROR. A name
 * that would stand twice keeps its end.
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

/** ISO 8601, or null if there is no instant. */
export function instantText(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString();
}
