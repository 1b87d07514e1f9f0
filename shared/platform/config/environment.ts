/** Environment variables of the functions, read at their first use; the error of a missing one names it. */

import type { StageName } from '#shared/values/stage-name';

/** Reads a required variable. @throws Error naming the variable, when it is unset or empty. */
export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Environment variable ${name} is not set`);
  return value;
}

/**
 * Reads a whole number that may not be negative.
 * @throws Error naming the variable, when its value is anything else.
 */
export function wholeNumber(name: string, fallback?: number): number {
  const value = process.env[name];
  if ((value === undefined || value === '') && fallback !== undefined) return fallback;
  const number = Number(required(name));
  if (!Number.isInteger(number) || number < 0) throw new Error(`Environment variable ${name} is not a whole number`);
  return number;
}

/** The stage this function runs in. @throws Error when STAGE is neither sandbox nor production. */
export function stage(): StageName {
  const value = required('STAGE');
  if (value === 'sandbox' || value === 'production') return value;
  throw new Error('Environment variable STAGE is neither sandbox nor production');
}

/** Returns true if addresses of this machine and its network may be called: on a laptop only, no template sets it. */
export function localNetworkAllowed(): boolean {
  return process.env.LOCAL_NETWORK === 'allow';
}

/**
 * Returns true if links of the service lead to the host that the caller named, over http and without the stage: on a
 * laptop only, no template sets it. The right to call local addresses is apart: an emulated cloud allows the local
 * network and makes links as the cloud does.
 */
export function linksAreLocal(): boolean {
  return process.env.LOCAL_LINKS === 'http';
}

/**
 * The service's clock in epoch milliseconds. `CLOCK_OFFSET_S` (seconds, may be negative) shifts it on a
 * laptop, so that windows of hours and days can be tried; no template sets it.
 */
export function nowMs(): number {
  const offset = Number(process.env.CLOCK_OFFSET_S ?? 0);
  return Date.now() + (Number.isFinite(offset) ? offset * 1000 : 0);
}
