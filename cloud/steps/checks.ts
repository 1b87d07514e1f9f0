import { setTimeout as sleep } from 'node:timers/promises';
import { Unanswered } from '#cloud/plan/step';
import type { Answer } from '#local/partner/api-client';

/** Something is not as it has to be. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

/** The API answered with another status than it has to. */
class WrongStatus extends CheckFailed {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** @throws CheckFailed with the text where the condition does not hold */
export function check(condition: boolean, text: string): asserts condition {
  if (!condition) throw new CheckFailed(text);
}

/** @throws CheckFailed with the answer where its status is none of these */
export function expectStatus(answer: Answer, ...statuses: readonly number[]): Answer {
  const { status, text } = answer;
  if (!statuses.includes(status))
    throw new WrongStatus(status, `answered ${status} instead of ${statuses.join(' or ')}: ${text.slice(0, 300)}`);
  return answer;
}

/**
 * Asks until there is a value. An answer of 5xx is asked for again, as a partner would.
 * @param limitS how long, in seconds
 * @throws CheckFailed after that, with what was waited for
 */
export async function waitFor<T>(what: string, limitS: number, find: () => Promise<T | undefined>): Promise<T> {
  const findOnce = () =>
    find().catch((error: unknown) => {
      if (error instanceof WrongStatus && error.status >= 500) return undefined;
      throw error;
    });
  return await lookFor({ limitS, pauseMs: 250, find: findOnce }, () => {
    throw new CheckFailed(`${what} did not come within ${limitS} s`);
  });
}

/**
 * Looks until there is a value, where time alone may bring it.
 * @param limitS how long, in seconds
 * @throws Unanswered after that
 */
export async function awaitAnswer<T>(what: string, limitS: number, find: () => Promise<T | undefined>): Promise<T> {
  return await lookFor({ limitS, pauseMs: 2000, find }, () => {
    throw new Unanswered(`${what} did not come within ${limitS} s: ask again later with --only and this step's name`);
  });
}

interface Look<T> {
  readonly limitS: number;
  readonly pauseMs: number;
  find(): Promise<T | undefined>;
}

async function lookFor<T>({ limitS, pauseMs, find }: Look<T>, giveUp: () => never): Promise<T> {
  for (const endMs = performance.now() + limitS * 1000; ; await sleep(pauseMs)) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > endMs) giveUp();
  }
}

/** Counts the answers of each kind: `29 x 200, 1 x 409 CONFLICT`. */
export function tally(answers: readonly Answer[]): string {
  return countEach(answers.map(({ status, body }) => `${status}${body?.code === undefined ? '' : ` ${body.code}`}`));
}

/** Counts equal texts: `2 x this, 1 x that`. */
export function countEach(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} x ${text}`).join(', ');
}

/** Returns the error that work ends with. Absent: it ends well. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
