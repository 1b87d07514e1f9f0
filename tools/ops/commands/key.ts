import { UsageError } from '#ops/errors';
import {
  duration,
  flag,
  identifier,
  instant,
  name,
  optional,
  repeated,
  required,
  valuesThatAre,
  whole,
  withDefault,
} from '#ops/options';
import { fields, instantText, table } from '#ops/text';
import { byPartner, verb } from '#ops/verb';
import { allowAddresses, issueKey, revokeKey, rotateKey } from '#shared/partners/api-keys/changes/repository';
import { type ApiKeyRecord, type IssuedApiKey, listApiKeys } from '#shared/partners/api-keys/records/repository';
import { MAX_RANGES, parseCidr, RANGE_FORM } from '#shared/partners/domain/address-range';
import { areAllAddresses } from '#shared/partners/domain/allowed-addresses';
import { allScopes, scopeResources } from '#shared/partners/domain/key-scopes';
import { nowMs } from '#shared/platform/config/environment';
import { existingPartner, partnerOption, seePartner } from './partner';

const HOUR_MS = 3_600_000;

const id = required('KEYID', "The key's identifier (see key list)", identifier);

const cidr = valuesThatAre(RANGE_FORM, parseCidr);
const cidrs = repeated('CIDR', `An IP range from which the key works; at most ${MAX_RANGES} ranges`, cidr);

const scope = valuesThatAre(`one of ${scopeResources.join(', ')} with :read or :write`, (typed) =>
  allScopes().find((known) => known === typed),
);

export const key = {
  issue: verb({
    about: 'Issue an API key for a partner and print the key. The key is shown only once',
    writes: true,
    options: {
      partner: partnerOption,
      name: withDefault(optional('NAME', 'Name of the new key (default: Key)', name), 'Key'),
      expiresIn: optional(
        'DURATION',
        'Lifetime of the key, for example 90m, 12h or 30d (default: the key does not expire)',
        duration,
      ),
      expiresAt: optional('INSTANT', 'Time when the key and all keys that replace it expire (default: never)', instant),
      cidr: cidrs,
      scope: repeated('SCOPE', 'Scope of the key, for example transactions:read (default: all scopes)', scope),
    },
    see: seePartner,
    check({ cidr, expiresIn, expiresAt }) {
      checkRanges(cidr);
      if (expiresIn !== undefined && expiresAt !== undefined)
        throw new UsageError('Use --expires-in or --expires-at, not both');
      if (expiresAt !== undefined && expiresAt <= nowMs()) throw new UsageError('--expires-at is in the past');
    },
    async run({ partner: partnerId, name, cidr, scope, ...terms }, context) {
      const allowedCidrs = cidr.length === 0 ? undefined : cidr;
      const scopes = scope.length === 0 ? undefined : [...new Set(scope)];
      const { expiresIn: lifetimeMs, expiresAt: expiresAtMs } = terms;
      const issued = await issueKey({ ...context, partnerId, name, lifetimeMs, expiresAtMs, allowedCidrs, scopes });
      const { keyId, apiKey } = issued;
      const expiresAt = instantText(issued.expiresAtMs);
      return {
        json: { partnerId, keyId, apiKey, name, expiresAt, allowedCidrs: allowedCidrs ?? null, scopes: scopes ?? [] },
        text: newKeyText(`Issued ${name} with ${scopesText(scopes)}.`, issued),
      };
    },
  }),

  rotate: verb({
    about:
      'Replace an API key: issue its successor and print the new key, which is shown only once. The old key works until the end of a grace period',
    writes: true,
    asksWhen: '--grace-hours is 0',
    options: {
      partner: partnerOption,
      id,
      graceHours: withDefault(
        optional(
          'HOURS',
          'Grace period: how many hours the old key still works, 0 to 720 (default: 24)',
          whole(0, 720),
        ),
        24,
      ),
    },
    // Without a grace period, the partner cannot call the API until it has the new key.
    confirm: ({ partner, id, graceHours }) => graceHours === 0 && byPartner(partner, `end its key ${id} immediately`),
    see: seePartner,
    async run({ partner: partnerId, id: oldKeyId, graceHours }, context) {
      const graceMs = graceHours * HOUR_MS;
      const issued = await rotateKey({ ...context, partnerId, keyId: oldKeyId, graceMs });
      const { keyId, apiKey } = issued;
      const expiresAt = instantText(issued.expiresAtMs);
      const oldExpiresAt = instantText(issued.oldExpiresAtMs);
      const rotated = { keyId: oldKeyId, expiresAt: oldExpiresAt };
      return {
        json: { partnerId, keyId, apiKey, expiresAt, rotated },
        text: newKeyText(`Rotated key ${oldKeyId}, which works until ${oldExpiresAt}.`, issued),
      };
    },
  }),

  allow: verb({
    about:
      'Restrict an API key to IP ranges, or allow all IP addresses again. The change takes effect within 60 seconds',
    writes: true,
    options: { partner: partnerOption, id, cidr: cidrs, anywhere: flag('Allow all IP addresses') },
    check({ cidr, anywhere }) {
      if (anywhere === cidr.length > 0) throw new UsageError('Use either --cidr or --anywhere');
      checkRanges(cidr);
    },
    // A range without the partner's servers would block the partner.
    confirm: ({ partner, id }) => byPartner(partner, `change the allowed addresses of its key ${id}`),
    see: seePartner,
    async run({ partner: partnerId, id: keyId, cidr }, context) {
      const allowedCidrs = cidr.length === 0 ? undefined : cidr;
      await allowAddresses({ ...context, partnerId, keyId, allowedCidrs });
      return {
        json: { partnerId, keyId, allowedCidrs: allowedCidrs ?? null },
        text: `Key ${keyId} works from ${allowedCidrs?.join(', ') ?? 'anywhere'}. The change takes effect within 60 s.`,
      };
    },
  }),

  revoke: verb({
    about: 'Revoke an API key. Within 60 seconds, the API refuses it',
    writes: true,
    options: { partner: partnerOption, id },
    confirm: ({ partner, id }) => byPartner(partner, `revoke its key ${id}`),
    see: seePartner,
    async run({ partner: partnerId, id: keyId }, context) {
      await revokeKey({ ...context, partnerId, keyId });
      return {
        json: { partnerId, keyId, revokedAt: instantText(context.atMs) },
        text: `Key ${keyId} is revoked. Within 60 s, the API refuses it.`,
      };
    },
  }),

  list: verb({
    about: "List a partner's API keys. Of each key, only the last four characters are shown",
    options: { partner: partnerOption },
    async run({ partner: partnerId }, { atMs }) {
      await existingPartner(partnerId);
      const keys = (await listApiKeys(partnerId)).map((key) => {
        const { keyId, name, lastFour, createdAt, lastUsedOn: lastUsedAt = null } = key;
        const ends = { expiresAt: instantText(key.expiresAtMs), revokedAt: instantText(key.revokedAtMs) };
        const { allowedCidrs = null, scopes = [] } = key;
        const state = keyState(key, atMs);
        return { keyId, name, lastFour, state, createdAt, lastUsedAt, ...ends, allowedCidrs, scopes };
      });
      const rows = keys.map((key) => ({
        ID: key.keyId,
        KEY: `…${key.lastFour}`,
        STATE: key.state,
        CREATED: key.createdAt,
        'LAST USED': key.lastUsedAt ?? 'never',
        ENDS: key.revokedAt ?? key.expiresAt ?? 'never',
        FROM: key.allowedCidrs?.join(', ') ?? 'anywhere',
        SCOPES: scopesText(key.scopes),
        NAME: key.name,
      }));
      return { json: { partnerId, keys }, text: table(rows) };
    },
  }),
};

/** @throws UsageError */
function checkRanges(ranges: readonly string[]): void {
  if (ranges.length > MAX_RANGES) throw new UsageError(`Use --cidr at most ${MAX_RANGES} times`);
  if (areAllAddresses(ranges)) throw new UsageError('The ranges of --cidr contain all addresses: omit --cidr');
}

/** @param scopes of a key; empty for all scopes */
function scopesText(scopes: readonly string[] = []): string {
  return scopes.length === 0 ? 'all scopes' : scopes.join(', ');
}

function newKeyText(title: string, { keyId, apiKey, expiresAtMs }: IssuedApiKey): string {
  const expires = instantText(expiresAtMs) ?? 'never';
  return fields(title, { keyId, 'apiKey (shown once)': apiKey, expires });
}

function keyState({ expiresAtMs, revokedAtMs, replacedBy }: ApiKeyRecord, atMs: number): string {
  if (revokedAtMs !== undefined) return 'revoked';
  if (expiresAtMs !== undefined && expiresAtMs <= atMs) return 'expired';
  return replacedBy === undefined ? 'active' : 'in grace period';
}
