import { expect, it } from 'vitest';
import {
  activeSecrets,
  ROTATION_OVERLAP_MS,
  type SigningSecret,
  secretsAfterRotation,
} from '#shared/webhooks/domain/signing-secrets';

const AT = Date.UTC(2026, 0, 15, 12);
const HOUR_MS = 3_600_000;
const secret = (id: string): SigningSecret => ({ id, sealed: `sealed-${id}` });

/** Returns the signing secrets after rotations. @param hours times of the rotations, in hours since noon */
function after(...hours: number[]): SigningSecret[] {
  return hours.reduce(
    (secrets: SigningSecret[], hour) => secretsAfterRotation(secrets, secret(`h${hour}`), AT + hour * HOUR_MS),
    [secret('first')],
  );
}

const live = (secrets: readonly SigningSecret[], hour: number) =>
  activeSecrets(secrets, AT + hour * HOUR_MS).map(({ id }) => id);

it('are the newest one, and each replaced one for a day', () => {
  const secrets = after(0, 10);
  expect(live(secrets, 10)).toEqual(['h10', 'h0', 'first']);
  expect(live(secrets, 23.9)).toEqual(['h10', 'h0', 'first']);
  expect(live(secrets, 24)).toEqual(['h10', 'h0']);
  expect(live(secrets, 34)).toEqual(['h10']);
  expect(ROTATION_OVERLAP_MS).toBe(24 * HOUR_MS);
});

it('are three at most: a third rotation within a day ends the oldest at once', () => {
  expect(live(after(0, 1, 2), 2)).toEqual(['h2', 'h1', 'h0']);
  expect(live(after(0, 1, 2, 3, 4), 4)).toEqual(['h4', 'h3', 'h2']);
});

it('keep their expiry through later rotations, and are removed after it', () => {
  expect(after(0, 30)).toEqual([secret('h30'), { ...secret('h0'), expiresAt: '2026-01-17T18:00:00.000Z' }]);
});
