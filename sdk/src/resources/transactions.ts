import type { Body, Data, ListingOf, Query } from '../operation-types.js';
import type { RequestOptions } from '../options.js';
import type { RampPromise } from '../ramp-promise.js';
import { Resource } from './resource.js';

/** Prices of on-ramps and off-ramps. */
export class Quotes extends Resource {
  /** Reads a price without locking it. Amounts are in the currency or the token, not in its smallest units. */
  getRate(query: Query<'getRate'>, options?: RequestOptions): RampPromise<Data<'getRate'>> {
    return this.transport.send('getRate', { query }, options);
  }

  /** Locks a price until `expiresAt`, for one transaction. */
  create(body: Body<'createQuote'>, options?: RequestOptions): RampPromise<Data<'createQuote'>> {
    return this.transport.send('createQuote', { body }, options);
  }

  /** Reads a locked price, with the transaction that used it. */
  get(id: string, options?: RequestOptions): RampPromise<Data<'getQuote'>> {
    return this.transport.send('getQuote', { path: { id } }, options);
  }
}

/** Transactions between two fiat currencies. */
export class CrossRamps extends Resource {
  /** Reads a price without locking it. `rate` is in target units per source unit. */
  getRate(query: Query<'getCrossRampRate'>, options?: RequestOptions): RampPromise<Data<'getCrossRampRate'>> {
    return this.transport.send('getCrossRampRate', { query }, options);
  }

  /** Locks a price until `expiresAt`, for one transaction. */
  createQuote(body: Body<'createCrossRampQuote'>, options?: RequestOptions): RampPromise<Data<'createCrossRampQuote'>> {
    return this.transport.send('createCrossRampQuote', { body }, options);
  }

  /** Reads a locked price, with the transaction that used it. */
  getQuote(id: string, options?: RequestOptions): RampPromise<Data<'getCrossRampQuote'>> {
    return this.transport.send('getCrossRampQuote', { path: { id } }, options);
  }

  /** Creates a cross-ramp. Keep an `idempotencyKey` of your own with each order. */
  create(body: Body<'createCrossRamp'>, options?: RequestOptions): RampPromise<Data<'createCrossRamp'>> {
    return this.transport.send('createCrossRamp', { body }, options);
  }
}

/** Transactions from fiat to tokens. */
export class OnRamps extends Resource {
  /** Creates an on-ramp. Keep an `idempotencyKey` of your own with each order. */
  create(body: Body<'createOnRamp'>, options?: RequestOptions): RampPromise<Data<'createOnRamp'>> {
    return this.transport.send('createOnRamp', { body }, options);
  }
}

/** Transactions from tokens to fiat. */
export class OffRamps extends Resource {
  /** Creates an off-ramp. Keep an `idempotencyKey` of your own with each order. */
  create(body: Body<'createOffRamp'>, options?: RequestOptions): RampPromise<Data<'createOffRamp'>> {
    return this.transport.send('createOffRamp', { body }, options);
  }

  /** Asks for the payout of an off-ramp, before or after its tokens have arrived. Without it nothing is paid out. */
  execute(body: Body<'executeOffRamp'>, options?: RequestOptions): RampPromise<Data<'executeOffRamp'>> {
    return this.transport.send('executeOffRamp', { body }, options);
  }
}

/** Transactions of all kinds. */
export class Transactions extends Resource {
  /** Lists transactions, newest first unless asked otherwise. */
  list(query?: Query<'listTransactions'>, options?: RequestOptions): ListingOf<'listTransactions'> {
    return this.transport.list('listTransactions', { query }, options);
  }

  /** Reads a transaction. */
  get(id: string, options?: RequestOptions): RampPromise<Data<'getTransaction'>> {
    return this.transport.send('getTransaction', { path: { id } }, options);
  }

  /** Reads the timeline of a transaction, oldest first. */
  listEvents(id: string, options?: RequestOptions): RampPromise<Data<'listTransactionEvents'>> {
    return this.transport.send('listTransactionEvents', { path: { id } }, options);
  }

  /** Reads the ledger entries of a transaction. */
  listLedger(id: string, options?: RequestOptions): RampPromise<Data<'listTransactionLedger'>> {
    return this.transport.send('listTransactionLedger', { path: { id } }, options);
  }

  /** Cancels a transaction that nothing was paid in for yet. Repeating it changes nothing. */
  cancel(id: string, options?: RequestOptions): RampPromise<Data<'cancelTransaction'>> {
    return this.transport.send('cancelTransaction', { path: { id } }, options);
  }
}

/** Days on which orders over the counter settle. */
export class SettlementCalendar extends Resource {
  /** Reads which days count, and why the others do not. */
  get(query: Query<'getSettlementCalendar'>, options?: RequestOptions): RampPromise<Data<'getSettlementCalendar'>> {
    return this.transport.send('getSettlementCalendar', { query }, options);
  }
}

/** Limits of your agreement. */
export class Capabilities extends Resource {
  /** Reads corridors, tokens, countries and the smallest and largest amounts. */
  get(options?: RequestOptions): RampPromise<Data<'getCapabilities'>> {
    return this.transport.send('getCapabilities', {}, options);
  }
}
