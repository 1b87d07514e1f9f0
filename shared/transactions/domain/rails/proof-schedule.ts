import { payoutAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { type NamedRail, readRail } from './rail';

/** Schedule of proof look-ups. The central bank publishes proofs from 09:30 to 23:00 in Mexico City, every day. */

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const OPENING = 9 * 60 + 30;
const CLOSING = 23 * 60;
const LONGEST_DELAY_MS = 4 * 60 * MINUTE_MS;

/** Time from the start of the look-ups until a missing proof gets the status `UNAVAILABLE`. */
export const PROOF_TIMEOUT_MS = 7 * DAY_MINUTES * MINUTE_MS;

const timeZone = 'America/Mexico_City';
/** Created at first use: creating a formatter takes milliseconds. */
let clock: Intl.DateTimeFormat | undefined;
let calendar: Intl.DateTimeFormat | undefined;

/** Returns the day in Mexico City at a given time, as YYYY-MM-DD. */
export function mexicanDay(atMs: number): string {
  calendar ??= new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return calendar.format(atMs);
}

/** Returns `atMs` if the central bank publishes proofs at this time, otherwise the next opening time. Epoch ms. */
export function nextPublication(atMs: number): number {
  const minutes = minutesOfDay(atMs);
  if (minutes >= OPENING && minutes < CLOSING) return atMs;
  const waitMs = ((OPENING - minutes + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  const opening = Math.floor(atMs / MINUTE_MS) * MINUTE_MS + waitMs;
  // Corrects the result if the UTC offset changes between `atMs` and the opening time.
  return opening + (OPENING - minutesOfDay(opening)) * MINUTE_MS;
}

/** Returns the time of the next look-up: after 1, 2, 4 … minutes, at most four hours, only in the publication hours. */
export function nextLookUp(calls: number, atMs: number): number {
  return nextPublication(atMs + Math.min(LONGEST_DELAY_MS, MINUTE_MS * 2 ** Math.min(calls, 10)));
}

function minutesOfDay(atMs: number): number {
  clock ??= new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const [hours = 0, minutes = 0] = clock.format(atMs).split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * Returns the transaction with a payout rail that the bank reports only after the payout was submitted.
 * @returns `undefined` if a rail is already stored, or if the reported rail is invalid
 */
export function withPayoutRail(transaction: Transaction, named: NamedRail, atMs: number): Transaction | undefined {
  const { currency } = payoutAmount(transaction);
  const payoutRail = transaction.payoutRail === undefined ? readRail(named, { currency, atMs }) : undefined;
  if (payoutRail === undefined) return undefined;
  const updatedAtMs = Math.max(atMs, transaction.updatedAtMs);
  return { ...transaction, payoutRail, version: transaction.version + 1, updatedAtMs };
}
