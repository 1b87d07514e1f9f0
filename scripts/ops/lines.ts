/** Lines for people. */

/** Label and value on each line, values under one another. */
export function fields(title: string, entries: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(entries).map((label) => label.length));
  const lines = Object.entries(entries).map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
  return [title, ...lines].join('\n');
}

/** Columns under their headings. */
export function columns(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** An instant, or a dash. */
export function instant(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString();
}
