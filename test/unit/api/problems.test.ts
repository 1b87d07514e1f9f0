import { expect, it } from 'vitest';
import { errorReasonSchema } from '#docs/openapi/error-components';
import { reasonCatalogue } from '#docs/reasons';
import * as problems from '#shared/api/problems';
import type { Reason } from '#shared/api/reasons';

const range = { min: '1', max: '2', currency: 'USD' };
const email = { field: 'email', message: 'Already used' };
const externalId = { field: 'externalUserId', message: 'Already used' };

/** Examples of each error of shared/api/problems.ts, with their reasons. */
const refusals: Readonly<Record<string, readonly (readonly [problem: problems.Problem, reason?: Reason])[]>> = {
  invalidInput: [[problems.invalidInput([])]],
  exactlyOneField: [[problems.exactlyOneField('a', 'b')]],
  badRequest: [[problems.badRequest('QUOTE_KIND', 'Quote is not valid for ON_RAMP'), 'QUOTE_KIND']],
  userIdRequired: [[problems.userIdRequired()]],
  missingApiKey: [[problems.missingApiKey(), 'KEY_MISSING']],
  malformedApiKey: [[problems.malformedApiKey(), 'KEY_MALFORMED']],
  invalidApiKey: [[problems.invalidApiKey(), 'KEY_UNKNOWN']],
  addressNotAllowed: [[problems.addressNotAllowed()]],
  keyReplaced: [[problems.keyReplaced(), 'KEY_REPLACED']],
  tooManyKeys: [[problems.tooManyKeys(), 'KEY_LIMIT_REACHED']],
  insufficientScope: [[problems.insufficientScope('keys:read')]],
  clientCertificateRequired: [[problems.clientCertificateRequired()]],
  invalidPartnerFlow: [
    [problems.invalidPartnerFlow('PARTNER_SUSPENDED'), 'PARTNER_SUSPENDED'],
    [problems.invalidPartnerFlow('FLOW_NOT_ENABLED'), 'FLOW_NOT_ENABLED'],
  ],
  userNotAssociated: [[problems.userNotAssociated(), 'USER_NOT_FOUND']],
  userNotFound: [[problems.userNotFound(), 'USER_NOT_FOUND']],
  userNotVerified: [[problems.userNotVerified()]],
  invalidEmail: [[problems.invalidEmail(), 'EMAIL_INVALID']],
  unknownVersion: [[problems.unknownVersion(), 'VERSION_UNKNOWN']],
  userExists: [
    [problems.userExists([email], 'U'), 'EMAIL_TAKEN'],
    [problems.userExists([externalId], 'U'), 'EXTERNAL_ID_TAKEN'],
    [problems.userExists([email, externalId], 'U'), 'EMAIL_TAKEN'],
  ],
  verifiedNameFixed: [[problems.verifiedNameFixed('U'), 'NAME_VERIFIED']],
  notABusiness: [[problems.notABusiness()]],
  personNotFound: [[problems.personNotFound(), 'PERSON_NOT_FOUND']],
  tooManyPersons: [[problems.tooManyPersons(1), 'PERSON_LIMIT_REACHED']],
  lastUnsignedOwner: [[problems.lastUnsignedOwner('P'), 'LAST_OWNER']],
  noOpenLink: [[problems.noOpenLink(), 'LINK_NOT_OPEN']],
  noOpenDeclaration: [[problems.noOpenDeclaration(), 'DECLARATION_NOT_OPEN']],
  signatureDocumentNotFound: [[problems.signatureDocumentNotFound(), 'SIGNATURE_DOCUMENT_NOT_FOUND']],
  signaturesMissing: [[problems.signaturesMissing()]],
  receiptNotIssued: [[problems.receiptNotIssued(), 'RECEIPT_NOT_READY']],
  returnReceiptNotIssued: [[problems.returnReceiptNotIssued(), 'RECEIPT_NOT_READY']],
  receiptErased: [[problems.receiptErased(), 'RECEIPT_ERASED']],
  unsupportedCountry: [[problems.unsupportedCountry(), 'COUNTRY_NOT_SUPPORTED']],
  noKycTemplate: [[problems.noKycTemplate('BR')]],
  noEmailAddress: [[problems.noEmailAddress()]],
  verificationInProgress: [[problems.verificationInProgress('V'), 'VERIFICATION_EXISTS']],
  verificationNotCreated: [[problems.verificationNotCreated(), 'VERIFICATION_NOT_CREATED']],
  businessNeedsKyb: [[problems.businessNeedsKyb(), 'USER_IS_BUSINESS']],
  wrongVerificationKind: [
    [problems.wrongVerificationKind('KYC'), 'USER_IS_BUSINESS'],
    [problems.wrongVerificationKind('KYB'), 'USER_IS_INDIVIDUAL'],
  ],
  invalidFileUrl: [[problems.invalidFileUrl(), 'FILE_URL_INVALID']],
  fileNotDownloaded: [[problems.fileNotDownloaded('selfieUrl')]],
  documentNotDownloaded: [[problems.documentNotDownloaded('documents.0.fileUrl')]],
  quoteNotFound: [[problems.quoteNotFound()]],
  namedQuoteNotFound: [[problems.namedQuoteNotFound(), 'QUOTE_NOT_FOUND']],
  quoteExpired: [[problems.quoteExpired()]],
  quoteUsed: [[problems.quoteUsed('T'), 'QUOTE_USED']],
  quoteFailed: [[problems.quoteFailed(), 'QUOTE_NOT_CREATED']],
  sameCurrencies: [[problems.sameCurrencies(), 'CURRENCIES_EQUAL']],
  currencyDisabled: [[problems.currencyDisabled(), 'CURRENCY_DISABLED']],
  pairDisabled: [[problems.pairDisabled(), 'TOKEN_DISABLED']],
  tokenNotStable: [[problems.tokenNotStable()]],
  fiatOutOfRange: [[problems.fiatOutOfRange('ON_RAMP', range)]],
  tokenOutOfRange: [[problems.tokenOutOfRange('ON_RAMP', range)]],
  limitExceeded: [[problems.limitExceeded([])]],
  bankAccountNotFound: [[problems.bankAccountNotFound()]],
  accountOfAnotherOwner: [[problems.accountOfAnotherOwner(), 'ACCOUNT_OF_ANOTHER_USER']],
  onlyCountrySupported: [[problems.onlyCountrySupported('US'), 'COUNTRY_NOT_SUPPORTED']],
  virtualAccountNotDeletable: [[problems.virtualAccountNotDeletable(), 'VIRTUAL_ACCOUNT_NOT_DELETABLE']],
  receiverNotFound: [[problems.receiverNotFound()]],
  duplicateWallet: [[problems.duplicateWallet('W')]],
  tooManyWallets: [[problems.tooManyWallets(20), 'WALLET_LIMIT_REACHED']],
  walletNotFound: [[problems.walletNotFound(), 'WALLET_NOT_FOUND']],
  transactionNotFound: [[problems.transactionNotFound()]],
  transactionOfAnotherPartner: [[problems.transactionOfAnotherPartner(), 'TRANSACTION_OF_ANOTHER_PARTNER']],
  notOwnerOfTransaction: [[problems.notOwnerOfTransaction()]],
  invalidTransition: [[problems.invalidTransition(), 'TRANSITION_NOT_ALLOWED']],
  noInformationRequested: [[problems.noInformationRequested(), 'INFORMATION_NOT_REQUESTED']],
  notificationNotFound: [[problems.notificationNotFound(), 'NOTIFICATION_NOT_FOUND']],
  notificationNotFailed: [[problems.notificationNotFailed('N'), 'NOTIFICATION_NOT_FAILED']],
  manualRetriesUsedUp: [[problems.manualRetriesUsedUp('N', 3), 'RETRIES_USED_UP']],
  tooManyRetries: [[problems.tooManyRetries(1), 'RETRY_RATE']],
  webhookEndpointNotFound: [[problems.webhookEndpointNotFound(), 'ENDPOINT_NOT_FOUND']],
  tooManyWebhookEndpoints: [[problems.tooManyWebhookEndpoints(3), 'ENDPOINT_LIMIT_REACHED']],
  noWebhookSecret: [[problems.noWebhookSecret(), 'WEBHOOK_SECRET_MISSING']],
  eventBusWithoutSecret: [[problems.eventBusWithoutSecret('E'), 'EVENT_BUS_UNSIGNED']],
  otherKindOfTarget: [[problems.otherKindOfTarget('E'), 'TARGET_KIND_FIXED']],
  routeNotFound: [[problems.routeNotFound(), 'ROUTE_NOT_FOUND']],
  methodNotAllowed: [[problems.methodNotAllowed()]],
  payloadTooLarge: [[problems.payloadTooLarge()]],
  notJson: [[problems.notJson(), 'BODY_NOT_JSON']],
  notUtf8: [[problems.notUtf8(), 'BODY_NOT_UTF8']],
  compressedBody: [[problems.compressedBody(), 'BODY_COMPRESSED']],
  idempotencyKeyReused: [[problems.idempotencyKeyReused()]],
  tooManyRequests: [[problems.tooManyRequests(1), 'REQUEST_RATE']],
  writeContention: [[problems.writeContention(), 'WRITE_CONTENTION']],
  storedFileChanged: [[problems.storedFileChanged(), 'FILE_CHANGED']],
  internalError: [[problems.internalError(), 'UNEXPECTED']],
  serviceUnavailable: [[problems.serviceUnavailable()]],
};

const cases = Object.entries(refusals).flatMap(([name, made]) =>
  made.map(([problem, reason]) => [name, reason ?? 'no reason', problem] as const),
);

it.each(cases)('%s has %s', (_, reason, problem) => {
  expect(problem.reason ?? 'no reason').toBe(reason);
});

it('has a line for every refusal', () => {
  const others = ['Problem', 'errorDocUrl', 'statusFor'];
  expect(Object.keys(refusals).sort()).toEqual(
    Object.keys(problems)
      .filter((name) => !others.includes(name))
      .sort(),
  );
});

it('documents the reason of every code that has several causes', () => {
  const notes = reasonCatalogue();
  for (const [, , { code, reason, message }] of cases) {
    const ofCode = notes.filter((note) => note.code === code).map((note) => note.reason);
    expect(reason === undefined ? ofCode : ofCode.includes(reason), message).toEqual(reason === undefined ? [] : true);
  }
  expect(errorReasonSchema.enum).toEqual([...new Set(notes.map(({ reason }) => reason))].sort());
});
