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
    /**
     * Result of the rate limit check. The check starts before the read of the API key if the cache of this process contains the
     * key.
     */
    allowance?: Promise<Allowance | undefined>;
    /** API version for the response header, set after the check of the requested version. */
    version?: string;
  };
}
