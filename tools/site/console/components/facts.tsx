import { Section } from './section';
import { Table } from './table';
import { Value } from './value';
import { asFields, asRows, type Fields, isPlain, nameText } from './values';

/** Shows the names and values of an object, one per line. */
export function Facts({ fields }: { readonly fields: Fields }) {
  return (
    <dl>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name}>
          <dt>{nameText(name)}</dt>
          <dd>
            <Value name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the values of an object as a list, and a section for each nested object or list of objects. */
export function RecordFacts({ fields }: { readonly fields: Fields }) {
  const entries = Object.entries(fields);
  const parts = entries.filter(([, value]) => !isPlain(value) && Object.keys(Object(value)).length > 0);
  return (
    <>
      <Facts fields={Object.fromEntries(entries.filter(([, value]) => isPlain(value)))} />
      {parts.map(([name, value]) => (
        <Section key={name} title={nameText(name)}>
          {Array.isArray(value) ? (
            <Table rows={asRows(value)} about={nameText(name)} />
          ) : (
            <Facts fields={asFields(value)} />
          )}
        </Section>
      ))}
    </>
  );
}
