/** Commands that show and rotate the caller's API key. */
import type { ApiKey } from '../../generated/openapi.js';
import { readProfile, writeProfile } from '../account/profiles.js';
import { type Command, optionValue, type Session } from '../command.js';
import { UsageError } from '../errors.js';
import { aligned } from '../text.js';

export const showKey: Command = {
  about: 'Shows the scopes, the allowed addresses and the expiry of your key',
  words: [],
  options: {},
  async run(_, { connect, terminal: { signal }, print }) {
    const { ramp } = await connect();
    const key = await ramp.apiKey.get({ signal });
    print({ json: key, text: aligned(rowsOf(key)) });
  },
};

function rowsOf({ id, last4, environment, scopes, allowedAddresses, createdAt, expiresAt, lastUsedOn }: ApiKey) {
  return Object.entries({
    ...{ id, key: `…${last4}`, environment },
    scopes: scopes.length === 0 ? 'everything' : scopes.join(', '),
    from: allowedAddresses.length === 0 ? 'anywhere' : allowedAddresses.join(', '),
    ...{ created: createdAt, ends: expiresAt ?? 'never', 'last used': lastUsedOn },
  });
}

const HOURS = 'previous-ends-after-hours';

export const rotateKey: Command = {
  about: 'Replaces your key and prints the new key once',
  words: [],
  options: { [HOURS]: { value: 'HOURS', about: 'Hours until the previous key expires, 0 to 168 (default: 24)' } },
  notes:
    'If your login contains the key, the command stores the new key in the login. If PARTNER_RAMP_API_KEY contains the key, replace it yourself.',
  async run(typed, { connect, terminal: { settingsFolder, signal }, print }) {
    const previousEndsAfterHours = hoursOf(optionValue(typed, HOURS) ?? '24');
    const session = await connect();
    const rotated = await session.ramp.apiKey.rotate({ previousEndsAfterHours }, { signal });
    const file = keepKey(settingsFolder, session, rotated.apiKey);
    const { apiKey, id, previousExpiresAt } = rotated;
    const rows = Object.entries({ id, 'apiKey (shown once)': apiKey, 'previous key expires': previousExpiresAt });
    const kept = file === undefined ? [] : [['stored in', file] as const];
    print({ json: rotated, text: aligned([...rows, ...kept]) });
  },
};

/**
 * Stores a new key in the profile that contains the previous key.
 * @returns the path of the file, or `undefined` if the profile does not contain the previous key
 */
function keepKey(folder: string, { profile, baseUrl, apiKey: previous }: Session, apiKey: string): string | undefined {
  if (readProfile(folder, profile)?.apiKey !== previous) return undefined;
  return writeProfile(folder, profile, { baseUrl, apiKey });
}

/** @throws UsageError */
function hoursOf(text: string): number {
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (hours <= 168) return hours;
  throw new UsageError(`--${HOURS} must be a whole number from 0 to 168, not "${text}"`);
}
