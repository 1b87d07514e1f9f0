/** Links that people open: who it is for, how long it lasts, and whether it was used. */

import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { absent, allOf, compare, itemExists } from '#shared/dynamodb/expressions';
import { linkKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';

/** Time that a used or expired link is distinguished from an unknown one. */
const KEPT_AFTER_EXPIRY_S = 90 * 86_400;

const linkItem = z.object({
  kind: z.enum(['DECLARATION', 'KYC', 'KYB']),
  /** Id of the declaration, or of the verification session, that the link is for. */
  linkId: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  /** The owner who is to sign the declaration. */
  personId: maybe(z.string()),
  expiresAtMs: z.number(),
  spentAtMs: maybe(z.number()),
  /** The hand-off by which a second device got it; absent of links that were sent to a person. */
  handoffId: maybe(z.string()),
});

/** Times are epoch ms. */
export type Link = Readonly<Omit<z.infer<typeof linkItem>, 'handoffId'>> & { readonly handoffId?: string | undefined };

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
export function findLink(token: string): Promise<Link | undefined> {
  return readRecord(linkKey(token), (raw) => linkItem.parse(raw));
}

/** The action that uses a link up; it fails when the link was used before. */
export function spendLink(token: string, atMs: number): PendingWrite {
  const condition = allOf(itemExists, absent('spentAtMs'), compare('expiresAtMs', '>', atMs));
  return updateItem(linkKey(token), { set: { spentAtMs: atMs }, condition });
}
