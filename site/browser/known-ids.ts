/** Ids of earlier answers, which take the place of the documentation's examples in the next request. */

const STORED_AS = 'ids-of-answers';

/** Reads the ids by operation and field. They are no secrets: they last until the tab is closed, across pages. */
function read(): Readonly<Record<string, unknown>> {
  return Object(JSON.parse(sessionStorage.getItem(STORED_AS) ?? '{}'));
}

/**
 * Keeps the ids of an answer.
 * @param gives JSON pointers into the answer, by the operation and the field that each is good for
 * @param answer another text than JSON has none
 */
export function rememberIds(gives: Readonly<Record<string, string>>, answer: string): void {
  const body = parsed(answer);
  const found = Object.entries(gives).flatMap(([taker, pointer]): [string, string][] => {
    const value = follow(body, pointer);
    return typeof value === 'string' ? [[taker, value]] : [];
  });
  if (found.length > 0) sessionStorage.setItem(STORED_AS, JSON.stringify({ ...read(), ...Object.fromEntries(found) }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function follow(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, step) => Object(node)[step], value);
}

/** Returns the known id for a field of an operation, or the example. */
export function knownValue(operationId: string, field: string, example: string): string {
  const known = read()[`${operationId} ${field}`];
  return typeof known === 'string' ? known : example;
}

/** Puts the known ids into the fields of an example of a body. Fields that it does not have are not added. */
export function knownBody(operationId: string, example: string): string {
  const fields = Object.entries(Object(JSON.parse(example)));
  const filled = fields.map(([name, value]) => [
    name,
    typeof value === 'string' ? knownValue(operationId, name, value) : value,
  ]);
  return JSON.stringify(Object.fromEntries(filled), null, 2);
}
