import type { Notes } from '#shared/contract/define-docs';
import { premiumNote as premium } from '#shared/quotes/examples';
import { event, page, settled } from './common';
import { peopleNotes } from './people';
import { webhookNotes } from './webhooks';

const change = {
  id: 'Of the thing; versions of one thing share it.',
  at: 'When it became so.',
};
const price = {
  rate: 'Target units per source unit, spread and premium inside.',
  premiumSpread: premium,
  flow: 'A cross-ramp is an order over the counter.',
};
const lock = {
  quoteId: 'Pass to the creation of the transaction.',
  expiresAt: 'The quote cannot be used from this instant on.',
};
const annotations = {
  externalId: 'Your id of it, as you gave it; null without one.',
  metadata: 'Keys and values that you attached.',
};
const origin = {
  quoteId: 'The quote that it was created with; null without one.',
  reference: 'The memo of a cross-ramp; null for none and for other kinds.',
  ...annotations,
  targetRail: 'The rail of a cross-ramp; null for other kinds.',
  transactionHash: 'Hash of the chain transaction of the tokens, once it is known; null for cross-ramps.',
  paymentUrl:
    'Page for the person who pays, while the deposit is awaited; else null, as in the change feed and in responses of the sandbox. Anyone who holds it sees the payment: do not log it.',
};
const compliance = {
  purpose: 'Purpose of the payment, where it was given or has a default.',
  sourceOfFunds: "Origin of the payer's money, where it was given.",
  relationship: 'The beneficiary, as the payer calls it, where it was given.',
  travelRuleReceived: 'True if a `travelRule` was given.',
};
const transaction = {
  exchangeRate: price.rate,
  premiumSpread: premium,
  sourceBankAccount: 'Where the user pays in.',
  targetBankAccount: 'Where the target amount is paid out.',
  ...origin,
  ...compliance,
};
const ramp = {
  cryptoAmount: 'In tokens, with at most six decimals.',
  fiatAmount: 'In the fiat currency.',
  premiumSpread: premium,
  flow: '`OTC` (over the counter) for orders above 50,000 MXN, `REGULAR` for all others.',
  forwardingDays: 'Requested T+N, for MXN over the counter.',
};
const rampTerms = {
  ...ramp,
  transactionType: 'CROSS_RAMP is the first leg of one: from the fiat currency to the token.',
  rate: 'Fiat units per token, spread and premium inside.',
};
const onRamp = {
  ...ramp,
  ...origin,
  ...compliance,
  destinationWalletAddress: "The user's wallet that the tokens go to.",
  bankAccount: 'Where the user pays in.',
};
const offRamp = {
  ...ramp,
  ...origin,
  ...compliance,
  destinationWalletAddress: 'The address that the user sends the tokens to; unique to this off-ramp.',
  bankAccount: 'Where the fiat is paid out.',
};
const transactionEvent = {
  ...event,
  sequence: '1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.',
  status: 'Status of the transaction after this event.',
  ...annotations,
};
const stopped = {
  reason: 'Why, as the code that the transaction shows as `cancellationReason`.',
  message: 'The same as a sentence for people.',
};
const deadline = 'Time by which you have to respond; null while the platform acts.';
const held = {
  reason: 'Why the payout waits.',
  actor: 'The party that has to act: you, or the platform.',
  deadline,
};
const decimal = 'As decimal text, so that no digit is lost.';
const exchanged = { fiatAmount: decimal, cryptoAmount: decimal, rate: 'Fiat units per token, as decimal text.' };

const bankAccount = {
  about: 'A saved bank account, complete; what it does not have is null.',
  receiverId: 'The receiver whose account it is; null for the user’s own.',
  rampType: 'As it was saved; virtual accounts have CROSS_RAMP.',
  verificationStatus: 'NOT_REQUIRED outside of Mexico and for receivers; PENDING until the first use.',
  payeeCheck:
    'The newest comparison of the holder with the name that the bank has; null before the first payout, and where none is made.',
};

/** Notes of every component. */
export const fieldNotes: Readonly<Record<string, Notes>> = {
  PayeeCheck: {
    about: 'The comparison of an account’s holder with the name that its bank has.',
    result: 'NOT_POSSIBLE where the bank did not tell.',
    name: 'The holder as the bank names it, after a CLOSE_MATCH; otherwise null. Null in the change feed.',
    at: 'When the bank responded, in UTC.',
  },
  ...peopleNotes,
  ...webhookNotes,
  Fees: { about: 'What the service charges.', fixedFee: 'In `feeCurrency`.' },
  RampRate: { about: 'An indicative price between a fiat currency and a token.', ...rampTerms },
  RampQuote: {
    about: 'A locked price between a fiat currency and a token.',
    ...rampTerms,
    ...lock,
  },
  RampQuoteDetail: {
    about: 'A locked price between a fiat currency and a token.',
    ...rampTerms,
    ...lock,
  },
  Warning: {
    about: 'Something that was taken although production would refuse it.',
    field: 'The field of the request.',
    code: 'Decide by this; the message is for people.',
  },
  Capabilities: {
    about: 'What a partner can do, and within which bounds.',
    thresholds: 'Bounds of the amount that a transaction gives.',
    limits: 'Maxima of a transaction, a day and a month, with what is left of each.',
    maxPremiumSpread: 'Ceiling of `premiumSpread`, as a fraction.',
    overTheCounterAboveMxn: 'Orders above it go over the counter.',
    maxForwardingDays: 'Most `forwardingDays` of MXN over-the-counter orders.',
    quoteLifeSeconds: 'How long a lock holds.',
  },
  TokenPair: {
    about: 'A token on a chain.',
    aboveMxn: 'Only for amounts above it, in MXN or their worth; null for any amount.',
  },
  Corridor: {
    about: 'A pair of currencies for cross-ramps.',
    fixedFee: 'Taken off the source amount, in the source currency.',
  },
  Destination: {
    about: 'Countries that are paid out to in the same way.',
    rails: 'Rails of their accounts, the default first.',
    targetRails: 'Values of `targetRail` that they take.',
    payoutLimits: 'Bounds of a payout there, besides your own; null for none.',
    invoiceRequiredFor: 'Those of `countries` whose payouts need an `invoiceFile`.',
    complianceFields: 'Fields about the payment that creations take.',
  },
  ComplianceField: {
    about: 'A field that creations take about a payment to accounts in these countries.',
    field: 'Its name in creations.',
    codes: 'Codes that it takes.',
    default: 'The code of a request without it; null for none.',
    requiredFrom: 'The first day (UTC) on which a request without it is refused; null while there is none.',
  },
  Threshold: { about: 'Inclusive bounds of an amount.' },
  Limit: {
    about: 'A maximum of one transaction, or of what is created in a day or a month (UTC).',
    name: 'As an error names it: of a user or of all your users together.',
    maximum: 'The most that the agreement allows.',
    used: 'What counts towards it: what transactions pay in, by the rate of their creation. 0 of one transaction.',
    remaining: 'What may still be created before `resetsAt`.',
    resetsAt: 'When the next day or month begins; null of one transaction.',
  },
  SettlementReport: {
    about: 'What was settled on a day (UTC), by currency.',
    status: '`OPEN` while the day may still grow, then `FINAL`.',
    currencies: 'The sums of each currency that moved.',
    corrections: 'What was booked for an earlier day after its report was final.',
  },
  SettlementSum: { about: 'What moved in a currency.', ...settled },
  SettlementCorrection: { about: 'What moved in a currency, for an earlier day.', ...settled },
  SettlementCalendar: {
    about: 'Days, oldest first.',
    cutOff: 'Orders after it are traded on the next business day; settlements happen at it.',
  },
  ApiKey: {
    about: 'The key of a request.',
    id: 'Id of the key, which is not secret. Quote it when you ask about the key.',
    last4: 'The last four characters of the key.',
    scopes: 'What the key may do; empty for an unrestricted key. A `write` includes its `read`.',
    allowedAddresses: 'Ranges of addresses that the key may be used from, as CIDR; empty for any address.',
    expiresAt: 'The API refuses the key from this instant on; null for no end.',
    lastUsedOn: 'Day of the last request with the key (UTC).',
  },
  RotatedApiKey: {
    about: 'The successor of a key.',
    apiKey: 'The new key. Store it; you see it only once.',
    id: 'Id of the new key.',
    previousExpiresAt: 'The previous key works until then.',
  },
  AllowedAddresses: {
    about: 'From where the key of the call may be used.',
    keyId: 'The key, by the id that operators name it by.',
    allowedAddresses: 'Ranges of addresses as CIDR, IPv4 or IPv6; null where the key may be used from anywhere.',
  },
  Branding: {
    about: 'What people see of a partner on hosted pages; null where nothing is set.',
    displayName: 'The name by which people know the partner.',
    color: 'The colour of the main button, as `#rrggbb`.',
    helpUrl: 'Where the partner helps people.',
    privacyUrl: 'The privacy notice of the partner.',
    logoUrl: 'Where the logo is, as a PNG. Another logo has another address.',
    updatedAt: 'When any of it was changed last.',
  },
  Change: { about: 'One version of one thing; `type` tells of which.' },
  UserChange: { about: 'A user changed.', ...change },
  KycChange: { about: 'A verification changed.', ...change },
  SignatureChange: { about: 'The signature of an owner changed.', ...change },
  BankAccountChange: { about: 'A bank account changed.', ...change },
  QuoteChange: { about: 'A transaction used a quote.', ...change },
  TransactionChange: { about: 'A transaction changed.', ...change },
  NotificationChange: { about: 'A webhook notification changed; what endpoints returned is left out.', ...change },
  ErasedResource: {
    about: 'What is left of earlier versions about a person who was erased.',
    state: 'The only value.',
  },
  ChangedSignature: {
    ...peopleNotes.SignatureEntry,
    about: 'Where the signature of an owner stands.',
    removedAt: 'When the owner was removed, in UTC.',
  },
  ChangedBankAccount: {
    ...bankAccount,
    about: 'A bank account, also one that was deleted.',
  },
  UsedRampQuote: { about: 'A quote between a fiat currency and a token, and its use.', ...rampTerms, ...lock },
  UsedCrossRampQuote: { about: 'A quote between fiat currencies, and its use.', ...price, ...lock },
  ChangePage: {
    about: 'A page of the feed.',
    data: 'Oldest first.',
    nextCursor: 'Where to go on, always given.',
  },
  CalendarDay: { about: 'A day.', reason: 'Why it is no business day; null for business days.' },
  CrossRampRate: { about: 'An indicative price.', ...price },
  CrossRampQuote: {
    about: 'A locked price.',
    ...price,
    ...lock,
  },
  CrossRampQuoteDetail: { about: 'A locked price.', ...price, ...lock },
  SourceBankAccount: {
    about: 'The account that takes the deposit.',
    beneficiary: 'Name that the account is in; absent where the bank does not say it.',
    message: 'The reference that the deposit must carry, so that it is matched to the transaction.',
  },
  TargetBankAccount: {
    about: 'The account that is paid.',
    isVerified: 'Mexican accounts are verified at their first use; all others count as verified.',
  },
  CrossRampTransaction: { about: 'A cross-ramp as its creation returns it.', ...transaction },
  OnRampTransaction: { about: 'An on-ramp as its creation returns it.', ...onRamp },
  OffRampTransaction: { about: 'An off-ramp as its creation returns it.', ...offRamp },
  CrossRampItem: { about: 'A cross-ramp as listings and look-ups show it.', ...transaction },
  OnRampItem: { about: 'An on-ramp as listings and look-ups show it.', ...onRamp },
  OffRampItem: { about: 'An off-ramp as listings and look-ups show it.', ...offRamp },
  TransactionItem: {
    about: 'A transaction of any kind as listings and look-ups show it; `type` tells which.',
  },
  TransactionPage: { about: 'A page of transactions.', ...page },
  PayoutReturn: { about: 'A completed payout that came back.' },
  SurplusDeposit: { about: 'A deposit in addition to the expected one.', at: 'When it arrived.' },
  Receipt: {
    about: 'The receipt of a completed transaction, as it was issued.',
    ...annotations,
    fees: 'What was taken off the source amount; the spread is inside the rate.',
    rate: 'The `exchangeRate` of the transaction.',
  },
  ReturnReceipt: { about: 'The receipt of a payout that came back, as it was issued.', ...annotations },
  Metadata: { about: 'Keys and values of the partner about a transaction; empty without any.' },
  Timeline: {
    about: 'The steps of a transaction, oldest first.',
    data: 'Oldest first.',
    count: page.count,
  },
  TimelineEntry: {
    about: 'One step of a transaction.',
    from: 'Null for the creation.',
    cause: 'CREATED, or what was reported of the transaction.',
  },
  LedgerLine: { about: 'One entry of the ledger.', amount: decimal, currency: 'Fiat currency or token of the amount.' },
  Ledger: { about: 'The ledger entries of a transaction, oldest first.', data: 'Oldest first.' },
  MockTestingGuide: { about: 'The sandbox amounts and what each leads to.' },
  MockRule: { amount: 'Use it as `sourceAmount`.', outcome: 'The status in the end.' },
  BankAccountRecord: bankAccount,
  BankAccountPage: {
    about: 'A page of bank accounts.',
    ...page,
    total: 'Number of accounts of the same owner.',
  },
  Deleted: { about: 'Something that was deleted.' },
  BankRequirements: { about: 'A JSON Schema (2020-12).' },
  Receiver: { about: 'A person or business whom a user pays.' },
  ReceiverPage: { about: 'A page of receivers.', ...page },
  Wallet: { about: 'A saved wallet.' },
  WalletPage: { about: 'A page of wallets.', ...page, total: 'Number of wallets of the same user.' },
  WalletBalance: { about: 'What stands on a wallet, on one chain.' },
  TokenBalance: { about: 'What stands on a wallet of one token.', balance: decimal },
  WalletBalances: { about: 'What stands on the wallets of a user.' },
  BankingOnboarding: {
    about: 'Where a virtual account stands.',
    country: 'Country of the account.',
    status: 'How far the onboarding is.',
    canRequest: 'Whether asking for one now would start the onboarding.',
    outstandingRequirements: 'What the user has to do first.',
  },
  StartedOnboarding: { about: 'What asking for a virtual account led to.' },
  CompletedOnRampEvent: { about: 'The tokens of an on-ramp were sent.', ...transactionEvent, ...exchanged },
  CompletedOffRampEvent: { about: 'An off-ramp was paid out.', ...transactionEvent, ...exchanged },
  OnRampEvent: { about: 'A step of an on-ramp.', ...transactionEvent },
  OffRampEvent: { about: 'A step of an off-ramp.', ...transactionEvent },
  PayoutReturnedOffRampEvent: {
    about: 'A completed payout came back.',
    ...transactionEvent,
    amount: decimal,
  },
  CrossRampEvent: { about: 'A step of a cross-ramp.', ...transactionEvent },
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
    about: 'A transfer on its rail.',
    type: 'The rail: of a bank, or CHAIN for tokens.',
    reference:
      'The reference by which a bank or the network finds it: the tracking key of SPEI, the trace number of ACH, the IMAD of Fedwire, the UETR of SWIFT, the end-to-end id of SEPA, or the hash of a transaction.',
    at: 'Time at which it was reported.',
    proof:
      'Proof of a SPEI transfer; absent until the transfer is complete, of other rails, and where none is looked up.',
    url: 'Page of a chain transaction in an explorer; absent where none is set up.',
  },
  RailProof: {
    about: 'The receipt that the central bank of Mexico publishes of a transfer (CEP).',
    status:
      'PENDING while it is looked up, UNAVAILABLE where it was not found in seven days, VALID, or RETURNED where the transfer went back. Any other than PENDING is final.',
    url: 'Address of the document; null where there is none, as in the sandbox. It names the parties.',
  },
  Rails: {
    about: 'Rails of a transaction; null until a transfer and its reference were reported.',
    deposit: 'Of the deposit that funds it.',
    payout: 'Of the payout.',
  },
  Hold: {
    about: 'A payout that waits.',
    since: 'Time at which it was held.',
    actor: held.actor,
    requestedInformation: 'Information that you are asked for; empty while the platform acts.',
    deadline,
  },
  StoppedOnRampEvent: { about: 'An on-ramp ended without its payout.', ...transactionEvent, ...stopped },
  StoppedOffRampEvent: { about: 'An off-ramp ended without its payout.', ...transactionEvent, ...stopped },
  StoppedCrossRampEvent: { about: 'A cross-ramp ended without its payout.', ...transactionEvent, ...stopped },
  PayoutReturnedCrossRampEvent: {
    about: 'A completed payout came back.',
    ...transactionEvent,
    amount: decimal,
  },
};
