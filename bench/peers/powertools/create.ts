import { checked } from '#shared/http/input/validation';
import type { Request } from '#shared/http/partner-endpoint';
import type { Caller } from '#shared/partners/domain/partner';
import { nowMs } from '#shared/platform/config/clock';
import { contract } from '../../../functions/cross-ramp/create/contract';
import { createCrossRamp } from '../../../functions/cross-ramp/create/create-cross-ramp';

/** What makes a request the same as another: its key among those of a partner's user. */
export interface Claim {
  readonly partnerId: string;
  readonly userId: string;
  readonly idempotencyKey: string;
  /** Must be equal too. */
  readonly payload: unknown;
}

/** A checked request. */
export interface Order {
  readonly caller: Caller;
  readonly body: Request<typeof contract>['body'];
  readonly claim: Claim | undefined;
}

/** Checks a request by the schema of the service. @throws Problem */
export function orderOf(caller: Caller, payload: unknown, idempotencyKey: string | undefined): Order {
  const body = checked(contract.body, payload);
  const { partnerId } = caller;
  const claim =
    idempotencyKey === undefined ? undefined : { partnerId, userId: body.userId, idempotencyKey, payload };
  return { caller, body, claim };
}

/** The service's rules, price and items, without its idempotency record. @throws Problem */
export async function create({ caller, body }: Order): Promise<{ status: number; text: string }> {
  const reply = await createCrossRamp({
    caller,
    params: {},
    query: {},
    body,
    idempotency: undefined,
    baseUrl: '',
    nowMs: nowMs(),
  });
  if (!('stored' in reply)) throw new Error('A creation answers with text');
  return reply.stored;
}
