/** The secrets that sign a partner's deliveries: the newest, and those replaced in the last 24 hours. */

/** A secret as it is stored: sealed, the newest first. */
export interface SigningSecret {
  readonly id: string;
  readonly sealed: string;
  /** ISO 8601; the newest secret has none. */
  readonly expiresAt?: string | undefined;
}

/** Time for which a replaced secret still signs. */
export const ROTATION_OVERLAP_MS = 24 * 3_600_000;
/** Replaced secrets that are valid at once: after two rotations the first secret still signs (contract, Webhooks). */
const MAX_PREVIOUS_SECRETS = 2;

/** The secrets that sign at an instant, in epoch ms, newest first. */
export function activeSecrets<Secret extends SigningSecret>(secrets: readonly Secret[], atMs: number): Secret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > atMs);
}

/**
 * The secrets after a rotation. A rotation is never refused, since one after a leak cannot wait: of more than two that
 * are still live the oldest ends at once.
 * @param atMs epoch ms of the rotation
 */
export function secretsAfterRotation(
  secrets: readonly SigningSecret[],
  replacement: SigningSecret,
  atMs: number,
): SigningSecret[] {
  const expiresAt = new Date(atMs + ROTATION_OVERLAP_MS).toISOString();
  const previous = activeSecrets(secrets, atMs).map((secret) =>
    secret.expiresAt === undefined ? { ...secret, expiresAt } : secret,
  );
  return [replacement, ...previous.slice(0, MAX_PREVIOUS_SECRETS)];
}
