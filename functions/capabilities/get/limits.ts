import type { ResponseData } from '#shared/api/response-schemas';
import { remainingOf } from '#shared/limits/domain/allotments';
import { limitsAt } from '#shared/limits/domain/limit';
import { type LimitCounter, readCounters } from '#shared/limits/repository';
import type { Caller } from '#shared/partners/domain/partner';
import { readOwnUserWith } from '#shared/users/read-own-user';
import { toIsoTime } from '#shared/values/iso-time';
import { money, moneyNumber } from '#shared/values/money/money';

type Capabilities = ResponseData<'Capabilities'>;
type Limit = Capabilities['limits'][number];

/** The most of one transaction in each currency. */
export function transactionLimits(thresholds: Capabilities['thresholds']): Limit[] {
  return thresholds.map(({ currency, max }) => ({
    ...{ name: 'TRANSACTION', period: 'TRANSACTION', currency },
    ...{ maximum: max, used: 0, remaining: max, resetsAt: null },
  }));
}

/**
 * Reads what is used of the limits over time of the caller, and of the user who is named. Without such limits nothing is read.
 * @throws Problem when the user is not the caller's
 */
export async function readLimits(caller: Caller, userId: string | undefined, nowMs: number): Promise<Limit[]> {
  const limits = limitsAt(caller.agreement.limits, nowMs).filter(
    ({ owner }) => owner === 'PARTNER' || userId !== undefined,
  );
  const counters = readCounters(limits, { partnerId: caller.partnerId, userId: userId ?? '' });
  if (userId === undefined) return (await counters).map(toLimit);
  const [, own] = await readOwnUserWith(userId, caller, counters);
  return own.map(toLimit);
}

function toLimit({ name, period, maximum, used, resetsAtMs }: LimitCounter): Limit {
  const amount = (cents: bigint) => moneyNumber(money(cents, 'USD'));
  return {
    ...{ name, period, currency: 'USD', maximum: amount(maximum) },
    used: amount(used.reduce((sum, cents) => sum + cents, 0n)),
    remaining: amount(remainingOf(maximum, used)),
    resetsAt: toIsoTime(resetsAtMs),
  };
}
