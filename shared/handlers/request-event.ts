import type { RequestStart } from '#shared/http/endpoint';
import type { GatewayEvent } from '#shared/http/gateway-event';
import type { Caller } from '#shared/partners/domain/partner';
import type { Allowance } from '#shared/partners/domain/request-rate';

/** The event of a request, with the additions of the middlewares. */
export interface RequestEvent extends GatewayEvent {
  state: RequestStart & {
    caller: Caller | undefined;
    body: unknown;
    /** The transaction that the request has created. */
    createdId?: string | undefined;
    /** Sent with every response. */
    headers: Readonly<Record<string, string>>;
    /** Response of the partner's request rate; begun while the key is read, if the process knew whose it is. */
    allowance?: Promise<Allowance | undefined>;
    /** The version of the API that the request gets, once it is checked. */
    version?: string;
  };
}
