import type { Notes } from '#shared/contract/define-docs';
import { premiumNote as premium } from '#shared/quotes/examples';
import { event, page, settled } from './common';
import { peopleNotes } from './people';
import { webhookNotes } from './webhooks';

const change = { id: 'Id of the resource. All versions of a resource have the same id.', at: 'Time of the change.' };
const price = {
  rate: 'Units of the target currency per unit of the source currency. Includes the spread and your premium.',
  premiumSpread: premium,
  flow: 'Cross-ramps are always `OTC`.',
};
const lock = { quoteId: 'Send this id when you create the transaction.', expiresAt: 'Time when the quote expires.' };
const annotations = {
  externalId: 'Your id of the transaction. Null if you set no id.',
  metadata: 'Keys and values that you attached to the transaction.',
};
const origin = {
  quoteId: 'Id of the quote that the transaction used. Null without a quote.',
  reference: 'The memo of a cross-ramp. Null for other types, and without a memo.',
  ...annotations,
  targetRail: 'The rail of the payout of a cross-ramp. Null for other types.',
  transactionHash: 'Hash of the token transfer on the chain. Null until the hash is known, and for cross-ramps.',
  paymentUrl:
    'URL of the payment page while the transaction waits for the deposit. Otherwise null. Always null in the change feed and in responses of `…/simulate`. Do not log the URL: anyone with the URL can see the payment.',
};
const compliance = {
  purpose: 'Purpose of the payment. Present if you sent it or if it has a default.',
  sourceOfFunds: "Origin of the payer's money. Present if you sent it.",
  relationship: 'Relationship of the beneficiary to the payer. Present if you sent it.',
  travelRuleReceived: 'True if you sent `travelRule`.',
};
const transaction = {
  exchangeRate: price.rate,
  premiumSpread: premium,
  sourceBankAccount: 'Bank account that receives the deposit.',
  targetBankAccount: 'Bank account that receives the target amount.',
  ...origin,
  ...compliance,
};
const ramp = {
  cryptoAmount: 'Amount in tokens, with at most six decimals.',
  fiatAmount: 'Amount in the fiat currency.',
  premiumSpread: premium,
  flow: '`OTC` (over the counter) for orders above 50,000 MXN, otherwise `REGULAR`.',
  forwardingDays: 'Requested N of T+N. Only for OTC orders in MXN.',
};
const rampTerms = {
  ...ramp,
  transactionType: 'CROSS_RAMP prices the first leg of a cross-ramp: from the fiat currency to the token.',
  rate: 'Fiat units per token. Includes the spread and your premium.',
};
const onRamp = {
  ...ramp,
  ...origin,
  ...compliance,
  destinationWalletAddress: "Address of the user's wallet that receives the tokens.",
  bankAccount: 'Bank account that receives the deposit.',
};
const offRamp = {
  ...ramp,
  ...origin,
  ...compliance,
  destinationWalletAddress: 'Address to which the user sends the tokens. Each off-ramp has a unique address.',
  bankAccount: 'Bank account that receives the fiat payout.',
};
const transactionEvent = {
  ...event,
  sequence:
    'Counts the events of the transaction without gaps: 1, 2, 3 … Ignore a payload if you already processed a higher number.',
  status: 'Status of the transaction after this event.',
  ...annotations,
};
const stopped = {
  reason: 'Code of the reason, equal to `cancellationReason` of the transaction.',
  message: 'The reason as a sentence for people.',
};
const deadline = 'Time by which you must submit the information. Null while the platform must act.';
const held = { reason: 'Reason of the hold.', actor: 'Party that must act next: you or the platform.', deadline };
const decimal = 'Decimal text, so that no digit is lost.';
const exchanged = { fiatAmount: decimal, cryptoAmount: decimal, rate: 'Fiat units per token, as decimal text.' };

const bankAccount = {
  about: 'A saved bank account. Fields without a value are null.',
  receiverId: 'Id of the receiver who owns the account. Null if the user owns the account.',
  rampType: 'The type that you saved. CROSS_RAMP for virtual accounts.',
  verificationStatus: 'NOT_REQUIRED for accounts outside of Mexico and for receivers. PENDING until the first use.',
  payeeCheck:
    'Latest comparison of the account holder with the name at the bank. Null before the first payout, and for accounts without this check.',
};

/** Notes of every component. */
export const fieldNotes: Readonly<Record<string, Notes>> = {
  PayeeCheck: {
    about: 'Comparison of the account holder with the name at the bank.',
    result: 'NOT_POSSIBLE if the bank did not return a result.',
    name: 'Name at the bank, after a CLOSE_MATCH. Otherwise null. Always null in the change feed.',
    at: 'Time of the response of the bank, in UTC.',
  },
  ...peopleNotes,
  ...webhookNotes,
  Fees: { about: 'Fees of the service.', fixedFee: 'Fee in `feeCurrency`.' },
  RampRate: { about: 'An indicative price between a fiat currency and a token.', ...rampTerms },
  RampQuote: { about: 'A locked price between a fiat currency and a token.', ...rampTerms, ...lock },
  RampQuoteDetail: { about: 'A locked price between a fiat currency and a token.', ...rampTerms, ...lock },
  Warning: {
    about: 'A value that the sandbox accepts and production refuses.',
    field: 'The field of the request.',
    code: 'Code of the warning. Handle warnings by this code. The message is for people.',
  },
  Capabilities: {
    about: 'Your capabilities and limits.',
    thresholds: 'Minimum and maximum amounts of a transaction.',
    limits: 'Maximum amounts per transaction, day and month, with the remaining amounts.',
    maxPremiumSpread: 'Maximum of `premiumSpread`, as a fraction.',
    overTheCounterAboveMxn: 'Orders above this amount in MXN are OTC orders.',
    maxForwardingDays: 'Maximum of `forwardingDays` for OTC orders in MXN.',
    quoteLifeSeconds: 'Seconds until a quote expires.',
  },
  TokenPair: {
    about: 'A token on a chain.',
    aboveMxn: 'You can use the pair only above this amount, in MXN or its equivalent. Null without a minimum.',
  },
  Corridor: { about: 'A currency pair of cross-ramps.', fixedFee: 'Fee deducted from the source amount.' },
  Destination: {
    about: 'Countries with the same payout rules.',
    rails: 'Rails of accounts in these countries. The first one is the default.',
    targetRails: 'Values of `targetRail` that these countries support.',
    payoutLimits: 'Minimum and maximum of a payout, in addition to your limits. Null if there are none.',
    invoiceRequiredFor: 'Countries in `countries` that require an `invoiceFile`.',
    complianceFields: 'Compliance fields that creations accept.',
  },
  ComplianceField: {
    about: 'A compliance field of payments to accounts in these countries.',
    field: 'Name of the field in creations.',
    codes: 'Codes that the field accepts.',
    default: 'Code that the API uses if you omit the field. Null if there is no default.',
    requiredFrom: 'First day (UTC) when the API refuses requests without the field. Null if there is no such day.',
  },
  Threshold: { about: 'Inclusive minimum and maximum of an amount.' },
  Limit: {
    about: 'Maximum amount of a transaction, or of all transactions created in a day or month (UTC).',
    name: 'Name of the limit, as in errors. Limits apply to a user, or to all your users together.',
    maximum: 'Maximum amount of your agreement.',
    used: 'Amount used so far: the paid amounts of the transactions, converted at the rate of their creation. 0 for limits of a single transaction.',
    remaining: 'Amount that you can still create before `resetsAt`.',
    resetsAt: 'Start of the next day or month. Null for limits of a single transaction.',
  },
  SettlementReport: {
    about: 'Amounts settled on a day (UTC), by currency.',
    status: '`OPEN` while amounts can be added to the day, then `FINAL`.',
    currencies: 'Sums of each currency with settlements.',
    corrections: 'Amounts booked for an earlier day after the report of that day became final.',
  },
  SettlementSum: { about: 'Sums of a currency.', ...settled },
  SettlementCorrection: { about: 'Sums of a currency for an earlier day.', ...settled },
  SettlementCalendar: {
    about: 'Days, oldest first.',
    cutOff: 'Time of day of settlements. Orders after this time are traded on the next business day.',
  },
  ApiKey: {
    about: 'The API key of the request.',
    id: 'Id of the key. The id is not secret. Include the id when you contact us.',
    last4: 'The last four characters of the key.',
    scopes: 'Scopes of the key. Empty for an unrestricted key. A `write` scope includes the `read` scope.',
    allowedAddresses: 'IP ranges (CIDR) from which the key works. Empty if the key works from any address.',
    expiresAt: 'Time when the key expires. Null if the key does not expire.',
    lastUsedOn: 'Day of the last request with the key, in UTC.',
  },
  RotatedApiKey: {
    about: 'The new API key after a rotation.',
    apiKey: 'The new key. Store the key: we show it only once.',
    id: 'Id of the new key.',
    previousExpiresAt: 'Time when the previous key expires.',
  },
  AllowedAddresses: {
    about: 'IP addresses from which the API key works.',
    keyId: 'Id of the key.',
    allowedAddresses: 'IPv4 or IPv6 ranges (CIDR). Null if the key works from any address.',
  },
  Branding: {
    about: 'Your branding on hosted pages. Fields that you did not set are null.',
    displayName: 'Name that your users know.',
    color: 'The colour of the main button, as `#rrggbb`.',
    helpUrl: 'URL of your help page.',
    privacyUrl: 'URL of your privacy notice.',
    logoUrl: 'URL of the logo, a PNG. A new logo gets a new URL.',
    updatedAt: 'Time of the last change.',
  },
  Change: { about: 'A version of a resource. `type` contains the type of the resource.' },
  UserChange: { about: 'A user changed.', ...change },
  KycChange: { about: 'A verification changed.', ...change },
  SignatureChange: { about: 'The signature of an owner changed.', ...change },
  BankAccountChange: { about: 'A bank account changed.', ...change },
  QuoteChange: { about: 'A transaction used a quote.', ...change },
  TransactionChange: { about: 'A transaction changed.', ...change },
  NotificationChange: { about: 'A webhook notification changed. Responses of endpoints are omitted.', ...change },
  ErasedResource: { about: 'Replaces a resource after the person was erased.', state: 'Always the same value.' },
  ChangedSignature: {
    ...peopleNotes.SignatureEntry,
    about: 'Status of the signature of an owner.',
    removedAt: 'Time when the owner was removed, in UTC.',
  },
  ChangedBankAccount: { ...bankAccount, about: 'A bank account, including a deleted one.' },
  UsedRampQuote: { about: 'A ramp quote and the transaction that used it.', ...rampTerms, ...lock },
  UsedCrossRampQuote: { about: 'A cross-ramp quote and the transaction that used it.', ...price, ...lock },
  ChangePage: {
    about: 'A page of the change feed.',
    data: 'Oldest items first.',
    nextCursor: 'Cursor of the next page.',
  },
  CalendarDay: { about: 'A day.', reason: 'Reason why the day is not a business day. Null for business days.' },
  CrossRampRate: { about: 'An indicative price.', ...price },
  CrossRampQuote: { about: 'A locked price.', ...price, ...lock },
  CrossRampQuoteDetail: { about: 'A locked price.', ...price, ...lock },
  SourceBankAccount: {
    about: 'The bank account that receives the deposit.',
    beneficiary: 'Name of the account holder. Absent if the bank does not return it.',
    message: 'Reference that the deposit must contain, so that we can match it to the transaction.',
  },
  TargetBankAccount: {
    about: 'The bank account that receives the payout.',
    isVerified:
      'True if the account is verified. Mexican accounts are verified at their first use, other accounts are always verified.',
  },
  CrossRampTransaction: { about: 'A cross-ramp in the response to its creation.', ...transaction },
  OnRampTransaction: { about: 'An on-ramp in the response to its creation.', ...onRamp },
  OffRampTransaction: { about: 'An off-ramp in the response to its creation.', ...offRamp },
  CrossRampItem: { about: 'A cross-ramp in lists and GET responses.', ...transaction },
  OnRampItem: { about: 'An on-ramp in lists and GET responses.', ...onRamp },
  OffRampItem: { about: 'An off-ramp in lists and GET responses.', ...offRamp },
  TransactionItem: { about: 'A transaction in lists and GET responses. `type` contains its type.' },
  TransactionPage: { about: 'A page of transactions.', ...page },
  PayoutReturn: { about: 'A completed payout that the bank returned.' },
  SurplusDeposit: { about: 'A deposit in addition to the expected deposit.', at: 'Time when the deposit arrived.' },
  Receipt: {
    about: 'The receipt of a completed transaction.',
    ...annotations,
    fees: 'Fees deducted from the source amount. The rate includes the spread.',
    rate: 'The `exchangeRate` of the transaction.',
  },
  ReturnReceipt: { about: 'The receipt of a returned payout.', ...annotations },
  Metadata: { about: 'Keys and values that you attached to a transaction. Empty if there are none.' },
  Timeline: { about: 'The events of a transaction, oldest first.', data: 'Oldest items first.', count: page.count },
  TimelineEntry: {
    about: 'An event of a transaction.',
    from: 'Status before the event. Null for the creation.',
    cause: 'Cause of the event: CREATED, or the report that changed the transaction.',
  },
  LedgerLine: { about: 'A ledger entry.', amount: decimal, currency: 'Fiat currency or token of the amount.' },
  Ledger: { about: 'The ledger entries of a transaction, oldest first.', data: 'Oldest items first.' },
  MockTestingGuide: { about: 'The sandbox amounts and their outcomes.' },
  MockRule: { amount: 'Send this amount as `sourceAmount`.', outcome: 'Final status.' },
  BankAccountRecord: bankAccount,
  BankAccountPage: { about: 'A page of bank accounts.', ...page, total: 'Number of bank accounts of this owner.' },
  Deleted: { about: 'A deleted resource.' },
  BankRequirements: { about: 'JSON Schema (2020-12) of the bank details.' },
  Receiver: { about: 'A person or business that a user pays.' },
  ReceiverPage: { about: 'A page of receivers.', ...page },
  Wallet: { about: 'A saved wallet.' },
  WalletPage: { about: 'A page of wallets.', ...page, total: 'Number of wallets of this user.' },
  WalletBalance: { about: 'Balance of a wallet on a chain.' },
  TokenBalance: { about: 'Balance of a token in a wallet.', balance: decimal },
  WalletBalances: { about: 'Balances of the wallets of a user.' },
  BankingOnboarding: {
    about: 'Status of a virtual account.',
    country: 'Country of the account.',
    status: 'Status of the onboarding.',
    canRequest: 'True if a request for a virtual account would start the onboarding now.',
    outstandingRequirements: 'Steps that the user must complete first.',
  },
  StartedOnboarding: { about: 'Result of a request for a virtual account.' },
  CompletedOnRampEvent: { about: 'The tokens of an on-ramp were sent.', ...transactionEvent, ...exchanged },
  CompletedOffRampEvent: { about: 'An off-ramp was paid out.', ...transactionEvent, ...exchanged },
  OnRampEvent: { about: 'The status of an on-ramp changed.', ...transactionEvent },
  OffRampEvent: { about: 'The status of an off-ramp changed.', ...transactionEvent },
  PayoutReturnedOffRampEvent: { about: 'The bank returned a completed payout.', ...transactionEvent, amount: decimal },
  CrossRampEvent: { about: 'The status of a cross-ramp changed.', ...transactionEvent },
  CompletedCrossRampEvent: {
    about: 'A cross-ramp was paid out.',
    ...transactionEvent,
    sourceAmount: decimal,
    targetAmount: decimal,
    rate: decimal,
    blockchain: 'Always null for cross-ramps.',
  },
  HeldOnRampEvent: { about: 'The payout of an on-ramp is held.', ...transactionEvent, ...held },
  HeldOffRampEvent: { about: 'The payout of an off-ramp is held.', ...transactionEvent, ...held },
  HeldCrossRampEvent: { about: 'The payout of a cross-ramp is held.', ...transactionEvent, ...held },
  RailReference: {
    about: 'A transfer on a payment rail.',
    type: 'The rail: a bank rail, or CHAIN for tokens.',
    reference:
      'Reference of the transfer at the bank or network: SPEI tracking key, ACH trace number, Fedwire IMAD, SWIFT UETR, SEPA end-to-end id, or transaction hash.',
    at: 'Time of the report.',
    proof:
      'Proof of a SPEI transfer. Absent for other rails, until the transfer is complete, and if we do not look up the proof.',
    url: 'URL of the chain transaction in a block explorer. Absent if no explorer is configured.',
  },
  RailProof: {
    about: 'Receipt of a SPEI transfer that the central bank of Mexico publishes (CEP).',
    status:
      'PENDING during the look-up. Final: VALID, RETURNED if the transfer was returned, UNAVAILABLE if the proof was not found within seven days.',
    url: 'URL of the document, which contains the names of both parties. Null if there is no document, as in the sandbox.',
  },
  Rails: {
    about: 'Payment rails of a transaction. Null until a transfer and its reference are reported.',
    deposit: 'Rail of the deposit.',
    payout: 'Rail of the payout.',
  },
  Hold: {
    about: 'A hold of a payout.',
    since: 'Time when the hold began.',
    actor: held.actor,
    requestedInformation: 'Information that you must submit. Empty while the platform must act.',
    deadline,
  },
  StoppedOnRampEvent: { about: 'An on-ramp ended without its payout.', ...transactionEvent, ...stopped },
  StoppedOffRampEvent: { about: 'An off-ramp ended without its payout.', ...transactionEvent, ...stopped },
  StoppedCrossRampEvent: { about: 'A cross-ramp ended without its payout.', ...transactionEvent, ...stopped },
  PayoutReturnedCrossRampEvent: {
    about: 'The bank returned a completed payout.',
    ...transactionEvent,
    amount: decimal,
  },
};
