/** What a person has entered on the page of a verification link, until it is submitted or the link ends. */

import * as z from 'zod/mini';
import { type RecordKey, verificationSessionKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, updateItem } from '#shared/dynamodb/writes';
import type { VerificationKind } from '#shared/identity/domain/verification-link';

/** What was entered is gone a day after the link has ended, whether it was used or not. */
const KEPT_AFTER_EXPIRY_S = 86_400;

/** The steps of the page, in their order. */
export const verificationSteps = ['data', 'files', 'review'] as const;
export type VerificationStep = (typeof verificationSteps)[number];

/** Times are epoch ms. */
export interface VerificationSession {
  /** Id of the link. */
  readonly id: string;
  readonly userId: string;
  readonly partnerId: string;
  readonly kind: VerificationKind;
  readonly country: string;
  /** Where the person goes afterwards. */
  readonly redirectUri: string | undefined;
  readonly expiresAtMs: number;
  /** The step that a person who opens the link comes to. */
  readonly step: VerificationStep;
  /** Entered texts by field name. */
  readonly draft: Readonly<Record<string, string>>;
  /** Slots that a file was uploaded for. */
  readonly uploads: readonly string[];
  readonly version: number;
}

const sessionItem = z.object({
  id: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  kind: z.enum(['KYC', 'KYB']),
  country: z.string(),
  redirectUri: z.optional(z.string()),
  expiresAtMs: z.number(),
  step: z.enum(verificationSteps),
  draft: z.record(z.string(), z.string()),
  uploads: z.array(z.string()),
  version: z.number(),
});

type NewSession = Omit<VerificationSession, 'step' | 'draft' | 'uploads' | 'version'>;

/** The action that opens an empty session. */
export function newVerificationSession(session: NewSession): PendingWrite {
  return putIfAbsent({
    ...sessionKey(session),
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
export async function findVerificationSession(
  userId: string,
  linkId: string,
): Promise<VerificationSession | undefined> {
  const raw = await readItem(verificationSessionKey(userId, linkId));
  if (raw === undefined) return undefined;
  const { redirectUri, ...rest } = sessionItem.parse(raw);
  return { ...rest, redirectUri };
}

/**
 * Stores what was entered over what was read.
 * @returns false when it changed in between; nothing was written then.
 */
export async function saveVerificationSession(
  before: VerificationSession,
  changes: Partial<Pick<VerificationSession, 'step' | 'draft' | 'uploads'>>,
): Promise<boolean> {
  return writeIfConditionsHold([sessionUpdate(before, { ...before, ...changes })]);
}

/** The action that deletes the entered data when it is submitted; it fails when the data changed in between. */
export function closeVerificationSession(session: VerificationSession): PendingWrite {
  return sessionUpdate(session, { ...session, draft: {}, uploads: [] });
}

function sessionUpdate(before: VerificationSession, after: VerificationSession): PendingWrite {
  return updateItem(sessionKey(before), {
    UpdateExpression: 'SET step = :step, draft = :draft, uploads = :uploads, #version = :next',
    ConditionExpression: '#version = :before',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: {
      ':step': after.step,
      ':draft': after.draft,
      ':uploads': after.uploads,
      ':before': before.version,
      ':next': before.version + 1,
    },
  });
}

function sessionKey({ userId, id }: Pick<VerificationSession, 'userId' | 'id'>): RecordKey {
  return verificationSessionKey(userId, id);
}
