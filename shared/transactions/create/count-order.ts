import { type FieldError, limitExceeded } from '#shared/api/problems';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { remainingOf, takeFrom } from '#shared/limits/domain/allotments';
import { centsOf, dollars, type LimitUse } from '#shared/limits/domain/limit';
import { type LimitCounter, takeWrite } from '#shared/limits/repository';
import { readMidRate } from '#shared/quotes/mid-rate';
import { toIsoTime } from '#shared/values/iso-time';
import type { Money } from '#shared/values/money/money';

/** Fields of a creation request that the limits need. */
interface Order {
  readonly caller: { readonly partnerId: string };
  readonly body: { readonly userId: string };
  readonly nowMs: number;
}

/**
 * Result of counting an amount towards limits: how much of each limit the transaction uses, and the writes to the limit counters.
 * The transaction stores `uses`.
 */
export interface CountedOrder {
  readonly uses: readonly LimitUse[];
  readonly writes: readonly PendingWrite[];
}

const NOTHING: CountedOrder = { uses: [], writes: [] };

/** Request fields that can specify the amount. A limit error refers to the first field that is present. */
const AMOUNT_FIELDS = ['quoteId', 'fiatAmount', 'cryptoAmount', 'sourceAmount', 'targetAmount'];

/**
 * Counts the paid-in amount towards the limits, in US dollars at the current rate (docs/adr/017).
 * @throws Problem with each limit that the transaction would exceed, or if no exchange rate is available
 */
export async function countOrder(
  { caller: { partnerId }, body, nowMs }: Order,
  counters: readonly LimitCounter[],
  paid: Money,
): Promise<CountedOrder> {
  if (counters.length === 0) return NOTHING;
  const owners = { partnerId, userId: body.userId };
  const cents = centsOf(paid, await readMidRate(paid.currency, 'USD', nowMs));
  const taken = counters.map((counter) => {
    const first = Math.floor(Math.random() * counter.used.length);
    return { counter, takes: takeFrom(counter, cents, first) };
  });
  const passed = taken.flatMap(({ counter, takes }) => (takes === undefined ? [counter] : []));
  if (passed.length > 0) throw limitExceeded(passed.map((counter) => refusal(amountField(body), counter)));
  const parts = taken.flatMap(({ counter, takes = [] }) => takes.map((take) => ({ counter, take })));
  return {
    uses: parts.map(({ counter: { name, within }, take: { allotment, cents: part } }) => ({
      ...{ name, within, allotment },
      cents: part,
    })),
    writes: parts.map(({ counter, take }) => takeWrite(counter, take, owners)),
  };
}

function amountField(body: object): string {
  return AMOUNT_FIELDS.find((field) => Reflect.get(body, field) !== undefined) ?? 'quoteId';
}

function refusal(field: string, { name, maximum, used, resetsAtMs }: LimitCounter): FieldError {
  const left = dollars(remainingOf(maximum, used));
  return { field, message: `Must be at most ${left} USD, which is left until ${toIsoTime(resetsAtMs)}`, limit: name };
}
