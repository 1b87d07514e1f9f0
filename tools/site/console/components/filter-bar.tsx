import { type FilterValues, filteredPath } from './address';

/** A filter of a list. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  /** Values to choose from. @default any text */
  readonly choices?: readonly string[];
  /** Value that means "no filter". @default adds the choice "any" */
  readonly otherwise?: string;
  /** True if the filter value is a day. @default false */
  readonly isDay?: boolean;
}

interface Filters {
  readonly filters: readonly Filter[];
  /** Current values. */
  readonly values: FilterValues;
  /** Address of the view without filters. */
  readonly path: string;
}

/** A bar of filters. The URL contains the filter values, so that the filtered list can be bookmarked and shared. */
export function FilterBar({ filters, values, path }: Filters) {
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const given = filters.map(({ name }) => [name, String(form.get(name) ?? '').trim()] as const);
    location.hash = filteredPath(path, Object.fromEntries(given));
  };
  return (
    <form class="filters" aria-label="Filters" onSubmit={apply}>
      {filters.map(({ name, label, choices, otherwise, isDay = false }) => (
        <div key={name}>
          <label htmlFor={`filter-${name}`}>{label}</label>
          {choices === undefined ? (
            <Entry name={name} value={values[name] ?? otherwise ?? ''} isDay={isDay} />
          ) : (
            <select id={`filter-${name}`} name={name}>
              {(otherwise === undefined ? ['', ...choices] : choices).map((choice) => (
                <option key={choice} value={choice} selected={choice === (values[name] ?? otherwise ?? '')}>
                  {choice === '' ? 'any' : choice}
                </option>
              ))}
            </select>
          )}
        </div>
      ))}
      <button type="submit">Apply</button>
      {Object.keys(values).length > 0 && <a href={path}>Clear</a>}
    </form>
  );
}

function Entry({ name, value, isDay }: { readonly name: string; readonly value: string; readonly isDay: boolean }) {
  const field = { id: `filter-${name}`, name, defaultValue: value, autoComplete: 'off' };
  return isDay ? <input type="date" {...field} /> : <input {...field} />;
}
