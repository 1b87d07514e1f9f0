/** Links that people open: who it is for, how long it lasts, and whether it was used. */

import * as z from 'zod/mini';
import { linkKey, type RecordKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';

/** How long a used or expired link is distinguished from an unknown one. */
const KEPT_AFTER_EXPIRY_S = 90 * 86_400;

export const linkKinds = ['DECLARATION', 'KYC', 'KYB'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** Times are epoch ms. */
export interface Link {
  readonly kind: LinkKind;
  /** Id of the declaration, or of the verification session, that the link is for. */
  readonly linkId: string;
  readonly userId: string;
  readonly partnerId: string;
  /** Whose declaration it is. */
  readonly personId: string | undefined;
  readonly expiresAtMs: number;
  readonly spentAtMs: number | undefined;
}

const linkItem = z.object({
  kind: z.enum(linkKinds),
  linkId: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  personId: z.optional(z.string()),
  expiresAtMs: z.number(),
  spentAtMs: z.optional(z.number()),
});

/** The action that makes a link known by its token. */
export function newLink(token: string, link: Omit<Link, 'spentAtMs'>): PendingWrite {
  return putIfAbsent({
    ...linkKey(token),
    entity: 'LINK',
    ...link,
    ttl: Math.ceil(link.expiresAtMs / 1000) + KEPT_AFTER_EXPIRY_S,
  });
}

/** A link by its token; unknown ones have none. */
export async function findLink(token: string): Promise<Link | undefined> {
  const raw = await readItem(linkKey(token));
  if (raw === undefined) return undefined;
  const { personId, spentAtMs, ...rest } = linkItem.parse(raw);
  return { ...rest, personId, spentAtMs };
}

/** The action that uses a link up; it fails when the link was used before. */
export function spendLink(token: string, atMs: number): PendingWrite {
  const key: RecordKey = linkKey(token);
  return updateItem(key, {
    UpdateExpression: 'SET spentAtMs = :at',
    ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(spentAtMs) AND expiresAtMs > :at',
    ExpressionAttributeValues: { ':at': atMs },
  });
}
