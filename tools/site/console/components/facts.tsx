import { Section } from './section';
import { Table } from './table';
import { Value } from './value';
import { asFields, asRows, type Fields, isPlain, nameText } from './values';

/** Names and values of an object that stand in one line each. */
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

/** An object as a list of its values, then a section for each part that is an object or a list of objects. */
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
