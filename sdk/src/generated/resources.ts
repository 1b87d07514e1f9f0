// Written by "npm run docs" from the docs of the endpoints and docs/openapi.json; changes here are lost.

import { FollowedChanges } from '../change-feed.js';
import type { Body, Data, ListingOf, Query } from '../operation-types.js';
import type { RequestOptions } from '../options.js';
import type { RampPromise } from '../ramp-promise.js';
import { Resource } from '../resource.js';
import type { Transport } from '../transport.js';

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
  update(userId: string, body?: Body<'updateUser'>, options?: RequestOptions): RampPromise<Data<'updateUser'>> {
    return this.transport.send('updateUser', { path: { userId }, body }, options);
  }
}

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
  createLink(userId: string, body: Body<'createKycLink'>, options?: RequestOptions): RampPromise<Data<'createKycLink'>> {
    return this.transport.send('createKycLink', { path: { userId }, body }, options);
  }
}

export class Kyb extends Resource {
  /** Makes the link of a page where a business submits its verification itself. It is a secret of that business, and works once, for 24 hours. */
  createLink(userId: string, body: Body<'createKybLink'>, options?: RequestOptions): RampPromise<Data<'createKybLink'>> {
    return this.transport.send('createKybLink', { path: { userId }, body }, options);
  }

  /** Reads where the verification of a business stands. */
  get(userId: string, options?: RequestOptions): RampPromise<Data<'getKyb'>> {
    return this.transport.send('getKyb', { path: { userId } }, options);
  }
}

export class AssociatedPersons extends Resource {
  /** Adds a person. `ownershipPercent` is in percent (60.5), at most 100 for all owners together. */
  create(userId: string, body: Body<'createAssociatedPerson'>, options?: RequestOptions): RampPromise<Data<'createAssociatedPerson'>> {
    return this.transport.send('createAssociatedPerson', { path: { userId }, body }, options);
  }

  /** Lists the persons of a business. */
  list(userId: string, query?: Query<'listAssociatedPersons'>, options?: RequestOptions): ListingOf<'listAssociatedPersons'> {
    return this.transport.list('listAssociatedPersons', { path: { userId }, query }, options);
  }

  /** Takes a person off a business. */
  delete(userId: string, personId: string, options?: RequestOptions): RampPromise<Data<'deleteAssociatedPerson'>> {
    return this.transport.send('deleteAssociatedPerson', { path: { userId, personId } }, options);
  }
}

export class Signatures extends Resource {
  /** Makes a declaration for each owner that has none open or signed. Each `signingUrl` is a secret of its owner. */
  request(userId: string, body?: Body<'requestSignatures'>, options?: RequestOptions): RampPromise<Data<'requestSignatures'>> {
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

export class Sandbox extends Resource {
  /** Signs a declaration in its owner's place. */
  signDeclaration(userId: string, personId: string, options?: RequestOptions): RampPromise<Data<'signDeclaration'>> {
    return this.transport.send('signDeclaration', { path: { userId, personId } }, options);
  }

  /** Expires an open declaration at once. */
  expireDeclaration(userId: string, personId: string, options?: RequestOptions): RampPromise<Data<'expireDeclaration'>> {
    return this.transport.send('expireDeclaration', { path: { userId, personId } }, options);
  }

  /** Reads which amounts lead to which outcome. */
  getMockTestingGuide(options?: RequestOptions): RampPromise<Data<'getMockTestingGuide'>> {
    return this.transport.send('getMockTestingGuide', {}, options);
  }

  /** Lets something happen to a transaction, such as the arrival of its deposit. */
  simulateTransaction(id: string, body: Body<'simulateTransaction'>, options?: RequestOptions): RampPromise<Data<'simulateTransaction'>> {
    return this.transport.send('simulateTransaction', { path: { id }, body }, options);
  }

  /** Decides the verification of a user at once. */
  decideVerification(userId: string, body: Body<'decideVerification'>, options?: RequestOptions): RampPromise<Data<'decideVerification'>> {
    return this.transport.send('decideVerification', { path: { userId }, body }, options);
  }

  /** Ends the open verification link of a user at once. */
  expireVerificationLink(userId: string, options?: RequestOptions): RampPromise<Data<'expireVerificationLink'>> {
    return this.transport.send('expireVerificationLink', { path: { userId } }, options);
  }

  /** Gives deliveries faults as networks have them. `rate` is a fraction: 0.25 is a quarter of them. */
  setWebhookFaults(body: Body<'setWebhookFaults'>, options?: RequestOptions): RampPromise<Data<'setWebhookFaults'>> {
    return this.transport.send('setWebhookFaults', { body }, options);
  }

  /** Reads which faults deliveries have. */
  getWebhookFaults(options?: RequestOptions): RampPromise<Data<'getWebhookFaults'>> {
    return this.transport.send('getWebhookFaults', {}, options);
  }
}

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

export class Capabilities extends Resource {
  /** Reads corridors, tokens, countries and the smallest and largest amounts. */
  get(query?: Query<'getCapabilities'>, options?: RequestOptions): RampPromise<Data<'getCapabilities'>> {
    return this.transport.send('getCapabilities', { query }, options);
  }
}

export class SettlementCalendar extends Resource {
  /** Reads which days count, and why the others do not. */
  get(query: Query<'getSettlementCalendar'>, options?: RequestOptions): RampPromise<Data<'getSettlementCalendar'>> {
    return this.transport.send('getSettlementCalendar', { query }, options);
  }
}

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

export class Transactions extends Resource {
  /** Lists transactions, newest first unless asked otherwise. */
  list(query?: Query<'listTransactions'>, options?: RequestOptions): ListingOf<'listTransactions'> {
    return this.transport.list('listTransactions', { query }, options);
  }

  /** Reads a transaction. */
  get(id: string, options?: RequestOptions): RampPromise<Data<'getTransaction'>> {
    return this.transport.send('getTransaction', { path: { id } }, options);
  }

  /** Changes your own data about a transaction: absent fields stay, `null` clears. */
  update(id: string, body?: Body<'updateTransaction'>, options?: RequestOptions): RampPromise<Data<'updateTransaction'>> {
    return this.transport.send('updateTransaction', { path: { id }, body }, options);
  }

  /** Reads the timeline of a transaction, oldest first. */
  listEvents(id: string, options?: RequestOptions): RampPromise<Data<'listTransactionEvents'>> {
    return this.transport.send('listTransactionEvents', { path: { id } }, options);
  }

  /** Reads the ledger entries of a transaction. */
  listLedger(id: string, options?: RequestOptions): RampPromise<Data<'listTransactionLedger'>> {
    return this.transport.send('listTransactionLedger', { path: { id } }, options);
  }

  /** Reads the receipt of a completed transaction. */
  getReceipt(id: string, query?: Query<'getReceipt'>, options?: RequestOptions): RampPromise<Data<'getReceipt'>> {
    return this.transport.send('getReceipt', { path: { id }, query }, options);
  }

  /** Downloads the receipt of a completed transaction, a PDF. */
  getReceiptPdf(id: string, query?: Query<'getReceipt'>, options?: RequestOptions): RampPromise<Uint8Array> {
    return this.transport.download('getReceipt', { path: { id }, query }, 'application/pdf', options);
  }

  /** Reads the receipt of a payout that came back. */
  getReturnReceipt(id: string, query?: Query<'getReturnReceipt'>, options?: RequestOptions): RampPromise<Data<'getReturnReceipt'>> {
    return this.transport.send('getReturnReceipt', { path: { id }, query }, options);
  }

  /** Downloads the receipt of a payout that came back, a PDF. */
  getReturnReceiptPdf(id: string, query?: Query<'getReturnReceipt'>, options?: RequestOptions): RampPromise<Uint8Array> {
    return this.transport.download('getReturnReceipt', { path: { id }, query }, 'application/pdf', options);
  }

  /** Cancels a transaction that nothing was paid in for yet. Repeating it changes nothing. */
  cancel(id: string, options?: RequestOptions): RampPromise<Data<'cancelTransaction'>> {
    return this.transport.send('cancelTransaction', { path: { id } }, options);
  }

  /** Answers what a hold asks for, so that its payout can go on. */
  provideInformation(id: string, body: Body<'provideInformation'>, options?: RequestOptions): RampPromise<Data<'provideInformation'>> {
    return this.transport.send('provideInformation', { path: { id }, body }, options);
  }
}

export class Reports extends Resource {
  /** Reads what was paid in, paid out, charged and given back on a day. */
  getSettlement(query: Query<'getSettlementReport'>, options?: RequestOptions): RampPromise<Data<'getSettlementReport'>> {
    return this.transport.send('getSettlementReport', { query }, options);
  }

  /** Downloads the same rows as a CSV file. */
  getSettlementCsv(query: Query<'getSettlementReport'>, options?: RequestOptions): RampPromise<Uint8Array> {
    return this.transport.download('getSettlementReport', { query }, 'text/csv', options);
  }
}

export class OnRamps extends Resource {
  /** Creates an on-ramp. Keep an `idempotencyKey` of your own with each order. */
  create(body: Body<'createOnRamp'>, options?: RequestOptions): RampPromise<Data<'createOnRamp'>> {
    return this.transport.send('createOnRamp', { body }, options);
  }
}

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

export class WebhookSettings extends Resource {
  /** Sets the URL and the events. The answer to the first URL holds `secret`, which is shown this once: should that answer be lost, a repeated call has none, and `rotateSecret()` makes another. */
  update(body: Body<'updateWebhookSettings'>, options?: RequestOptions): RampPromise<Data<'updateWebhookSettings'>> {
    return this.transport.send('updateWebhookSettings', { body }, options);
  }

  /** Reads the settings. The secret is not among them. */
  get(options?: RequestOptions): RampPromise<Data<'getWebhookSettings'>> {
    return this.transport.send('getWebhookSettings', {}, options);
  }

  /** Makes a new signing secret, shown this once. The one before signs as well for 24 hours. */
  rotateSecret(options?: RequestOptions): RampPromise<Data<'rotateWebhookSecret'>> {
    return this.transport.send('rotateWebhookSecret', {}, options);
  }

  /** Sends a `TEST_EVENT` to your URL. */
  sendTest(options?: RequestOptions): RampPromise<Data<'sendTestWebhook'>> {
    return this.transport.send('sendTestWebhook', {}, options);
  }
}

export class WebhookEndpoints extends Resource {
  /** Adds an endpoint with a `url` or an `eventBusArn`. For a URL the answer holds its `secret`, which is shown this once; an event bus has none. */
  create(body: Body<'createWebhookEndpoint'>, options?: RequestOptions): RampPromise<Data<'createWebhookEndpoint'>> {
    return this.transport.send('createWebhookEndpoint', { body }, options);
  }

  /** Lists all endpoints, the first one first. */
  list(options?: RequestOptions): RampPromise<Data<'listWebhookEndpoints'>> {
    return this.transport.send('listWebhookEndpoints', {}, options);
  }

  /** Reads an endpoint. The secret is not in it. */
  get(id: string, options?: RequestOptions): RampPromise<Data<'getWebhookEndpoint'>> {
    return this.transport.send('getWebhookEndpoint', { path: { id } }, options);
  }

  /** Sets the target and the events of an endpoint, both as a whole. */
  update(id: string, body: Body<'updateWebhookEndpoint'>, options?: RequestOptions): RampPromise<Data<'updateWebhookEndpoint'>> {
    return this.transport.send('updateWebhookEndpoint', { path: { id }, body }, options);
  }

  /** Deletes an endpoint; of the first one it clears the URL. Pending deliveries end as `FAILED`. */
  delete(id: string, options?: RequestOptions): RampPromise<Data<'deleteWebhookEndpoint'>> {
    return this.transport.send('deleteWebhookEndpoint', { path: { id } }, options);
  }

  /** Makes a new signing secret of an endpoint, shown this once. The one before signs as well for 24 hours. */
  rotateSecret(id: string, options?: RequestOptions): RampPromise<Data<'rotateWebhookEndpointSecret'>> {
    return this.transport.send('rotateWebhookEndpointSecret', { path: { id } }, options);
  }

  /** Sends a `TEST_EVENT` to one endpoint. */
  sendTest(id: string, options?: RequestOptions): RampPromise<Data<'sendTestToWebhookEndpoint'>> {
    return this.transport.send('sendTestToWebhookEndpoint', { path: { id } }, options);
  }
}

export class WebhookNotifications extends Resource {
  /** Lists notifications, newest first unless asked otherwise. */
  list(query?: Query<'listWebhookNotifications'>, options?: RequestOptions): ListingOf<'listWebhookNotifications'> {
    return this.transport.list('listWebhookNotifications', { query }, options);
  }

  /** Sends the oldest notifications of a range again, 1,000 at most; `nextCreatedFrom` is where to go on. With `endpointId` they go to that endpoint alone, also those of before it was made. */
  replay(body?: Body<'replayWebhookNotifications'>, options?: RequestOptions): RampPromise<Data<'replayWebhookNotifications'>> {
    return this.transport.send('replayWebhookNotifications', { body }, options);
  }

  /** Reads a notification with its last twenty attempts. */
  get(id: string, options?: RequestOptions): RampPromise<Data<'getWebhookNotification'>> {
    return this.transport.send('getWebhookNotification', { path: { id } }, options);
  }

  /** Gives a `FAILED` notification five more attempts, at the first endpoint or at the one of `endpointId`. Ten calls are allowed in any 60 seconds; beyond that the service asks to wait up to 60 seconds, and this client does so. */
  retry(id: string, body?: Body<'retryWebhookNotification'>, options?: RequestOptions): RampPromise<Data<'retryWebhookNotification'>> {
    return this.transport.send('retryWebhookNotification', { path: { id }, body }, options);
  }
}

export class AllowedAddresses extends Resource {
  /** Reads from where your key may be used. */
  get(options?: RequestOptions): RampPromise<Data<'getAllowedAddresses'>> {
    return this.transport.send('getAllowedAddresses', {}, options);
  }

  /** Narrows from where your key may be used. Each range lies within one that the key has; only we can widen them. */
  update(body: Body<'updateAllowedAddresses'>, options?: RequestOptions): RampPromise<Data<'updateAllowedAddresses'>> {
    return this.transport.send('updateAllowedAddresses', { body }, options);
  }
}

export class Branding extends Resource {
  /** Reads how you show yourself to people. */
  get(options?: RequestOptions): RampPromise<Data<'getBranding'>> {
    return this.transport.send('getBranding', {}, options);
  }

  /** Sets how you show yourself to people. A field that is left out stays, null clears it. */
  update(body?: Body<'updateBranding'>, options?: RequestOptions): RampPromise<Data<'updateBranding'>> {
    return this.transport.send('updateBranding', { body }, options);
  }
}

export class UserBankAccounts extends Resource {
  /** Saves an account. An equal one answers the stored one. */
  create(userId: string, body: Body<'createUserBankAccount'>, options?: RequestOptions): RampPromise<Data<'createUserBankAccount'>> {
    return this.transport.send('createUserBankAccount', { path: { userId }, body }, options);
  }

  /** Lists the accounts of a user. */
  list(userId: string, query?: Query<'listUserBankAccounts'>, options?: RequestOptions): ListingOf<'listUserBankAccounts'> {
    return this.transport.list('listUserBankAccounts', { path: { userId }, query }, options);
  }

  /** Deletes a saved account. */
  delete(userId: string, id: string, options?: RequestOptions): RampPromise<Data<'deleteUserBankAccount'>> {
    return this.transport.send('deleteUserBankAccount', { path: { userId, id } }, options);
  }
}

export class ReceiverBankAccounts extends Resource {
  /** Saves an account. An equal one answers the stored one. */
  create(receiverId: string, body: Body<'createReceiverBankAccount'>, options?: RequestOptions): RampPromise<Data<'createReceiverBankAccount'>> {
    return this.transport.send('createReceiverBankAccount', { path: { receiverId }, body }, options);
  }

  /** Lists the accounts of a receiver. */
  list(receiverId: string, query?: Query<'listReceiverBankAccounts'>, options?: RequestOptions): ListingOf<'listReceiverBankAccounts'> {
    return this.transport.list('listReceiverBankAccounts', { path: { receiverId }, query }, options);
  }

  /** Deletes a saved account. */
  delete(receiverId: string, id: string, options?: RequestOptions): RampPromise<Data<'deleteReceiverBankAccount'>> {
    return this.transport.send('deleteReceiverBankAccount', { path: { receiverId, id } }, options);
  }
}

export class BankRequirements extends Resource {
  /** Reads what an account of a country needs, as JSON Schema. */
  get(query: Query<'getBankRequirements'>, options?: RequestOptions): RampPromise<Data<'getBankRequirements'>> {
    return this.transport.send('getBankRequirements', { query }, options);
  }
}

export class BankingOnboarding extends Resource {
  /** Starts the opening of a virtual account. */
  start(userId: string, query?: Query<'startBankingOnboarding'>, body?: Body<'startBankingOnboarding'>, options?: RequestOptions): RampPromise<Data<'startBankingOnboarding'>> {
    return this.transport.send('startBankingOnboarding', { path: { userId }, query, body }, options);
  }

  /** Reads where the opening of a virtual account stands. */
  get(userId: string, query?: Query<'getBankingOnboarding'>, options?: RequestOptions): RampPromise<Data<'getBankingOnboarding'>> {
    return this.transport.send('getBankingOnboarding', { path: { userId }, query }, options);
  }
}

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
  getBalances(userId: string, query?: Query<'getWalletBalances'>, options?: RequestOptions): RampPromise<Data<'getWalletBalances'>> {
    return this.transport.send('getWalletBalances', { path: { userId }, query }, options);
  }

  /** Deletes a saved wallet. */
  delete(userId: string, walletId: string, options?: RequestOptions): RampPromise<Data<'deleteWallet'>> {
    return this.transport.send('deleteWallet', { path: { userId, walletId } }, options);
  }
}

export class Changes extends FollowedChanges {
  /** Lists changes from a cursor, from a time (`from`) or from the oldest, as far as there are any now. */
  list(query?: Query<'listChanges'>, options?: RequestOptions): ListingOf<'listChanges'> {
    return this.transport.list('listChanges', { query }, options);
  }
}

export class Documentation extends Resource {
  /** Reads the OpenAPI document. */
  getOpenApi(options?: RequestOptions): RampPromise<Data<'getOpenApi'>> {
    return this.transport.send('getOpenApi', {}, options);
  }
}

/** The resources of the API. */
export abstract class Resources {
  readonly users: Users;
  readonly kyc: Kyc;
  readonly kyb: Kyb;
  readonly associatedPersons: AssociatedPersons;
  readonly signatures: Signatures;
  readonly sandbox: Sandbox;
  readonly quotes: Quotes;
  readonly capabilities: Capabilities;
  readonly settlementCalendar: SettlementCalendar;
  readonly crossRamps: CrossRamps;
  readonly transactions: Transactions;
  readonly reports: Reports;
  readonly onRamps: OnRamps;
  readonly offRamps: OffRamps;
  readonly webhookSettings: WebhookSettings;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookNotifications: WebhookNotifications;
  readonly allowedAddresses: AllowedAddresses;
  readonly branding: Branding;
  readonly userBankAccounts: UserBankAccounts;
  readonly receiverBankAccounts: ReceiverBankAccounts;
  readonly bankRequirements: BankRequirements;
  readonly bankingOnboarding: BankingOnboarding;
  readonly receivers: Receivers;
  readonly wallets: Wallets;
  readonly changes: Changes;
  readonly documentation: Documentation;

  constructor(transport: Transport) {
    this.users = new Users(transport);
    this.kyc = new Kyc(transport);
    this.kyb = new Kyb(transport);
    this.associatedPersons = new AssociatedPersons(transport);
    this.signatures = new Signatures(transport);
    this.sandbox = new Sandbox(transport);
    this.quotes = new Quotes(transport);
    this.capabilities = new Capabilities(transport);
    this.settlementCalendar = new SettlementCalendar(transport);
    this.crossRamps = new CrossRamps(transport);
    this.transactions = new Transactions(transport);
    this.reports = new Reports(transport);
    this.onRamps = new OnRamps(transport);
    this.offRamps = new OffRamps(transport);
    this.webhookSettings = new WebhookSettings(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.webhookNotifications = new WebhookNotifications(transport);
    this.allowedAddresses = new AllowedAddresses(transport);
    this.branding = new Branding(transport);
    this.userBankAccounts = new UserBankAccounts(transport);
    this.receiverBankAccounts = new ReceiverBankAccounts(transport);
    this.bankRequirements = new BankRequirements(transport);
    this.bankingOnboarding = new BankingOnboarding(transport);
    this.receivers = new Receivers(transport);
    this.wallets = new Wallets(transport);
    this.changes = new Changes(transport);
    this.documentation = new Documentation(transport);
  }
}
