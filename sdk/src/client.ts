import { Resources } from './generated/resources.js';
import type { ClientOptions } from './options.js';
import { Transport } from './transport.js';

/**
 * Client of the Partner Ramp API. One client is sufficient for a whole process. The client retries a call after no response, 429,
 * 5xx, and 409 caused by a concurrent request. All attempts of a creation send the same idempotency key. Methods throw
 * `RampError` for an error response, and `RampConnectionError` or `RampTimeoutError` if no response arrived. If `signal` is
 * aborted, methods throw its reason.
 */
export class PartnerRamp extends Resources {
  /**
   * @throws TypeError for invalid options: a missing URL or key, a key in a browser, or a key that does not belong to
   * `environment`
   */
  constructor(options: ClientOptions) {
    super(new Transport(options));
  }
}
