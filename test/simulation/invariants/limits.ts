/**
 * Checks that no limit is exceeded. Checks that each counter equals the sum of the counted amounts, without the amounts that
 * transactions returned to the limit.
 */
import { currentUses, type LimitUse, limitFacts, limitNames } from '#shared/limits/domain/limit';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { decodeTransaction } from '#shared/transactions/item';
import { simulatedLimits } from '#test/simulation/partners/terms';
import { type Evidence, groupBy, ofEntity, readSteps, type Step } from './evidence';

export function limitViolations({ items }: Evidence): string[] {
  const stepsOf = readSteps(items);
  const counted = ofEntity(items, 'TX').flatMap((item) => {
    const transaction = decodeTransaction(item);
    return keptUses(transaction, stepsOf(item)).map((use) => ({ ...use, owner: ownerOf(use, transaction) }));
  });
  const uses = groupBy(counted, ({ owner, name, within }) => `${owner} ${name} ${within}`);
  const counters = groupBy(ofEntity(items, 'LIMIT'), ({ PK, SK }) => placeOf(String(PK), String(SK)));
  return [...new Set([...uses.keys(), ...counters.keys()])].flatMap((place) => {
    const kept = (uses.get(place) ?? []).reduce((sum, { cents }) => sum + cents, 0n);
    const used = (counters.get(place) ?? []).reduce((sum, item) => sum + BigInt(Number(item.used)), 0n);
    const name = limitNames.find((known) => place.includes(` ${known} `));
    const maximum = name === undefined ? 0 : simulatedLimits[limitFacts[name].term];
    return [
      ...(used <= BigInt(maximum) ? [] : [`the limit ${place} was passed: ${used} of ${maximum} cents`]),
      ...(kept === used ? [] : [`the counter ${place} has ${used} cents, and its transactions ${kept}`]),
    ];
  });
}

/** Returns the amounts that a transaction counted towards limits and has not returned to them. */
function keptUses({ limitUses = [] }: Transaction, steps: readonly Step[]): readonly LimitUse[] {
  const end = steps.findIndex(({ from, to }) => from !== to && (to === 'CANCELLED' || to === 'EXPIRED'));
  const last = steps[end];
  const isFunded = steps.slice(0, end).some(({ trigger }) => trigger === 'DEPOSIT_RECEIVED');
  if (last === undefined || isFunded || !isAwaited(last.from)) return limitUses;
  const returned = currentUses(limitUses, last.atMs);
  return limitUses.filter((use) => !returned.includes(use));
}

function isAwaited(status: unknown): boolean {
  return Object.entries(statusFacts).some(([name, { deposit }]) => name === status && deposit === 'AWAITED');
}

function ownerOf({ name }: LimitUse, { userId, partnerId }: Transaction): string {
  return limitFacts[name].owner === 'USER' ? userId : partnerId;
}

/** Returns the owner, limit and period of a counter. All allotments of a partner have the same result. */
function placeOf(partition: string, sortKey: string): string {
  const [, owner, id] = partition.split('#');
  const [period, within] = sortKey.split('#');
  return `${id} ${owner}_${period} ${within}`;
}
