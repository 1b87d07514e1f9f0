/** Everything that must hold after a change of Region. */
import * as z from 'zod/mini';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import { decodeTransaction } from '#shared/transactions/item';
import { depositViolations } from '#test/simulation/invariants/deposits';
import { type Evidence, groupBy, ofEntity } from '#test/simulation/invariants/evidence';
import { simulationViolations } from '#test/simulation/invariants/inspect';
import { listViolations } from '#test/simulation/invariants/lists';
import { logViolations } from '#test/simulation/invariants/logs';
import { notificationViolations } from '#test/simulation/invariants/notifications';
import { refundViolations } from '#test/simulation/invariants/refunds';
import { transactionViolations } from '#test/simulation/invariants/transactions';
import type { ApiReply } from '#test/simulation/partners/gateway';
import type { SimulatedWorld } from '#test/simulation/world';
import { isInDoubt, type RegionOperator } from './operator';
import type { Replication } from './replication';

export interface Failover {
  readonly evidence: Evidence;
  readonly world: SimulatedWorld;
  readonly link: Replication;
  readonly operator: RegionOperator;
  readonly isPlanned: boolean;
}

const created = z.object({ data: z.object({ id: z.string() }) });
const idOf = (reply: ApiReply | undefined) => created.safeParse(JSON.parse(reply?.text ?? 'null')).data?.data.id;

export function failoverViolations(run: Failover): { readonly violations: string[]; readonly lost: number } {
  const { evidence, operator, link, isPlanned } = run;
  const creations = creationViolations(run);
  const cut = cutIds(link);
  // What a person has to look at, and the check has named, is exempt; nothing else is, and only what the cut has struck.
  const named = new Set(operator.findings.flatMap(({ kind, id }) => (kind === 'INCOMPLETE' ? [id] : [])));
  const all = [
    ...transactionViolations(evidence),
    ...depositViolations(evidence),
    ...listViolations(evidence),
    ...simulationViolations(evidence),
    ...logViolations(evidence),
  ].filter((line) => !isAbout(line, named) && !isAboutLostNotice(line, operator));
  const outside = [...refundViolations(evidence), ...notificationViolations(heard(evidence))].filter(
    (line) => !isAbout(line, cut) && !isAbout(line, noticesOf(evidence, cut)),
  );
  return {
    violations: [
      ...doubleViolations(run),
      ...creations.violations,
      ...all,
      ...outside,
      ...restViolations(evidence),
      ...[...named].flatMap((id) =>
        cut.has(id) ? [] : [`${id} is named as incomplete, and the cut did not strike it`],
      ),
      ...(isPlanned && (creations.lost > 0 || operator.findings.length > 0 || operator.resolved > 0)
        ? [
            `a Region was left in order, and ${creations.lost} creations are lost, ${operator.findings.length} findings, ${operator.resolved} in doubt`,
          ]
        : []),
    ],
    lost: creations.lost,
  };
}

/** No payout, conversion or refund was ordered from both Regions: each key at most from one. */
function doubleViolations({ world: { orders, refunds } }: Failover): string[] {
  return [...orders.orderedFrom, ...refunds.orderedFrom].flatMap(([key, regions]) =>
    regions.size > 1 ? [`${key} was ordered in both Regions`] : [],
  );
}

/** What was acknowledged is there, or did not arrive; then a repeat of it has made it, where it was acknowledged again. */
function creationViolations({ evidence, link, operator }: Failover) {
  const stored = groupBy(ofEntity(evidence.items, 'TX'), ({ id }) => String(id));
  const named = new Set(operator.findings.flatMap(({ kind, id }) => (kind === 'LOST' ? [id] : [])));
  const arrivedParts = new Set([...link.arrived].map((name) => /^TX#([^|#]+)/.exec(name)?.[1] ?? ''));
  let lost = 0;
  const violations = evidence.orders.flatMap(({ key, acknowledged, repeated }) => {
    const id = acknowledged?.status === 201 ? idOf(acknowledged) : undefined;
    if (id === undefined || stored.has(id)) return [];
    lost += 1;
    const again = idOf(repeated);
    return [
      ...(link.lost.has(`TX#${id}|META`) ? [] : [`${key} was acknowledged as ${id}, which had arrived and is gone`]),
      ...(arrivedParts.has(id) && !named.has(id) ? [`${id} arrived by half, and the check does not name it`] : []),
      ...(again === undefined || stored.has(again) ? [] : [`${key} was repeated as ${again}, which is not stored`]),
    ];
  });
  return { violations, lost };
}

/** Ids of transactions of which something did not arrive. */
function cutIds({ lost }: Replication): Set<string> {
  return new Set(
    [...lost].flatMap((name) => /^TX#([^|#]+)/.exec(name)?.[1] ?? /^[^|]*\|([0-9a-f-]{36})/.exec(name)?.[1] ?? []),
  );
}

function isAbout(line: string, ids: ReadonlySet<string>): boolean {
  return (line.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []).some((id) => ids.has(id));
}

/** A notification that the check names as lost is missed in its sequence. */
function isAboutLostNotice(line: string, { findings }: RegionOperator): boolean {
  const ids = new Set(findings.flatMap(({ kind, entity, id }) => (kind === 'LOST' && entity === 'NTF' ? [id] : [])));
  return /has notifications|has sequence/.test(line) && isAbout(line, ids);
}

/** Notifications of transactions. */
function noticesOf({ items }: Evidence, ids: ReadonlySet<string>): Set<string> {
  return new Set(
    ofEntity(items, 'NTF').flatMap(({ transactionId, id }) => (ids.has(String(transactionId)) ? [String(id)] : [])),
  );
}

/** Posts of notifications that are here: the Region before has sent others. */
function heard(evidence: Evidence): Evidence {
  const known = new Set(ofEntity(evidence.items, 'NTF').map(({ id }) => String(id)));
  return { ...evidence, received: evidence.received.filter(({ id }) => known.has(id)) };
}

/** Nothing rests: no order is in doubt at the end, and every payout in work has a next step. */
function restViolations({ items }: Evidence): string[] {
  const payouts = new Map(ofEntity(items, 'PAYOUT').map((item) => [String(item.transactionId), item]));
  return [
    ...items.filter(isInDoubt).map(({ PK, SK }) => `${PK} ${SK} is still in doubt`),
    ...ofEntity(items, 'TX').flatMap((item) => {
      const { id, status, kind, hold } = decodeTransaction(item);
      const isInWork = statusFacts[status].payout[kind] === 'PROVIDER' && hold === undefined;
      return isInWork && payouts.get(id)?.stepAt === undefined ? [`the payout of ${id} rests`] : [];
    }),
  ];
}
