/** Links to hosted pages with their recipient, expiry and use, and codes with which a person continues on another device. */

import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { absent, allOf, compare, itemExists } from '#shared/dynamodb/expressions';
import { handoffCodeKey, linkKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';

/** Seconds that a link stays in the table after its expiry. During this time, the link is not reported as unknown. */
const KEPT_AFTER_EXPIRY_S = 90 * 86_400;

const linkItem = z.object({
  kind: z.enum(['DECLARATION', 'KYC', 'KYB']),
  /** Id of the declaration or verification session. */
  linkId: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  /** Owner who must sign the declaration. */
  personId: maybe(z.string()),
  expiresAtMs: z.number(),
  spentAtMs: maybe(z.number()),
  /** Id of the code with which a second device got the link. Absent for links that were sent to a person. */
  handoffId: maybe(z.string()),
});

/** Times are epoch ms. */
export type Link = Readonly<Omit<z.infer<typeof linkItem>, 'handoffId'>> & { readonly handoffId?: string | undefined };

/** Returns the write that stores a link under the digest of its token. */
export function newLink(token: string, link: Omit<Link, 'spentAtMs'>): PendingWrite {
  return putIfAbsent({
    ...linkKey(token),
    entity: 'LINK',
    ...link,
    ttl: Math.ceil(link.expiresAtMs / 1000) + KEPT_AFTER_EXPIRY_S,
  });
}

/** Finds a link by token; `undefined` if unknown. */
export function findLink(token: string): Promise<Link | undefined> {
  return readRecord(linkKey(token), (raw) => linkItem.parse(raw));
}

/** Returns the write that marks a link as used. The write fails if the link is unknown, used or expired. */
export function spendLink(token: string, atMs: number): PendingWrite {
  const condition = allOf(itemExists, absent('spentAtMs'), compare('expiresAtMs', '>', atMs));
  return updateItem(linkKey(token), { set: { spentAtMs: atMs }, condition });
}

// Codes with which a person continues a verification on another device. The session contains the state of each code.

/** Seconds that a code stays in the table after its expiry. During this time, the code is not reported as unknown. */
const CODE_KEPT_AFTER_EXPIRY_S = 86_400;

const codeItem = z.object({
  handoffId: z.string(),
  kind: z.enum(['KYC', 'KYB']),
  linkId: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  expiresAtMs: z.number(),
});

/** Times are epoch ms. */
export type HandoffCode = Readonly<z.infer<typeof codeItem>>;

/** Returns the write that stores a code. */
export function newHandoffCode(code: string, item: HandoffCode): PendingWrite {
  const ttl = Math.ceil(item.expiresAtMs / 1000) + CODE_KEPT_AFTER_EXPIRY_S;
  return putIfAbsent({ ...handoffCodeKey(code), entity: 'HANDOFF', ...item, ttl });
}

/** Finds a code; `undefined` if unknown. */
export function findHandoffCode(code: string): Promise<HandoffCode | undefined> {
  return readRecord(handoffCodeKey(code), (raw) => codeItem.parse(raw));
}
