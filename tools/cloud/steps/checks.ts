import type { ApiResponse } from '#local/partner/api-client';
import { poll } from '#sdk/cli/poll';

/** A proof failed. */
class CheckFailed extends Error {
  override readonly name: string = 'CheckFailed';
}

/** The API returned an unexpected status. */
class WrongStatus extends CheckFailed {
  override readonly name = 'WrongStatus';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** @throws CheckFailed with the text if the condition is false */
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
 * Waits until `find` returns a value. Ignores 5xx responses, because a partner would repeat the request.
 * @throws CheckFailed after `limitS` seconds; its message contains `what`
 */
export async function waitFor<T>(what: string, limitS: number, find: () => Promise<T | undefined>): Promise<T> {
  const look = () =>
    find().catch((error: unknown) => {
      if (error instanceof WrongStatus && error.status >= 500) return undefined;
      throw error;
    });
  const found = await poll(look, limitS * 1000);
  check(found !== undefined, `timeout after ${limitS} s: ${what}`);
  return found;
}

/** Counts equal texts: `2 x this, 1 x that`. */
export function countEach(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} x ${text}`).join(', ');
}

/** Counts responses by status and code: `29 x 200, 1 x 409 CONFLICT`. */
export function tally(responses: readonly ApiResponse[]): string {
  return countEach(
    responses.map(({ status, body }) => (body?.code === undefined ? `${status}` : `${status} ${body.code}`)),
  );
}

/** Returns the error of a promise; `undefined` if it succeeds. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
