/** Links that people open, with whom each is for, how long it lasts and whether it was used; and codes that hand one to another device. */

import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { absent, allOf, compare, itemExists } from '#shared/dynamodb/expressions';
import { handoffCodeKey, linkKey } from '#shared/dynamodb/keys';
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
  /** The hand-off through which a second device got the link; absent for links that were sent to a person. */
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

// Codes that hand a verification to another device. The session stores the state of each.

/** Time that an ended code is distinguished from an unknown one. */
const CODE_KEPT_AFTER_EXPIRY_S = 86_400;

const codeItem = z.object({
  handoffId: z.string(),
  kind: z.enum(['KYC', 'KYB']),
  /** Id of the link, and of its session. */
  linkId: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  expiresAtMs: z.number(),
});

/** Times are epoch ms. */
export type HandoffCode = Readonly<z.infer<typeof codeItem>>;

/** The action that makes a code known. */
export function newHandoffCode(code: string, item: HandoffCode): PendingWrite {
  const ttl = Math.ceil(item.expiresAtMs / 1000) + CODE_KEPT_AFTER_EXPIRY_S;
  return putIfAbsent({ ...handoffCodeKey(code), entity: 'HANDOFF', ...item, ttl });
}

/** A code; unknown ones have none. */
export function findHandoffCode(code: string): Promise<HandoffCode | undefined> {
  return readRecord(handoffCodeKey(code), (raw) => codeItem.parse(raw));
}
