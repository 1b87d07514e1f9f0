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
import { GREATEST_LAG_MS, type Replication } from './replication';

export interface Failover {
  readonly evidence: Evidence;
  readonly world: SimulatedWorld;
  readonly link: Replication;
  readonly operator: RegionOperator;
  readonly isPlanned: boolean;
}

const created = z.object({ data: z.object({ id: z.string() }) });
const idOf = (reply: ApiReply | undefined) => created.safeParse(JSON.parse(reply?.text ?? 'null')).data?.data.id;

export interface Inspected {
  readonly violations: string[];
  /** Payouts, conversions and refunds that were ordered in both Regions. */
  readonly doubles: number;
  /** Acknowledged creations that did not arrive. */
  readonly lost: readonly LostCreation[];
}

export interface LostCreation {
  readonly key: string;
  readonly id: string;
  /** Time between its commit and the cut, ms; negative where it was committed after it. */
  readonly beforeCutMs: number;
}

export function inspectFailover(run: Failover): Inspected {
  const { evidence, operator, link, isPlanned } = run;
  const doubles = doubleViolations(run);
  const creations = creationViolations(run);
  const cut = cutIds(link);
  const named = incompleteIds(operator);
  const inside = [
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
      ...doubles,
      ...creations.violations,
      ...inside,
      ...outside,
      ...restViolations(evidence),
      ...[...named].flatMap((id) =>
        cut.has(id) ? [] : [`${id} is named as incomplete, and the cut did not strike it`],
      ),
      ...(isPlanned ? plannedViolations(operator, creations.lost.length) : []),
    ],
    doubles: doubles.length,
    lost: creations.lost,
  };
}

/**
 * The table that the other Region begins to write has no halves: each transaction with its steps, notifications, entries and rows, but for
 * what the check names. A deadline may have passed while no Region worked.
 */
export function promotedViolations({ evidence, operator }: Failover): string[] {
  const named = incompleteIds(operator);
  return [...transactionViolations(evidence), ...listViolations(evidence)].filter(
    (line) => !isAbout(line, named) && !isAboutLostNotice(line, operator) && !line.includes('its deadline passed'),
  );
}

/** Transactions that the check leaves to a person: they are exempt where the cut has struck them; nothing else is. */
function incompleteIds({ findings }: RegionOperator): ReadonlySet<string> {
  return new Set(findings.flatMap(({ kind, id }) => (kind === 'INCOMPLETE' ? [id] : [])));
}

/** A Region that was left in order leaves nothing to find. */
function plannedViolations({ findings, resolved }: RegionOperator, lost: number): string[] {
  return lost > 0 || findings.length > 0 || resolved > 0
    ? [`a Region was left in order, and ${lost} creations are lost, ${findings.length} findings, ${resolved} in doubt`]
    : [];
}

/**
 * No payout, conversion or refund was ordered from both Regions: each key at most from one. Where the Region was left in order, an
 * order whose answer was lost is repeated under its key, with the same content, as the first Region would have.
 */
function doubleViolations({ world: { orders, refunds }, isPlanned }: Failover): string[] {
  if (isPlanned) return [];
  return [...orders.orderedFrom, ...refunds.orderedFrom].flatMap(([key, regions]) =>
    regions.size > 1 ? [`${key} was ordered in both Regions`] : [],
  );
}

/**
 * A creation that was acknowledged is there, or did not arrive: then it is newer than the recovery point, the check names what came of it,
 * and a repeat of it has made it, where it was acknowledged again.
 */
function creationViolations({ evidence, link, operator }: Failover) {
  const stored = groupBy(ofEntity(evidence.items, 'TX'), ({ id }) => String(id));
  const named = new Set(operator.findings.flatMap(({ kind, id }) => (kind === 'LOST' ? [id] : [])));
  const arrivedParts = new Set([...link.arrived].map((name) => /^TX#([^|#]+)/.exec(name)?.[1] ?? ''));
  const lost: LostCreation[] = [];
  const violations = evidence.orders.flatMap(({ key, acknowledged, repeated }) => {
    const id = acknowledged?.status === 201 ? idOf(acknowledged) : undefined;
    if (id === undefined || stored.has(id)) return [];
    const lostAtMs = link.lost.get(`TX#${id}|META`);
    if (lostAtMs === undefined) return [`${key} was acknowledged as ${id}, which had arrived and is gone`];
    lost.push({ key, id, beforeCutMs: link.cutAtMs - lostAtMs });
    const again = idOf(repeated);
    return [
      ...(link.cutAtMs - lostAtMs > GREATEST_LAG_MS ? [`${key} was lost long before the cut`] : []),
      ...(arrivedParts.has(id) && !named.has(id) ? [`${id} arrived by half, and the check does not name it`] : []),
      ...(again === undefined || stored.has(again) ? [] : [`${key} was repeated as ${again}, which is not stored`]),
    ];
  });
  return { violations, lost };
}

/** Ids of transactions of which something did not arrive. */
function cutIds({ lost }: Replication): Set<string> {
  return new Set(
    [...lost.keys()].flatMap(
      (name) => /^TX#([^|#]+)/.exec(name)?.[1] ?? /^[^|]*\|([0-9a-f-]{36})/.exec(name)?.[1] ?? [],
    ),
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
