import { UsageError } from '../errors.js';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The feed goes back this far. */
const DEPTH_MS = 35 * 86_400_000;

/**
 * Reads `90s`, `15m`, `2h`, `3d` (that long before now) or an instant.
 * @returns epoch milliseconds
 * @throws UsageError
 */
export function readSince(text: string, nowMs: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ageMs = count === undefined ? nowMs - Date.parse(text) : Number(count) * (UNIT_MS[unit] ?? 0);
  if (Number.isNaN(ageMs) || ageMs < 0)
    throw new UsageError(`--since is a time such as 2h or 2026-01-15T16:00:00Z, not "${text}"`);
  if (ageMs > DEPTH_MS) throw new UsageError('--since goes back 35 days at most, as far as the feed does');
  return nowMs - ageMs;
}
