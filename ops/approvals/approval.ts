/** Changes of production that a second person has to approve. */

import type { Typed } from '#ops/options';

/** A proposed change. Times are epoch ms. */
export interface Approval {
  readonly id: string;
  /** Noun and verb of the operator tool. */
  readonly verb: string;
  /** Its options as they were typed, by their names. */
  readonly options: Typed;
  readonly partnerId: string;
  /** State on which it was decided: at another one it is not carried out. */
  readonly seen: string;
  /** ARN of the operator who proposes it. */
  readonly proposedBy: string;
  readonly proposedAtMs: number;
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'DONE' | 'FAILED';
  /** ARN of the operator who decided. */
  readonly decidedBy: string | undefined;
}

const HOUR_MS = 3_600_000;

/** Life of a proposal. */
const LIFE_MS = 24 * HOUR_MS;

export function expiresAtMs({ proposedAtMs }: Approval): number {
  return proposedAtMs + LIFE_MS;
}

/**
 * Names the person behind an ARN: the session of an assumed role, or the user. One person keeps the name of the session in whatever
 * role.
 */
export function personOf(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1).toLowerCase();
}

/** The reason for which a person cannot decide on a proposal; `undefined` where it can. A proposer may reject its own. */
export function refusalOf(
  approval: Approval,
  { arn, atMs, approves }: { readonly arn: string; readonly atMs: number; readonly approves: boolean },
): string | undefined {
  const { id, status } = approval;
  if (status !== 'PENDING') return `Approval ${id} is ${status}.`;
  if (atMs >= expiresAtMs(approval)) return `Approval ${id} has expired: propose the change again.`;
  if (approves && personOf(arn) === personOf(approval.proposedBy))
    return `Approval ${id} is yours: a second person has to approve it.`;
  return undefined;
}
