/** Renders a generated page, with a line that says so. */
export function renderPage(title: string, source: string, parts: readonly string[]): string {
  return `${[`# ${title}`, `<!-- Written by "npm run docs" from ${source}; changes here are lost. -->`, ...parts].join('\n\n')}\n`;
}

/** Renders a table of Markdown. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
