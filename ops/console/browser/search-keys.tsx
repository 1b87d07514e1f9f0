import { searchKeys } from './query';

/** What can be searched by, with an example of each key. */
export function SearchKeys() {
  return (
    <>
      <p>Enter an id, an amount, a day, an e-mail address or a reference. To search by one of these only, name it:</p>
      <dl>
        {Object.entries(searchKeys).map(([key, example]) => (
          <div key={key}>
            <dt>{key}:</dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
