import { type FilterValues, filteredPath } from './address';

/** One filter of a list. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  /** The values to choose from. @default any text */
  readonly choices?: readonly string[];
  /** The value that means "no filter". @default a choice "any" is added */
  readonly otherwise?: string;
  /** Tells that it is a day. @default false */
  readonly isDay?: boolean;
}

interface Filters {
  readonly filters: readonly Filter[];
  /** The values that are set. */
  readonly values: FilterValues;
  /** The view's address without filters. */
  readonly path: string;
}

/** A bar of filters. Their values are part of the address, so that it can be kept and shared. */
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
