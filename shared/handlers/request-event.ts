import type { RequestStart } from '#shared/http/endpoint';
import type { GatewayEvent } from '#shared/http/gateway-event';
import type { Caller } from '#shared/partners/domain/partner';
import type { Allowance } from '#shared/partners/domain/request-rate';

/** Event of a request, with the data that the middlewares add. */
export interface RequestEvent extends GatewayEvent {
  state: RequestStart & {
    caller: Caller | undefined;
    body: unknown;
    createdId?: string | undefined;
    headers: Readonly<Record<string, string>>;
    /** Result of the rate limit check, which starts before the API key is read if this process has cached the key's partner. */
    allowance?: Promise<Allowance | undefined>;
    /** API version of the response, set after validation. */
    version?: string;
  };
}
