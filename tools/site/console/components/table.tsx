import { Value } from './value';
import { type Fields, nameText, valueText } from './values';

export interface Columns {
  /** Title for screen readers. */
  readonly about: string;
  /** Field names. @default fields of the first row */
  readonly names?: readonly string[] | undefined;
  /** Returns the link of a row's first value, if any. @default no link */
  readonly leadsTo?: ((row: Fields) => string | undefined) | undefined;
}

/** A table of rows that scrolls independently of the page. Numeric columns are right-aligned. */
export function Table({ rows, about, names, leadsTo }: Columns & { readonly rows: readonly Fields[] }) {
  const [first] = rows;
  if (first === undefined) return <p class="none">None</p>;
  const columns = (names ?? Object.keys(first)).map((name) => ({
    name,
    className: rows.every((row) => isNumber(row[name])) ? 'number' : undefined,
  }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by the keyboard.
    <section class="scrolls" aria-label={about} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, className }) => (
              <th key={name} scope="col" class={className}>
                {nameText(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, position) => {
            const href = leadsTo?.(row);
            return (
              <tr key={position}>
                {columns.map(({ name, className }, index) => (
                  <td key={name} class={className}>
                    {href !== undefined && index === 0 ? (
                      <a href={href}>{valueText(row[name])}</a>
                    ) : (
                      <Value name={name} value={row[name]} />
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Matches a number as text: a decimal (`1234.50`), or an integer with groups of three digits (`1,234`). */
const NUMBER = /^-?(\d+\.\d+|\d{1,3}(,\d{3})*)$/;

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value));
}
