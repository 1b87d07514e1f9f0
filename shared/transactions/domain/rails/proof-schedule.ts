import { payoutAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { type NamedRail, readRail } from './rail';

/** Times at which a proof is looked up. The central bank publishes them from 09:30 to 23:00 in Mexico City, every day. */

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const OPENING = 9 * 60 + 30;
const CLOSING = 23 * 60;
const LONGEST_DELAY_MS = 4 * 60 * MINUTE_MS;

/** Time after which a proof that was not found counts as unavailable. */
export const PROOF_TIMEOUT_MS = 7 * DAY_MINUTES * MINUTE_MS;

const timeZone = 'America/Mexico_City';
/** Made at the first use: each takes milliseconds. */
let clock: Intl.DateTimeFormat | undefined;
let calendar: Intl.DateTimeFormat | undefined;

/** The day of an instant in Mexico City, YYYY-MM-DD. */
export function mexicanDay(atMs: number): string {
  calendar ??= new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return calendar.format(atMs);
}

/** The first instant from one on at which proofs are published, epoch ms. */
export function nextPublication(atMs: number): number {
  const minutes = minutesOfDay(atMs);
  if (minutes >= OPENING && minutes < CLOSING) return atMs;
  const waitMs = ((OPENING - minutes + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  const opening = Math.floor(atMs / MINUTE_MS) * MINUTE_MS + waitMs;
  // The clock may have been changed in between.
  return opening + (OPENING - minutesOfDay(opening)) * MINUTE_MS;
}

/** The time of the next look-up: after 1, 2, 4 … minutes, four hours at most, or at the next opening. @param calls made so far */
export function nextLookUp(calls: number, atMs: number): number {
  return nextPublication(atMs + Math.min(LONGEST_DELAY_MS, MINUTE_MS * 2 ** Math.min(calls, 10)));
}

function minutesOfDay(atMs: number): number {
  clock ??= new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const [hours = 0, minutes = 0] = clock.format(atMs).split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * The transaction with the rail of its payout, as its bank names it after the submission: a new version, and no step.
 *
 * @param atMs epoch ms
 * @returns `undefined` if a rail is known already, or this one is not kept
 */
export function withPayoutRail(transaction: Transaction, named: NamedRail, atMs: number): Transaction | undefined {
  const { currency } = payoutAmount(transaction);
  const payoutRail = transaction.payoutRail === undefined ? readRail(named, { currency, atMs }) : undefined;
  if (payoutRail === undefined) return undefined;
  const updatedAtMs = Math.max(atMs, transaction.updatedAtMs);
  return { ...transaction, payoutRail, version: transaction.version + 1, updatedAtMs };
}
