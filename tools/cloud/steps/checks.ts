import type { ApiResponse } from '#local/partner/api-client';
import { poll } from '#sdk/cli/poll';

/** A proof failed. */
class CheckFailed extends Error {
  override readonly name: string = 'CheckFailed';
}

/** The API returned another status than the expected one. */
class WrongStatus extends CheckFailed {
  override readonly name = 'WrongStatus';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** @throws CheckFailed with the text if the condition does not hold */
export function check(condition: boolean, text: string): asserts condition {
  if (!condition) throw new CheckFailed(text);
}

/** Returns the response if it has one of the statuses. @throws CheckFailed otherwise */
export function expectStatus(response: ApiResponse, ...statuses: readonly number[]): ApiResponse {
  const { status, text } = response;
  if (!statuses.includes(status))
    throw new WrongStatus(status, `status ${status} instead of ${statuses.join(' or ')}: ${text.slice(0, 300)}`);
  return response;
}

/**
 * Waits until there is a value. A 5xx response counts as none, because a partner repeats such a call too.
 * @param limitS seconds
 * @throws CheckFailed after the limit, with the description of the value
 */
export async function waitFor<T>(what: string, limitS: number, find: () => Promise<T | undefined>): Promise<T> {
  const look = () =>
    find().catch((error: unknown) => {
      if (error instanceof WrongStatus && error.status >= 500) return undefined;
      throw error;
    });
  const found = await poll(look, limitS * 1000);
  check(found !== undefined, `${what} did not come within ${limitS} s`);
  return found;
}

/** Counts equal texts: `2 x this, 1 x that`. */
export function countEach(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} x ${text}`).join(', ');
}

/** Counts the responses of each kind: `29 x 200, 1 x 409 CONFLICT`. */
export function tally(responses: readonly ApiResponse[]): string {
  return countEach(
    responses.map(({ status, body }) => (body?.code === undefined ? `${status}` : `${status} ${body.code}`)),
  );
}

/** Returns the error that work ends with; `undefined` if it succeeds. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
