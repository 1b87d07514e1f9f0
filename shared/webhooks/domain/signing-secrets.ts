/** The secrets that sign a partner's deliveries: the newest secret and secrets replaced in the last 24 hours. */

/** A stored signing secret, encrypted. Lists of secrets are sorted newest first. */
export interface SigningSecret {
  readonly id: string;
  readonly sealed: string;
  /** Expiry time (ISO 8601); absent for the newest secret. */
  readonly expiresAt?: string | undefined;
}

/** Time for which a replaced secret still signs. */
export const ROTATION_OVERLAP_MS = 24 * 3_600_000;
/** Maximum number of replaced secrets that sign: after two rotations, the first secret remains valid (contract, Webhooks). */
const MAX_PREVIOUS_SECRETS = 2;

/** Returns the secrets that sign at a time (epoch ms), newest first. */
export function activeSecrets<Secret extends SigningSecret>(secrets: readonly Secret[], atMs: number): Secret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > atMs);
}

/** Returns the secrets after a rotation. With more than two replaced secrets, the oldest expires at once (docs/adr/014). */
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
