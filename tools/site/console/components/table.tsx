import { Value } from './value';
import { type Fields, nameText, valueText } from './values';

export interface Columns {
  /** Title for people who do not see the table. */
  readonly about: string;
  /** Names of the fields. @default the fields of the first row */
  readonly names?: readonly string[] | undefined;
  /** The address that the first value of a row leads to, if any. @default none */
  readonly leadsTo?: ((row: Fields) => string | undefined) | undefined;
}

/** A table of rows, in a part that scrolls by itself. Columns of numbers stand to the right. */
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

/** A number as text: decimal, or in groups of three digits. */
const NUMBER = /^-?(\d+\.\d+|\d{1,3}(,\d{3})*)$/;

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value));
}
