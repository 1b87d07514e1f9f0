/** Notes on fields whose meaning the name does not tell, by component; `about` is the component's own. */
type Notes = Readonly<Record<string, string>> & { readonly about?: string };

const amountNote = 'A JSON number with at most two decimals; more answer 400.';
const premium =
  'Your own premium as a fraction (0.01 is 1 %), inside the rate; its ceiling is in your agreement.';
const page = {
  count: 'Number of items that match the query.',
  total: 'Number of items on record.',
  nextCursor: 'Pass as `cursor` to read on; absent on the last page.',
};
const version = 'Rises by one with every change.';
const price = {
  fees: 'Taken off the source amount before the conversion.',
  sourceAmount: 'What the user pays, in the source currency.',
  targetAmount: 'What is paid out, in the target currency.',
  rate: 'Target units per source unit, spread and premium inside.',
  premiumSpread: premium,
  spread: 'The spread of the service inside the rate, as a fraction.',
};
const transaction = {
  sourceAmount: 'What the user pays, in the source currency.',
  targetAmount: 'What is paid out, in the target currency.',
  exchangeRate: 'Target units per source unit, spread and premium inside.',
  premiumSpread: premium,
  fees: 'Taken off the source amount before the conversion.',
  sourceBankAccount: 'Where the user pays in.',
  targetBankAccount: 'Where the target amount is paid out.',
};
const ramp = {
  cryptoAmount: 'In tokens, with at most six decimals.',
  fiatAmount: 'In the fiat currency.',
  crossFiatAmount: 'Always 0.',
  exchangeRate: 'Fiat units per token, spread and premium inside.',
  premiumSpread: premium,
  flow: 'OTC above 50,000 MXN or its worth, else REGULAR.',
  forwardingDays: 'Requested T+N, for MXN over the counter.',
  effectiveForwardingDays: 'Calendar days from the trade day to the settlement day.',
  forwardingSettlementDate: 'When it settles.',
  forwardingAdjustments: 'Days that were passed over, each with its reason.',
};
const onRamp = {
  ...ramp,
  destinationWalletAddress: "The user's wallet that the tokens go to.",
  bankAccount: 'Where the user pays in.',
};
const offRamp = {
  ...ramp,
  destinationWalletAddress: 'The address that the user sends the tokens to; unique to this off-ramp.',
  bankAccount: 'Where the fiat is paid out.',
};
const item = {
  version,
  executedAt: 'When an off-ramp was executed; null for other kinds.',
  cancellationReason: 'Why it was cancelled, failed or expired.',
  payoutReturn: 'Present when the bank sent the completed payout back; the status stays COMPLETED.',
};
const event = {
  externalUserId: 'Your own id of the user, or ours when you gave none.',
  firstName: 'Of a business: its name.',
  lastName: 'Of a business: empty.',
};
const transactionEvent = {
  ...event,
  sequence: '1, 2, 3 … within one transaction, without gaps: drop what is not newer than what you have.',
  status: 'Status of the transaction after this event.',
};
const decimal = 'As decimal text, so that no digit is lost.';

export const fieldNotes: Readonly<Record<string, Notes>> = {
  User: { about: 'One of your users.', kycStatus: 'Only VERIFIED users can transact.', version },
  UserPage: { about: 'A page of users.', ...page },
  StartedKyc: { about: 'A verification that was taken in.' },
  Kyc: {
    about: 'Where a verification stands.',
    verificationId: 'The newest verification; null before any.',
    rejectionReasons: 'Why it was rejected; empty otherwise.',
  },
  Fees: { about: 'What the service charges.', fixedFee: 'In the currency beside it.' },
  CrossRampRate: { about: 'An indicative price.', ...price },
  CrossRampQuote: {
    about: 'A locked price.',
    ...price,
    quoteId: 'Pass to the creation of the transaction.',
    expiresAt: 'The quote cannot be used from this instant on.',
  },
  SourceBankAccount: {
    about: 'The account that takes the deposit.',
    message: 'The reference that the deposit must carry, so that it is matched to the transaction.',
  },
  TargetBankAccount: {
    about: 'The account that is paid.',
    accountIdentifier: 'The CLABE, the account number or the IBAN.',
    isVerified: 'Mexican accounts are verified at their first use; all others count as verified.',
  },
  CrossRampTransaction: { about: 'A cross-ramp as its creation answers it.', ...transaction },
  OnRampTransaction: { about: 'An on-ramp as its creation answers it.', ...onRamp },
  OffRampTransaction: { about: 'An off-ramp as its creation answers it.', ...offRamp },
  CrossRampItem: { about: 'A cross-ramp as listings and look-ups show it.', ...transaction, ...item },
  OnRampItem: { about: 'An on-ramp as listings and look-ups show it.', ...onRamp, ...item },
  OffRampItem: { about: 'An off-ramp as listings and look-ups show it.', ...offRamp, ...item },
  TransactionItem: { about: 'A transaction of any kind as listings and look-ups show it; `type` tells which.' },
  TransactionPage: { about: 'A page of transactions.', ...page },
  PayoutReturn: { about: 'A completed payout that came back.' },
  Timeline: { about: 'The steps of a transaction, oldest first.', count: page.count, total: page.total },
  TimelineEntry: {
    about: 'One step of a transaction.',
    from: 'Null for the creation.',
    cause: 'CREATED, or what was reported of the transaction.',
  },
  MockTestingGuide: { about: 'The sandbox amounts and what each leads to.' },
  MockRule: { amount: 'Use it as `sourceAmount`.', outcome: 'The status in the end.' },
  WebhookSettings: {
    about: 'Where webhooks go.',
    secret: 'The signing secret (`whsec_…`), in the answer to the first URL only.',
  },
  WebhookNotificationItem: {
    about: 'A notification in a listing.',
    retryAttempts: 'Automatic attempts made so far.',
    eventType: 'The `event` of its payload.',
  },
  WebhookNotificationPage: { about: 'A page of notifications.', ...page },
  WebhookNotification: {
    about: 'A notification with its payload and its attempts.',
    retryAttempts: 'Automatic attempts made so far.',
    payload: 'What is sent, in every attempt alike.',
    latestErrorPayload: 'What your endpoint answered at the last failure; null before any.',
    attempts: 'The last twenty attempts.',
    version,
  },
  DeliveryAttempt: {
    statusCode: 'What your endpoint answered; null when no answer came.',
    error: 'Why the attempt failed; null on success.',
  },
  CreateUserRequest: {
    about: 'A user to register.',
    email: 'Once per partner, in any letter case.',
    externalUserId: 'Your own id of the user, once per partner.',
    businessName: 'Kept for business users only.',
  },
  StartKycRequest: {
    about: 'An identity verification to submit.',
    country: 'ISO 3166-1 alpha-2; decides which fields are required.',
    dateOfBirth: 'YYYY-MM-DD; 18 years ago or more.',
    economicActivity: 'In Spanish, upper-case.',
    countryOfBirth: 'English name of a country, or its alpha-2 code.',
    selfieUrl: 'An https URL. Only its origin and path are kept.',
    phoneNumber: 'E.164, such as +525512345678.',
    taxId: 'In Mexico the RFC.',
    pep: 'A politically exposed position, where there is one.',
  },
  CreateCrossRampQuoteRequest: {
    about: 'A price to lock. Give one of the two amounts.',
    sourceAmount: amountNote,
    targetAmount: amountNote,
    premiumSpread: premium,
    targetCountry: 'Needed for payouts in dollars to China or Hong Kong.',
    targetRail: 'LOCAL by default.',
  },
  CreateCrossRampRequest: {
    about: 'A cross-ramp to create.',
    sourceCurrency: 'Required without a `quoteId`.',
    targetCurrency: 'Required without a `quoteId`.',
    sourceAmount: `${amountNote} Ignored with a \`quoteId\`.`,
    targetAmount: `${amountNote} Ignored with a \`quoteId\`.`,
    quoteId: 'A quote of yours that is alive and unused.',
    premiumSpread: premium,
    targetBankAccountId: 'A saved bank account of the user.',
    targetCountry: 'Told from the target account when absent.',
    invoiceFile: 'A PDF as Base64, up to 4 MB. Required for payouts to China.',
    reference: 'A memo for the payment, as text.',
  },
  UpdateWebhookSettingsRequest: { about: 'The URL to send to.', url: 'Null clears it.' },
  TargetBankDetails: {
    about:
      'Bank details by country. Mexico: `accountIdentifier` (CLABE, 18 digits). Dominican Republic: `accountIdentifier`, `bankName`, `accountType`, `documentIdentifier`, `documentType`. United States: `accountIdentifier`, `bankName`, `routingNumber`, `accountHolder`, `address`. SEPA: `iban`, `bic`, `bankName`, `accountHolder`. China and Hong Kong: `accountIdentifier`, `bankName`, `accountType`, `accountHolder`, `address`.',
    country: 'ISO 3166-1 alpha-2; told from the IBAN, the routing number or the currency when absent.',
  },
  AccountHolder: {
    about: 'A person with both names, or a business with its name.',
    type: 'Told from the names when absent.',
  },
  PostalAddress: { about: 'Where needed: `streetLine1`, `city`, `postalCode` and `country`.' },
  CrossRampEvent: { about: 'A step of a cross-ramp.', ...transactionEvent },
  CompletedCrossRampEvent: {
    about: 'A cross-ramp was paid out.',
    ...transactionEvent,
    sourceAmount: decimal,
    targetAmount: decimal,
    rate: decimal,
    blockchain: 'Always null for cross-ramps.',
  },
  StoppedCrossRampEvent: { about: 'A cross-ramp came to nothing.', ...transactionEvent, reason: 'Why.' },
  PayoutReturnedCrossRampEvent: {
    about: 'A completed payout came back.',
    ...transactionEvent,
    amount: decimal,
  },
  KycEvent: { about: 'A step of a verification.', ...event },
};

/** Notes on query and path parameters, by name. */
export const parameterNotes: Readonly<Record<string, string>> = {
  skip: 'Items to leave out before the page. At most 10,000 inside a longer list; use `cursor` beyond.',
  limit: 'Items on the page.',
  cursor: 'The `nextCursor` of the page before.',
  sortBy: 'The only order there is.',
  sortOrder: 'Newest (desc) or oldest (asc) first, in any letter case.',
  createdFrom: 'Created at or after this ISO 8601 instant; a date alone means its start in UTC.',
  createdTo: 'Created at or before this ISO 8601 instant; a date alone means its start in UTC.',
  id: 'Id of the resource.',
  userId: 'Id of a user.',
  email: 'The user with this address.',
  externalUserId: 'The user with this id of yours.',
  type: 'Only this type.',
  status: 'Only this status.',
  kycStatus: 'Only this verification status.',
  fiatCurrency: 'On either side.',
  sourceCurrency: 'What the user pays in.',
  targetCurrency: 'What is paid out.',
  sourceAmount: 'What the user pays. Give this or `targetAmount`.',
  targetAmount: 'What is paid out. Give this or `sourceAmount`.',
  premiumSpread: premium,
  targetCountry: 'Needed for payouts in dollars to China or Hong Kong.',
  targetRail: 'LOCAL by default.',
  asset: 'Name of the file.',
};
