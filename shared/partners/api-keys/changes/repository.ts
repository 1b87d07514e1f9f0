/** Changes of API keys by operators and partners. */

import { itemExists } from '#shared/dynamodb/expressions';
import { apiKeyKey, partnerApiKeyKey } from '#shared/dynamodb/keys';
import { updateItem } from '#shared/dynamodb/writes';
import {
  type ApiKeyRecord,
  type ApiKeyTerms,
  assertKeyLimit,
  type IssuedApiKey,
  prepareApiKey,
  requireUnrevokedKey,
  setAttributes,
} from '#shared/partners/api-keys/records/repository';
import { keyEnded, PartnerChangeRefused } from '#shared/partners/change-refused';
import { changePartner, type Partner, type PartnerChange, type PartnerOrder } from '#shared/partners/repository';
import { toIsoTime } from '#shared/values/iso-time';
import type { StageName } from '#shared/values/stage-name';

/** Issues an additional key. @throws PartnerChangeRefused PARTNER_UNKNOWN, TOO_MANY_KEYS; WriteContention */
export function issueKey({ partnerId, ...order }: PartnerOrder & ApiKeyTerms): Promise<IssuedApiKey> {
  return changePartner(partnerId, { ...order, verb: 'key issue' }, (partner, keys) => {
    assertKeyLimit(keys, order.atMs);
    const { issued, writes } = prepareApiKey(partner, order, order.atMs);
    return { result: issued, writes, details: { keyId: issued.keyId, scopes: order.scopes } };
  });
}

interface KeyRotation {
  readonly keyId: string;
  readonly stage: StageName;
  /** Milliseconds for which the old key still works. */
  readonly graceMs: number;
  /** Epoch ms. */
  readonly atMs: number;
  /**
   * True: if the old key has a lifetime, the new key has the same lifetime from its creation. False: the new key has the expiry
   * of the old key. @default true
   */
  readonly renewsLifetime?: boolean;
}

/** The new key after a rotation. */
export type RotatedKey = IssuedApiKey & { readonly oldExpiresAtMs: number };

/**
 * Issues a new key with the terms of the old key. The old key expires after the grace period, or earlier at its own expiry.
 * @throws PartnerChangeRefused PARTNER_UNKNOWN, KEY_UNKNOWN, KEY_ENDED, KEY_REPLACED, TOO_MANY_KEYS; WriteContention
 */
export function rotateKey(order: PartnerOrder & KeyRotation): Promise<RotatedKey> {
  return changePartner(order.partnerId, { ...order, verb: 'key rotate' }, (partner, keys) =>
    planRotation(partner, keys, order),
  );
}

/**
 * Plans a rotation. Of two simultaneous rotations, the second fails because the key was replaced. @throws PartnerChangeRefused
 */
export function planRotation(
  partner: Partner,
  keys: readonly ApiKeyRecord[],
  { keyId, stage, graceMs, atMs, renewsLifetime = true }: KeyRotation,
): PartnerChange<RotatedKey> {
  const old = requireUnrevokedKey(keys, keyId);
  const { lifetimeMs, replacedBy, expiresAtMs: endMs } = old;
  if (replacedBy !== undefined)
    throw new PartnerChangeRefused('KEY_REPLACED', `Key ${keyId} has been rotated already: see key ${replacedBy}.`);
  if (endMs !== undefined && endMs <= atMs) throw keyEnded(`Key ${keyId} has expired.`);
  assertKeyLimit(keys, atMs);
  const terms = { ...old, stage, expiresAtMs: renewsLifetime && lifetimeMs !== undefined ? undefined : endMs };
  const { issued, writes } = prepareApiKey(partner, terms, atMs);
  const expiresAtMs = Math.min(endMs ?? Number.POSITIVE_INFINITY, atMs + graceMs);
  return {
    result: { ...issued, oldExpiresAtMs: expiresAtMs },
    writes: [
      ...writes,
      setAttributes(partnerApiKeyKey(partner.id, keyId), { expiresAtMs, replacedBy: issued.keyId }),
      setAttributes(apiKeyKey(old.digest), { expiresAtMs }),
    ],
    details: { keyId, replacedBy: issued.keyId, endsAt: toIsoTime(expiresAtMs) },
  };
}

/**
 * Sets the addresses that a key works from. The change is effective everywhere within a minute. @throws PartnerChangeRefused,
 * WriteContention
 */
export function allowAddresses(
  order: PartnerOrder & { readonly keyId: string; readonly allowedCidrs: readonly string[] | undefined },
): Promise<void> {
  const { partnerId, keyId, allowedCidrs } = order;
  return changePartner(partnerId, { ...order, verb: 'key allow' }, (_partner, keys) => {
    const { digest: keyDigest } = requireUnrevokedKey(keys, keyId);
    const change = allowedCidrs === undefined ? { remove: ['allowedCidrs'] } : { set: { allowedCidrs } };
    const writes = [partnerApiKeyKey(partnerId, keyId), apiKeyKey(keyDigest)].map((key) =>
      updateItem(key, { ...change, condition: itemExists }),
    );
    return { result: undefined, writes, details: { keyId, allowedCidrs: allowedCidrs ?? [] } };
  });
}

/** Revokes a key. Cached copies work for up to a minute. @throws PartnerChangeRefused, WriteContention */
export function revokeKey(order: PartnerOrder & { readonly keyId: string }): Promise<void> {
  const { partnerId, keyId, atMs } = order;
  return changePartner(partnerId, { ...order, verb: 'key revoke' }, (_partner, keys) => {
    const { digest: keyDigest } = requireUnrevokedKey(keys, keyId);
    const revoked = { revokedAtMs: atMs };
    const writes = [
      setAttributes(partnerApiKeyKey(partnerId, keyId), revoked),
      setAttributes(apiKeyKey(keyDigest), revoked),
    ];
    return { result: undefined, writes, details: { keyId } };
  });
}
