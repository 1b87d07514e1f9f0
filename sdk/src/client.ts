import { Resources } from './generated/resources.js';
import type { ClientOptions } from './options.js';
import { Transport } from './transport.js';

/**
 * The Partner Ramp API. One client serves a whole process: it keeps no state between calls.
 *
 * Every call is repeated where that helps (no response, 429, 5xx, and 409 while other requests are at work), with pauses and
 * within the limits of {@link ClientOptions}. Every creation carries an idempotency key, the same in all its attempts, so that
 * it happens once at most.
 *
 * Methods throw `RampError` when the service refuses, `RampConnectionError` or `RampTimeoutError` when no response came,
 * and the reason of `signal` when it is aborted.
 */
export class PartnerRamp extends Resources {
  /** @throws TypeError when the options cannot work: no address, no key, a key in a browser or of another environment */
  constructor(options: ClientOptions) {
    super(new Transport(options));
  }
}
