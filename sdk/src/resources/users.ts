import type { Body, Data, ListingOf, Query } from '../operation-types.js';
import type { RequestOptions } from '../options.js';
import type { RampPromise } from '../ramp-promise.js';
import { Resource } from './resource.js';

/** Your customers. */
export class Users extends Resource {
  /** Registers a user. An e-mail address and an `externalUserId` can be used once each. */
  create(body: Body<'createUser'>, options?: RequestOptions): RampPromise<Data<'createUser'>> {
    return this.transport.send('createUser', { body }, options);
  }

  /** Lists users, newest first unless asked otherwise. */
  list(query?: Query<'listUsers'>, options?: RequestOptions): ListingOf<'listUsers'> {
    return this.transport.list('listUsers', { query }, options);
  }

  /** Reads a user, with the status of its verification. */
  get(userId: string, options?: RequestOptions): RampPromise<Data<'getUser'>> {
    return this.transport.send('getUser', { path: { userId } }, options);
  }

  /** Changes what you keep of a user: what is left out stays, `null` clears. */
  update(userId: string, body: Body<'updateUser'>, options?: RequestOptions): RampPromise<Data<'updateUser'>> {
    return this.transport.send('updateUser', { path: { userId }, body }, options);
  }
}

/** Verification of persons. */
export class Kyc extends Resource {
  /** Submits a verification. Files are given as https addresses and are downloaded before the answer. */
  start(userId: string, body: Body<'startKyc'>, options?: RequestOptions): RampPromise<Data<'startKyc'>> {
    return this.transport.send('startKyc', { path: { userId }, body }, options);
  }

  /** Reads where the newest verification of a user stands. */
  get(userId: string, options?: RequestOptions): RampPromise<Data<'getUserKyc'>> {
    return this.transport.send('getUserKyc', { path: { userId } }, options);
  }

  /** Reads a verification with what was submitted. */
  getDetails(query: Query<'getKycDetails'>, options?: RequestOptions): RampPromise<Data<'getKycDetails'>> {
    return this.transport.send('getKycDetails', { query }, options);
  }

  /** Makes the link of a page where a person submits its verification itself. It is a secret of that person, and works once, for 24 hours. */
  createLink(
    userId: string,
    body: Body<'createKycLink'>,
    options?: RequestOptions,
  ): RampPromise<Data<'createKycLink'>> {
    return this.transport.send('createKycLink', { path: { userId }, body }, options);
  }
}

/** Verification of businesses. */
export class Kyb extends Resource {
  /** Reads where the verification of a business stands. */
  get(userId: string, options?: RequestOptions): RampPromise<Data<'getKyb'>> {
    return this.transport.send('getKyb', { path: { userId } }, options);
  }

  /** Makes the link of a page where a business submits its verification itself. It is a secret of that business, and works once, for 24 hours. */
  createLink(
    userId: string,
    body: Body<'createKybLink'>,
    options?: RequestOptions,
  ): RampPromise<Data<'createKybLink'>> {
    return this.transport.send('createKybLink', { path: { userId }, body }, options);
  }
}

/** Owners, legal representatives and directors of a business. */
export class AssociatedPersons extends Resource {
  /** Adds a person. `ownershipPercent` is in percent (60.5), at most 100 for all owners together. */
  create(
    userId: string,
    body: Body<'createAssociatedPerson'>,
    options?: RequestOptions,
  ): RampPromise<Data<'createAssociatedPerson'>> {
    return this.transport.send('createAssociatedPerson', { path: { userId }, body }, options);
  }

  /** Lists the persons of a business. */
  list(
    userId: string,
    query?: Query<'listAssociatedPersons'>,
    options?: RequestOptions,
  ): ListingOf<'listAssociatedPersons'> {
    return this.transport.list('listAssociatedPersons', { path: { userId }, query }, options);
  }

  /** Takes a person off a business. */
  delete(userId: string, personId: string, options?: RequestOptions): RampPromise<Data<'deleteAssociatedPerson'>> {
    return this.transport.send('deleteAssociatedPerson', { path: { userId, personId } }, options);
  }
}

/** Declarations that the owners of a business sign. */
export class Signatures extends Resource {
  /** Makes a declaration for each owner that has none open or signed. Each `signingUrl` is a secret of its owner. */
  request(
    userId: string,
    body?: Body<'requestSignatures'>,
    options?: RequestOptions,
  ): RampPromise<Data<'requestSignatures'>> {
    return this.transport.send('requestSignatures', { path: { userId }, body }, options);
  }

  /** Lists where the declaration of each owner stands. */
  list(userId: string, query?: Query<'listSignatures'>, options?: RequestOptions): ListingOf<'listSignatures'> {
    return this.transport.list('listSignatures', { path: { userId }, query }, options);
  }

  /** Withdraws an open declaration. */
  withdraw(userId: string, personId: string, options?: RequestOptions): RampPromise<Data<'withdrawSignature'>> {
    return this.transport.send('withdrawSignature', { path: { userId, personId } }, options);
  }

  /** Downloads a signed declaration, a PDF. `withResponse()` has its SHA-256 in the header `x-document-sha256`. */
  getDocument(userId: string, personId: string, options?: RequestOptions): RampPromise<Data<'getSignatureDocument'>> {
    return this.transport.send('getSignatureDocument', { path: { userId, personId } }, options);
  }
}
