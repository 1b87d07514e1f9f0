/** What each operation does and which of its rules bite. A new operation without its text does not compile. */
import type { OperationId } from './contracts';

export const descriptions: Readonly<Record<OperationId, string>> = {
  createUser: `Puts one of your customers on record, under an id that every other operation takes. The e-mail address (in any letter case) and your own \`externalUserId\` can each be used once per partner: a second use answers 409, with the existing user's id in \`errors\`. A new user starts as \`NOT_STARTED\` and cannot transact before it is verified.`,
  listUsers: `Lists your users, newest first unless asked otherwise. \`email\` and \`externalUserId\` find the one user that has them; \`type\` and \`kycStatus\` narrow the list. A wrong \`limit\`, \`skip\` or filter value answers 400 and is never silently corrected.`,
  getUser: `Returns one user with its verification status. First and last name, or the business name, appear when the verification provider has read them from the documents. An unknown id and another partner's user get the same 401.`,
  startKyc: `Submits a user's identity verification. Which fields are needed depends on the country: the sandbox asks for \`country\` alone, production also for name, date of birth, address, telephone, identity document and selfie, and in Mexico profession and RFC. Files are given as https URLs. The decision comes later, by webhook or by polling the verification; while one is in progress, or after the user is verified, another submission answers 409. In the sandbox the last name \`Rejected\` is rejected, \`Review\` ends in a review, everyone else is verified.`,
  getUserKyc: `Returns where the user's newest verification stands. Before any submission the status is \`NOT_STARTED\` and the rest is null. This is the operation to poll when you do not use webhooks.`,
  getKycDetails: `The same answer as the user's \`/kyc\` path, with the user named in the query. An unknown user and another partner's get the same 401.`,
  getCrossRampRate: `Prices a conversion at this instant without locking anything. Give exactly one of \`sourceAmount\` and \`targetAmount\`; the other is worked out. The fixed fee is taken off the source amount, and \`rate\` already contains the spread and your premium. Use a quote when the price has to hold.`,
  createCrossRampQuote: `Locks the rate of this instant until \`expiresAt\`, by default for 60 seconds. Give exactly one of \`sourceAmount\` and \`targetAmount\`. A quote belongs to the partner that made it and pays for one transaction; a creation that fails does not use it up. For a sandbox outcome, lock the quote with the sandbox amount as \`sourceAmount\`.`,
  createCrossRamp: `Creates a fiat-to-fiat transaction for a verified user: the user pays the source currency into \`sourceBankAccount\`, quoting its \`message\`, and the target account is paid out. Give a \`quoteId\`, whose currencies and amounts then count, or both currencies and exactly one amount. The target account comes inline as \`targetBankAccount\`; what it needs depends on its country, and its currency must be the target currency. With an \`Idempotency-Key\` a repeated request returns the first answer for 48 hours and never creates a second transaction. Unfunded transactions expire after 72 hours.`,
  listTransactions: `Lists your transactions, newest first unless asked otherwise. Filters combine; \`fiatCurrency\` matches either side, \`createdFrom\` and \`createdTo\` are inclusive. For deep reading pass \`nextCursor\` of a page as \`cursor\` of the next one.`,
  getMockTestingGuide: `Returns the sandbox amounts and the outcome that each leads to, from the table that drives the simulator itself. In production \`enabled\` is false and the rules are empty.`,
  getTransaction: `Returns one transaction as it stands, including writes that were answered a moment ago. \`version\` rises with every change. An unknown id and another partner's transaction both answer 404.`,
  listTransactionEvents: `Returns every step a transaction has taken, oldest first: its creation, then each change of status with its instant and cause. Steps without a webhook of their own are in it too.`,
  updateWebhookSettings: `Sets the URL that webhooks are sent to, or clears it with null. It must be https, at most 2,048 characters, without credentials, and a literal address in it must be public. The answer to the first URL carries the signing \`secret\`, which is shown this once. While there is no URL, notifications are recorded as \`NOT_SENT\`.`,
  getWebhookSettings: `Returns the webhook settings without any secret. \`url\` is null before the first one is set and after it was cleared.`,
  listWebhookNotifications: `Lists the notifications made for you, newest first unless asked otherwise, with their delivery status. A notification is on record when the answer that caused it arrives, whether or not it could be sent.`,
  getWebhookNotification: `Returns one notification: the payload as it was sent, the last twenty attempts, and what your endpoint answered when it last failed. An unknown id and another partner's notification both answer 404.`,
  getOpenApi:
    'Returns this document. It needs no key and answers `If-None-Match` with 304 when nothing has changed.',
  getReference:
    'Returns the reference page, which draws this document. It needs no key and loads nothing from elsewhere.',
  getReferenceAsset:
    'Returns a file of the reference page by its name. It needs no key; any other name answers 404.',
};
