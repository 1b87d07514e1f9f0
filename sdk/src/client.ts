import type { ClientOptions } from './options.js';
import {
  BankingOnboarding,
  BankRequirements,
  ReceiverBankAccounts,
  Receivers,
  UserBankAccounts,
  Wallets,
} from './resources/accounts.js';
import { Changes } from './resources/changes.js';
import { Documentation } from './resources/documentation.js';
import { Sandbox } from './resources/sandbox.js';
import {
  Capabilities,
  CrossRamps,
  OffRamps,
  OnRamps,
  Quotes,
  SettlementCalendar,
  Transactions,
} from './resources/transactions.js';
import { AssociatedPersons, Kyb, Kyc, Signatures, Users } from './resources/users.js';
import { WebhookEndpoints, WebhookNotifications, WebhookSettings } from './resources/webhook-resources.js';
import { Transport } from './transport.js';

/**
 * The Partner Ramp API. One client serves a whole process: it keeps no state between calls.
 *
 * Every call is repeated where that helps (no answer, 429, 5xx, and 409 while other requests are at work), with pauses and
 * within the limits of {@link ClientOptions}. Every creation carries an idempotency key, the same in all its attempts, so that
 * it happens once at most.
 *
 * Methods throw `RampError` when the service refuses, `RampConnectionError` or `RampTimeoutError` when no answer came,
 * and the reason of `signal` when it is aborted.
 */
export class PartnerRamp {
  readonly users: Users;
  readonly kyc: Kyc;
  readonly kyb: Kyb;
  readonly associatedPersons: AssociatedPersons;
  readonly signatures: Signatures;
  readonly quotes: Quotes;
  readonly onRamps: OnRamps;
  readonly offRamps: OffRamps;
  readonly crossRamps: CrossRamps;
  readonly transactions: Transactions;
  readonly capabilities: Capabilities;
  readonly settlementCalendar: SettlementCalendar;
  readonly userBankAccounts: UserBankAccounts;
  readonly receiverBankAccounts: ReceiverBankAccounts;
  readonly bankRequirements: BankRequirements;
  readonly bankingOnboarding: BankingOnboarding;
  readonly receivers: Receivers;
  readonly wallets: Wallets;
  readonly changes: Changes;
  readonly webhookSettings: WebhookSettings;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookNotifications: WebhookNotifications;
  readonly sandbox: Sandbox;
  readonly documentation: Documentation;

  /** @throws TypeError when the options cannot work: no address, no key, a key in a browser */
  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.users = new Users(transport);
    this.kyc = new Kyc(transport);
    this.kyb = new Kyb(transport);
    this.associatedPersons = new AssociatedPersons(transport);
    this.signatures = new Signatures(transport);
    this.quotes = new Quotes(transport);
    this.onRamps = new OnRamps(transport);
    this.offRamps = new OffRamps(transport);
    this.crossRamps = new CrossRamps(transport);
    this.transactions = new Transactions(transport);
    this.capabilities = new Capabilities(transport);
    this.settlementCalendar = new SettlementCalendar(transport);
    this.userBankAccounts = new UserBankAccounts(transport);
    this.receiverBankAccounts = new ReceiverBankAccounts(transport);
    this.bankRequirements = new BankRequirements(transport);
    this.bankingOnboarding = new BankingOnboarding(transport);
    this.receivers = new Receivers(transport);
    this.wallets = new Wallets(transport);
    this.changes = new Changes(transport);
    this.webhookSettings = new WebhookSettings(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.webhookNotifications = new WebhookNotifications(transport);
    this.sandbox = new Sandbox(transport);
    this.documentation = new Documentation(transport);
  }
}
