/** Functions that read environment variables. The first use of a missing variable throws an error with the variable's name. */

import type { StageName } from '#shared/values/stage-name';

/** Reads a required variable. @throws Error with the variable's name if the variable is unset or empty. */
export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Environment variable ${name} is not set`);
  return value;
}

/**
 * Reads a non-negative integer. An unset or empty variable returns `fallback`, if given.
 * @throws Error with the variable's name if the value is malformed, or if it is empty and `fallback` is absent
 */
export function wholeNumber(name: string, fallback?: number): number {
  const value = process.env[name];
  if ((value === undefined || value === '') && fallback !== undefined) return fallback;
  const number = Number(required(name));
  if (!Number.isInteger(number) || number < 0) throw new Error(`Environment variable ${name} is not a whole number`);
  return number;
}

/** Returns the stage of this function. @throws Error if STAGE is neither sandbox nor production. */
export function stage(): StageName {
  const value = required('STAGE');
  if (value === 'sandbox' || value === 'production') return value;
  throw new Error('Environment variable STAGE is neither sandbox nor production');
}

/** Returns true if calls to loopback and private addresses are allowed. For local development: no template sets this variable. */
export function localNetworkAllowed(): boolean {
  return process.env.LOCAL_NETWORK === 'allow';
}

/**
 * Returns true if links use http, the request's host and no stage name. No template sets this variable: only local development
 * uses it. An emulated cloud sets only `LOCAL_NETWORK`, because its links have the form of AWS.
 */
export function linksAreLocal(): boolean {
  return process.env.LOCAL_LINKS === 'http';
}

/**
 * Returns the service's current time in epoch milliseconds. In local development, `CLOCK_OFFSET_S` (seconds, may be negative)
 * shifts the time, to test windows of hours and days. No template sets this variable.
 */
export function nowMs(): number {
  const offset = Number(process.env.CLOCK_OFFSET_S ?? 0);
  return Date.now() + (Number.isFinite(offset) ? offset * 1000 : 0);
}
