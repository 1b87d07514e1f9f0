/** Changes of production that a second person has to approve. */
import * as z from 'zod/mini';
import { existing } from '#ops/errors';
import { maybe } from '#shared/dynamodb/attributes';
import type { StoredRecord } from '#shared/dynamodb/table';

/** A proposed change. Times are epoch ms. */
const approvalItem = z.object({
  id: z.string(),
  /** Noun and verb of the operator tool. */
  verb: z.string(),
  /** Its options as they were typed, by their names. */
  options: z.record(z.string(), z.union([z.literal(true), z.readonly(z.array(z.string()))])),
  partnerId: z.string(),
  /** State at the time of the decision: in another state it is not carried out. */
  seen: z.string(),
  /** ARN of the operator who proposes it. */
  proposedBy: z.string(),
  proposedAtMs: z.number(),
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED', 'DONE', 'FAILED']),
  /** ARN of the operator who decided. */
  decidedBy: maybe(z.string()),
});
export type Approval = z.infer<typeof approvalItem>;
export const decodeApproval = (raw: StoredRecord): Approval => approvalItem.parse(raw);

/** Life of a proposal: a day. */
const LIFE_MS = 86_400_000;

export function expiresAtMs({ proposedAtMs }: Approval): number {
  return proposedAtMs + LIFE_MS;
}

/** Names that tools of AWS and machines give to sessions: two of them are no two people. */
const NO_PERSON = /^(aws-?(sdk|go|cli|java)|boto|assumerole|terraform|githubactions|default$|session$|i-[0-9a-f]{8,}$)/;

/**
 * Names the person behind an ARN: the session of an assumed role, the user or the federated user. One person keeps its name in
 * whatever role, path and case, with and without the host of its mail address, and with a tag in it (`olga+ops@example.com`).
 * @returns `undefined` for the root of an account, a name that no person has chosen, or an ARN of anything else
 */
export function personOf(arn: string): string | undefined {
  const [, kind = '', rest = ''] = /:(assumed-role|user|federated-user)\/(.+)$/.exec(arn) ?? [];
  const name = kind === 'assumed-role' && !rest.includes('/') ? '' : rest.slice(rest.lastIndexOf('/') + 1);
  const [person = ''] = name.normalize('NFKC').toLowerCase().split(/[+@]/);
  return person === '' || NO_PERSON.test(person) ? undefined : person;
}

/** @throws OperationFailed if the ARN names no person, who alone can propose and approve */
export function requirePerson(arn: string): void {
  existing(
    personOf(arn),
    `Nothing was changed: ${arn} names no person. Sign in by your name: the role's trust policy or single sign-on sets the session's.`,
  );
}

/** The reason for which a person cannot decide on a proposal; `undefined` if it can. A proposer may reject its own. */
export function refusalOf(
  approval: Approval,
  { arn, atMs, approves }: { readonly arn: string; readonly atMs: number; readonly approves: boolean },
): string | undefined {
  const { id, status } = approval;
  if (status !== 'PENDING') return `Approval ${id} is ${status}.`;
  if (atMs >= expiresAtMs(approval)) return `Approval ${id} has expired: propose the change again.`;
  if (!approves) return undefined;
  if (personOf(arn) === undefined) return `${arn} names no person: a second person has to approve it, by name.`;
  if (personOf(arn) === personOf(approval.proposedBy))
    return `Approval ${id} is yours: a second person has to approve it.`;
  return undefined;
}
