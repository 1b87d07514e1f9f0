/** Ids of earlier answers, which take the place of the documentation's examples in the next request. */

/** Fields whose name says what the id is of. */
const NAMED = /^(?:userId|quoteId|receiverId|transactionId|walletId|personId|targetBankAccountId)$/;
const STORED_AS = 'ids-of-answers';

/** Ids are no secrets: they last until the tab is closed, across pages. */
function read(): Record<string, string> {
  const stored: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? '{}');
  return Object.fromEntries(
    Object.entries(Object(stored)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Keeps the ids of an answer. Another text than JSON has none. */
export function rememberIds(answer: string): void {
  const found = idsIn(answer);
  if (Object.keys(found).length > 0) sessionStorage.setItem(STORED_AS, JSON.stringify({ ...read(), ...found }));
}

function idsIn(answer: string): Record<string, string> {
  try {
    const { success, data }: { success?: unknown; data?: unknown } = Object(JSON.parse(answer));
    if (success !== true) return {};
    return Object.fromEntries(
      Object.entries(Object(data)).filter(
        (entry): entry is [string, string] => NAMED.test(entry[0]) && typeof entry[1] === 'string',
      ),
    );
  } catch {
    return {};
  }
}

/** Puts known ids in place of examples. */
export const withKnownIds = {
  /** Of a path parameter. */
  value: (name: string, example: string): string => read()[name] ?? example,
  /** Of the fields of a body. Fields that the example does not have are not added. */
  body: (example: string): string => {
    const known = read();
    const fields = Object.entries(Object(JSON.parse(example)));
    return JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name, known[name] ?? value])), null, 2);
  },
};
