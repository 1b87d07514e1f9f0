import type { RequestStart } from '#shared/http/endpoint';
import type { GatewayEvent } from '#shared/http/gateway-event';
import type { Caller } from '#shared/partners/domain/partner';

/** The event of a request with what the middlewares add to it. */
export interface RequestEvent extends GatewayEvent {
  state: RequestStart & {
    caller: Caller | undefined;
    body: unknown;
    /** Sent with every response. */
    headers: Readonly<Record<string, string>>;
  };
}
