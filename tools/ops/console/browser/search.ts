/** Searches with the verbs of the operator tool. */
import { asRows, asText, type Fields } from '#site/console/components/values';
import { call, Refused, type VerbOptions } from './api';
import { readQuery } from './query';

export interface Found {
  readonly transactions: readonly Fields[];
  readonly users: readonly Fields[];
  readonly partners: readonly Fields[];
  readonly notifications: readonly Fields[];
  /** True if the search ended before it had read all transactions. */
  readonly more: boolean;
}

/** Runs a search. A result that matches several keys appears once. @throws Refused */
export async function search(typed: string): Promise<Found> {
  const { calls, isGuess } = readQuery(typed);
  const responses = await Promise.all(calls.map(([verb, options]) => searchBy(verb, options, isGuess)));
  return {
    transactions: byId(
      responses.flatMap(({ transactions, transaction }) => [...asRows(transactions), ...one(transaction)]),
    ),
    users: byId(responses.flatMap(({ users }) => asRows(users))),
    partners: byId(responses.flatMap((response) => ('flows' in response ? [response] : []))),
    notifications: byId(responses.flatMap((response) => ('deliveries' in response ? [response] : []))),
    more: responses.some(({ more }) => more === true),
  };
}

async function searchBy(verb: string, options: VerbOptions, isGuess: boolean): Promise<Fields> {
  try {
    return await call({ verb, options });
  } catch (error) {
    const isNone = error instanceof Refused && (error.status === 422 || (isGuess && error.status === 400));
    if (isNone) return {};
    throw error;
  }
}

function one(found: unknown): readonly Fields[] {
  return found === undefined ? [] : asRows([found]);
}

function byId(rows: readonly Fields[]): readonly Fields[] {
  return [...new Map(rows.map((row) => [asText(row.id), row])).values()];
}
