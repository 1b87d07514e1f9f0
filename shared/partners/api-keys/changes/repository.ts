/** Changes of API keys, as the platform's operators make them. */

import { itemExists } from '#shared/dynamodb/expressions';
import { apiKeyKey, partnerApiKeyKey } from '#shared/dynamodb/keys';
import { updateItem } from '#shared/dynamodb/writes';
import {
  type ApiKeyTerms,
  assertKeyLimit,
  type IssuedApiKey,
  prepareApiKey,
  requireUnrevokedKey,
  setAttributes,
} from '#shared/partners/api-keys/records/repository';
import { keyEnded } from '#shared/partners/change-refused';
import { changePartner, type PartnerOrder } from '#shared/partners/repository';
import type { StageName } from '#shared/values/stage-name';

/** Issues one more key. @throws PartnerChangeRefused PARTNER_UNKNOWN, TOO_MANY_KEYS; WriteContention */
export function issueKey({ partnerId, ...order }: PartnerOrder & ApiKeyTerms): Promise<IssuedApiKey> {
  return changePartner(partnerId, { ...order, verb: 'key issue' }, (partner, keys) => {
    assertKeyLimit(keys, order.atMs);
    const { issued, writes } = prepareApiKey(partner, order, order.atMs);
    return { result: issued, writes, details: { keyId: issued.keyId, scopes: order.scopes } };
  });
}

interface KeyRotation extends PartnerOrder {
  readonly keyId: string;
  readonly stage: StageName;
  /** Milliseconds for which the old key still works. */
  readonly graceMs: number;
}

/**
 * Issues a successor of a key, of the same name and lifetime; the old key ends after the grace, or at its own
 * expiry if that comes first.
 * @throws PartnerChangeRefused PARTNER_UNKNOWN, KEY_UNKNOWN, KEY_ENDED, TOO_MANY_KEYS; WriteContention
 */
export function rotateKey(rotation: KeyRotation): Promise<IssuedApiKey & { readonly oldExpiresAtMs: number }> {
  const { partnerId, keyId, stage, graceMs, atMs } = rotation;
  return changePartner(partnerId, { ...rotation, verb: 'key rotate' }, (partner, keys) => {
    const old = requireUnrevokedKey(keys, keyId);
    if (old.replacedBy !== undefined)
      throw keyEnded(`Key ${keyId} has been rotated already: see key ${old.replacedBy}.`);
    if (old.expiresAtMs !== undefined && old.expiresAtMs <= atMs) throw keyEnded(`Key ${keyId} has expired.`);
    assertKeyLimit(keys, atMs);
    const { lifetimeMs, expiresAtMs: endMs } = old;
    const terms = { ...old, stage, expiresAtMs: lifetimeMs === undefined ? endMs : undefined };
    const { issued, writes } = prepareApiKey(partner, terms, atMs);
    const expiresAtMs = Math.min(old.expiresAtMs ?? Number.POSITIVE_INFINITY, atMs + graceMs);
    return {
      result: { ...issued, oldExpiresAtMs: expiresAtMs },
      writes: [
        ...writes,
        setAttributes(partnerApiKeyKey(partnerId, keyId), { expiresAtMs, replacedBy: issued.keyId }),
        setAttributes(apiKeyKey(old.digest), { expiresAtMs }),
      ],
      details: { keyId, replacedBy: issued.keyId },
    };
  });
}

/** Sets from where a key may be used; it holds everywhere within a minute. @throws PartnerChangeRefused, WriteContention */
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

/** Ends a key; wherever it is cached it works for up to a minute more. @throws PartnerChangeRefused, WriteContention */
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
