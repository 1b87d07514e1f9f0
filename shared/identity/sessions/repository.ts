/** Entries of a person on the page of a verification link, until they are submitted or the link ends. */

import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { hasVersion } from '#shared/dynamodb/expressions';
import { verificationSessionKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';

/** Time after the end of the link, used or not, after which its entries are deleted. */
const KEPT_AFTER_EXPIRY_S = 86_400;

/** The steps of the page, in their order. */
export const verificationSteps = ['data', 'files', 'review'] as const;
export type VerificationStep = (typeof verificationSteps)[number];

const sessionItem = z.object({
  /** Id of the link. */
  id: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  kind: z.enum(['KYC', 'KYB']),
  country: z.string(),
  /** Address to which the person returns afterwards. */
  redirectUri: maybe(z.string()),
  expiresAtMs: z.number(),
  /** The step that a person who opens the link comes to. */
  step: z.enum(verificationSteps),
  /** Entered texts by field name. */
  draft: z.readonly(z.record(z.string(), z.string())),
  /** Slots that a file was uploaded for. */
  uploads: z.readonly(z.array(z.string())),
  version: z.number(),
});

/** Times are epoch ms. */
export type VerificationSession = Readonly<z.infer<typeof sessionItem>>;

type SessionContent = Pick<VerificationSession, 'step' | 'draft' | 'uploads'>;
type NewSession = Omit<VerificationSession, keyof SessionContent | 'version'>;

/** The action that opens an empty session. */
export function newVerificationSession(session: NewSession): PendingWrite {
  return putIfAbsent({
    ...verificationSessionKey(session.userId, session.id),
    entity: 'SESSION',
    ...session,
    step: 'data',
    draft: {},
    uploads: [],
    version: 1,
    ttl: Math.ceil(session.expiresAtMs / 1000) + KEPT_AFTER_EXPIRY_S,
  });
}

/** The session of a link; none when it has ended for more than a day. */
export function findVerificationSession(userId: string, linkId: string): Promise<VerificationSession | undefined> {
  return readRecord(verificationSessionKey(userId, linkId), (raw) => sessionItem.parse(raw));
}

/**
 * Stores what was entered over what was read.
 * @returns false when it changed in between; nothing was written then.
 */
export async function saveVerificationSession(
  before: VerificationSession,
  changes: Partial<SessionContent>,
): Promise<boolean> {
  return writeIfConditionsHold([sessionUpdate(before, changes)]);
}

/** The action that deletes the entered data when it is submitted; it fails when the data changed in between. */
export function closeVerificationSession(session: VerificationSession): PendingWrite {
  return sessionUpdate(session, { draft: {}, uploads: [] });
}

function sessionUpdate({ userId, id, version }: VerificationSession, changes: Partial<SessionContent>): PendingWrite {
  const set = { ...changes, version: version + 1 };
  return updateItem(verificationSessionKey(userId, id), { set, condition: hasVersion(version) });
}
