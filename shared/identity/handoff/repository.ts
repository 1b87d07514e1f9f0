/** Codes that hand a verification to another device: which session each is for. What became of one is in the session. */

import * as z from 'zod/mini';
import { handoffCodeKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent } from '#shared/dynamodb/writes';

/** Time that an ended code is distinguished from an unknown one. */
const KEPT_AFTER_EXPIRY_S = 86_400;

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
  const ttl = Math.ceil(item.expiresAtMs / 1000) + KEPT_AFTER_EXPIRY_S;
  return putIfAbsent({ ...handoffCodeKey(code), entity: 'HANDOFF', ...item, ttl });
}

/** A code; unknown ones have none. */
export function findHandoffCode(code: string): Promise<HandoffCode | undefined> {
  return readRecord(handoffCodeKey(code), (raw) => codeItem.parse(raw));
}
