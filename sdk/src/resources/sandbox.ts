import type { Body, Data } from '../operation-types.js';
import type { RequestOptions } from '../options.js';
import type { RampPromise } from '../ramp-promise.js';
import { Resource } from './resource.js';

/** Operations that only the sandbox has. */
export class Sandbox extends Resource {
  /** Reads which amounts lead to which outcome. */
  getMockTestingGuide(options?: RequestOptions): RampPromise<Data<'getMockTestingGuide'>> {
    return this.transport.send('getMockTestingGuide', {}, options);
  }

  /** Signs a declaration in its owner's place. */
  signDeclaration(userId: string, personId: string, options?: RequestOptions): RampPromise<Data<'signDeclaration'>> {
    return this.transport.send('signDeclaration', { path: { userId, personId } }, options);
  }

  /** Expires an open declaration at once. */
  expireDeclaration(
    userId: string,
    personId: string,
    options?: RequestOptions,
  ): RampPromise<Data<'expireDeclaration'>> {
    return this.transport.send('expireDeclaration', { path: { userId, personId } }, options);
  }

  /** Lets something happen to a transaction, such as the arrival of its deposit. */
  simulateTransaction(
    id: string,
    body: Body<'simulateTransaction'>,
    options?: RequestOptions,
  ): RampPromise<Data<'simulateTransaction'>> {
    return this.transport.send('simulateTransaction', { path: { id }, body }, options);
  }

  /** Decides the verification of a user at once. */
  decideVerification(
    userId: string,
    body: Body<'decideVerification'>,
    options?: RequestOptions,
  ): RampPromise<Data<'decideVerification'>> {
    return this.transport.send('decideVerification', { path: { userId }, body }, options);
  }

  /** Reads which faults deliveries have. */
  getWebhookFaults(options?: RequestOptions): RampPromise<Data<'getWebhookFaults'>> {
    return this.transport.send('getWebhookFaults', {}, options);
  }

  /** Gives deliveries faults as networks have them. `rate` is a fraction: 0.25 is a quarter of them. */
  setWebhookFaults(body: Body<'setWebhookFaults'>, options?: RequestOptions): RampPromise<Data<'setWebhookFaults'>> {
    return this.transport.send('setWebhookFaults', { body }, options);
  }
}
