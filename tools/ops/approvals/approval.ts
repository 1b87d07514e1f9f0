/** Changes in production that a second operator must approve. */
import * as z from 'zod/mini';
import { existing } from '#ops/errors';
import { maybe } from '#shared/dynamodb/attributes';
import type { StoredRecord } from '#shared/dynamodb/table';

/** A proposed change. Times are epoch ms. */
const approvalItem = z.object({
  id: z.string(),
  /** The command without its options, such as `partner suspend`. */
  verb: z.string(),
  /** Options of the command as typed, by name. */
  options: z.record(z.string(), z.union([z.literal(true), z.readonly(z.array(z.string()))])),
  partnerId: z.string(),
  /** State of the resource at the time of the proposal. If this state has changed since then, the change is not executed. */
  seen: z.string(),
  /** ARN of the proposing operator. */
  proposedBy: z.string(),
  proposedAtMs: z.number(),
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED', 'DONE', 'FAILED']),
  /** ARN of the approving or rejecting operator. */
  decidedBy: maybe(z.string()),
});
export type Approval = z.infer<typeof approvalItem>;
export const decodeApproval = (raw: StoredRecord): Approval => approvalItem.parse(raw);

/** Lifetime of a proposal, ms: a day. */
const LIFE_MS = 86_400_000;

export function expiresAtMs({ proposedAtMs }: Approval): number {
  return proposedAtMs + LIFE_MS;
}

/** Session names from AWS tools and machines. They do not identify a person, so two such names do not prove two people. */
const NO_PERSON = /^(aws-?(sdk|go|cli|java)|boto|assumerole|terraform|githubactions|default$|session$|i-[0-9a-f]{8,}$)/;

/**
 * Returns the person in an ARN (docs/adr/026): the session name or user name in lower case, without the tag and host of an email
 * address (`olga+ops@example.com`).
 * @returns `undefined` for the root user, a session name of a tool, or any other ARN
 */
export function personOf(arn: string): string | undefined {
  const [, kind = '', rest = ''] = /:(assumed-role|user|federated-user)\/(.+)$/.exec(arn) ?? [];
  const name = kind === 'assumed-role' && !rest.includes('/') ? '' : rest.slice(rest.lastIndexOf('/') + 1);
  const [person = ''] = name.normalize('NFKC').toLowerCase().split(/[+@]/);
  return person === '' || NO_PERSON.test(person) ? undefined : person;
}

/** @throws OperationFailed if the ARN does not identify a person; only a person may propose and approve */
export function requirePerson(arn: string): void {
  existing(
    personOf(arn),
    `Nothing was changed: ${arn} identifies no person. Sign in with a session name that identifies you (trust policy of the role, or single sign-on).`,
  );
}

/**
 * Returns the reason why a person may not decide on a proposal; `undefined` if the person may decide. Proposers can reject their
 * own proposals, but cannot approve them.
 */
export function refusalOf(
  approval: Approval,
  { arn, atMs, approves }: { readonly arn: string; readonly atMs: number; readonly approves: boolean },
): string | undefined {
  const { id, status } = approval;
  if (status !== 'PENDING') return `Approval ${id} is ${status}.`;
  if (atMs >= expiresAtMs(approval)) return `Approval ${id} has expired: propose the change again.`;
  if (!approves) return undefined;
  if (personOf(arn) === undefined) return `${arn} identifies no person, but a person must approve the change.`;
  if (personOf(arn) === personOf(approval.proposedBy)) return `You proposed ${id}: a second person must approve it.`;
  return undefined;
}
