/** The search through the verbs of the operator tool. */
import { asRows, asText, type Fields } from '#site/console/components/values';
import { call, Refused, type VerbOptions } from './api';
import { readQuery } from './query';

export interface Found {
  readonly transactions: readonly Fields[];
  readonly users: readonly Fields[];
  readonly partners: readonly Fields[];
  readonly notifications: readonly Fields[];
  /** True if a search ended before it had looked at all transactions. */
  readonly more: boolean;
}

/** Runs a search; what is found under several keys stands once. @throws Refused */
export async function search(typed: string): Promise<Found> {
  const { calls, isGuess } = readQuery(typed);
  const answers = await Promise.all(calls.map(([verb, options]) => searchBy(verb, options, isGuess)));
  return {
    transactions: byId(
      answers.flatMap(({ transactions, transaction }) => [...asRows(transactions), ...one(transaction)]),
    ),
    users: byId(answers.flatMap(({ users }) => asRows(users))),
    partners: byId(answers.flatMap((answer) => ('flows' in answer ? [answer] : []))),
    notifications: byId(answers.flatMap((answer) => ('deliveries' in answer ? [answer] : []))),
    more: answers.some(({ more }) => more === true),
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
