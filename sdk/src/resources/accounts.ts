import type { Body, Data, ListingOf, Query } from '../operation-types.js';
import type { RequestOptions } from '../options.js';
import type { RampPromise } from '../ramp-promise.js';
import { Resource } from './resource.js';

/** Bank accounts of users. */
export class UserBankAccounts extends Resource {
  /** Saves an account. An equal one answers the stored one. */
  create(
    userId: string,
    body: Body<'createUserBankAccount'>,
    options?: RequestOptions,
  ): RampPromise<Data<'createUserBankAccount'>> {
    return this.transport.send('createUserBankAccount', { path: { userId }, body }, options);
  }

  /** Lists the accounts of a user. */
  list(
    userId: string,
    query?: Query<'listUserBankAccounts'>,
    options?: RequestOptions,
  ): ListingOf<'listUserBankAccounts'> {
    return this.transport.list('listUserBankAccounts', { path: { userId }, query }, options);
  }

  /** Deletes a saved account. */
  delete(userId: string, id: string, options?: RequestOptions): RampPromise<Data<'deleteUserBankAccount'>> {
    return this.transport.send('deleteUserBankAccount', { path: { userId, id } }, options);
  }
}

/** Bank accounts of receivers. */
export class ReceiverBankAccounts extends Resource {
  /** Saves an account. An equal one answers the stored one. */
  create(
    receiverId: string,
    body: Body<'createReceiverBankAccount'>,
    options?: RequestOptions,
  ): RampPromise<Data<'createReceiverBankAccount'>> {
    return this.transport.send('createReceiverBankAccount', { path: { receiverId }, body }, options);
  }

  /** Lists the accounts of a receiver. */
  list(
    receiverId: string,
    query?: Query<'listReceiverBankAccounts'>,
    options?: RequestOptions,
  ): ListingOf<'listReceiverBankAccounts'> {
    return this.transport.list('listReceiverBankAccounts', { path: { receiverId }, query }, options);
  }

  /** Deletes a saved account. */
  delete(receiverId: string, id: string, options?: RequestOptions): RampPromise<Data<'deleteReceiverBankAccount'>> {
    return this.transport.send('deleteReceiverBankAccount', { path: { receiverId, id } }, options);
  }
}

/** Requirements of bank details. */
export class BankRequirements extends Resource {
  /** Reads what an account of a country needs, as JSON Schema. */
  get(query: Query<'getBankRequirements'>, options?: RequestOptions): RampPromise<Data<'getBankRequirements'>> {
    return this.transport.send('getBankRequirements', { query }, options);
  }
}

/** Virtual accounts of users. */
export class BankingOnboarding extends Resource {
  /** Starts the opening of a virtual account. */
  start(
    userId: string,
    query?: Query<'startBankingOnboarding'>,
    body?: Body<'startBankingOnboarding'>,
    options?: RequestOptions,
  ): RampPromise<Data<'startBankingOnboarding'>> {
    return this.transport.send('startBankingOnboarding', { path: { userId }, query, body }, options);
  }

  /** Reads where the opening of a virtual account stands. */
  get(
    userId: string,
    query?: Query<'getBankingOnboarding'>,
    options?: RequestOptions,
  ): RampPromise<Data<'getBankingOnboarding'>> {
    return this.transport.send('getBankingOnboarding', { path: { userId }, query }, options);
  }
}

/** Persons and businesses that a user pays. */
export class Receivers extends Resource {
  /** Saves a receiver. */
  create(body: Body<'createReceiver'>, options?: RequestOptions): RampPromise<Data<'createReceiver'>> {
    return this.transport.send('createReceiver', { body }, options);
  }

  /** Lists receivers. */
  list(query?: Query<'listReceivers'>, options?: RequestOptions): ListingOf<'listReceivers'> {
    return this.transport.list('listReceivers', { query }, options);
  }

  /** Reads a receiver. */
  get(receiverId: string, options?: RequestOptions): RampPromise<Data<'getReceiver'>> {
    return this.transport.send('getReceiver', { path: { receiverId } }, options);
  }

  /** Deletes a receiver and its accounts. */
  delete(receiverId: string, options?: RequestOptions): RampPromise<Data<'deleteReceiver'>> {
    return this.transport.send('deleteReceiver', { path: { receiverId } }, options);
  }
}

/** Addresses that tokens go to. */
export class Wallets extends Resource {
  /** Saves a wallet of a user. */
  create(userId: string, body: Body<'createWallet'>, options?: RequestOptions): RampPromise<Data<'createWallet'>> {
    return this.transport.send('createWallet', { path: { userId }, body }, options);
  }

  /** Lists the wallets of a user. */
  list(userId: string, query?: Query<'listWallets'>, options?: RequestOptions): ListingOf<'listWallets'> {
    return this.transport.list('listWallets', { path: { userId }, query }, options);
  }

  /** Reads the balances of the wallets of a user, in tokens. */
  getBalances(
    userId: string,
    query?: Query<'getWalletBalances'>,
    options?: RequestOptions,
  ): RampPromise<Data<'getWalletBalances'>> {
    return this.transport.send('getWalletBalances', { path: { userId }, query }, options);
  }

  /** Deletes a saved wallet. */
  delete(userId: string, walletId: string, options?: RequestOptions): RampPromise<Data<'deleteWallet'>> {
    return this.transport.send('deleteWallet', { path: { userId, walletId } }, options);
  }
}
