/** Invariants that are checked for every committed change. */

import { stateMachines } from '#shared/transactions/domain/status-facts';
import { transactionKinds } from '#shared/values/transaction-kinds';
import type { Change } from '#test/support/handlers/table/memory-table';

/**
 * Maximum time in ms from a change of a pending delivery until it is due for the redrive. It is the longest retry delay (900 s)
 * plus 600 s. This reserve covers the jitter and the time until an attempt counts as lost (120 s).
 */
const DUE_WITHIN_MS = 1_500_000;

/** @returns the violations of one change */
export function changeViolations({ before, after }: Change, nowMs: number): string[] {
  const place = `${(after ?? before)?.PK?.S} ${(after ?? before)?.SK?.S}`;
  const found = [...dueViolations(after, nowMs), ...bodyViolations(before, after), ...stateViolations(before, after)];
  return found.map((violation) => `${place}: ${violation}`);
}

type Image = Change['after'];

function dueViolations(after: Image, nowMs: number): string[] {
  const isDelivery = after?.entity?.S === 'NTF' || after?.entity?.S === 'DELIVERY';
  if (!isDelivery || after?.status?.S !== 'PENDING') return [];
  if (after.duePk === undefined || after.dueAt?.N === undefined) return ['is PENDING, and nothing looks after it'];
  return Number(after.dueAt.N) <= nowMs + DUE_WITHIN_MS ? [] : [`is PENDING, and due at ${after.dueAt.N} only`];
}

/** Checks that the id and body of a stored notification never change. */
function bodyViolations(before: Image, after: Image): string[] {
  if (before?.entity?.S !== 'NTF') return [];
  if (after === undefined) return ['was removed'];
  return after.id?.S === before.id?.S && after.body?.S === before.body?.S ? [] : ['has another id or body than before'];
}

/** Attributes that the redrive changes without a new version. */
const SCHEDULE = new Set(['duePk', 'dueAt']);

const withoutSchedule = (image: NonNullable<Image>) =>
  JSON.stringify(Object.entries(image).filter(([name]) => !SCHEDULE.has(name)));

/** Checks that a transaction changes by a valid transition or keeps its status, and that its version increases by one. */
function stateViolations(before: Image, after: Image): string[] {
  if (before?.entity?.S !== 'TX') return [];
  if (after === undefined) return ['was removed'];
  if (withoutSchedule(before) === withoutSchedule(after)) return [];
  const [from, to, kind] = [before.status?.S, after.status?.S, before.kind?.S];
  const known = transactionKinds.find((one) => one === kind);
  const edges = known === undefined ? [] : stateMachines[known].edges;
  const isEdge = from === to || edges.some((edge) => edge.from === from && edge.to === to);
  const isNext = Number(after.version?.N) === Number(before.version?.N) + 1;
  return [
    ...(isEdge ? [] : [`went from ${from} to ${to}`]),
    ...(isNext ? [] : [`went from version ${before.version?.N} to ${after.version?.N}`]),
  ];
}
