import type { Transport } from './transport.js';

/** Base class for the operations on one resource, such as users. */
export abstract class Resource {
  constructor(protected readonly transport: Transport) {}
}
