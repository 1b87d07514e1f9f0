import type { Transport } from './transport.js';

/** Operations on one kind of thing. */
export abstract class Resource {
  constructor(protected readonly transport: Transport) {}
}
