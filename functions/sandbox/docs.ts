import {
  invalidTransition,
  noOpenDeclaration,
  noOpenLink,
  personNotFound,
  writeContention,
} from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { ownerPath, signatureEntry } from '#shared/signatures/examples';
import { offRamp } from '#shared/transactions/examples';
import { anaWithAlias, userId } from '#shared/users/examples';
import { webhookFaults } from '#shared/webhooks/examples';
import { contract as expireDeclarationContract } from './expire-declaration/contract';
import { contract as expireLinkContract } from './expire-link/contract';
import { contract as signDeclarationContract } from './sign-declaration/contract';
import { contract as simulateContract } from './simulate/contract';
import { contract as verificationContract } from './verification/contract';
import { contract as webhookFaultsGetContract } from './webhook-faults/get/contract';
import { contract as webhookFaultsSetContract } from './webhook-faults/set/contract';

export const expireDeclaration = defineDocs(expireDeclarationContract, {
  sdk: ['sandbox.expireDeclaration', 'Expires an open declaration at once.'],
  description:
    'Lets an open declaration run out now, in the sandbox only, as it otherwise does after 30 days. Where none is open the response is 409.',
  example: { path: ownerPath, data: { ...signatureEntry, version: 5, status: 'EXPIRED' } },
  refusals: [noOpenDeclaration(), personNotFound()],
});

export const expireVerificationLink = defineDocs(expireLinkContract, {
  sdk: ['sandbox.expireVerificationLink', 'Ends the open verification link of a user at once.'],
  description:
    'Lets the open verification link of a user run out now, in the sandbox only, as it otherwise does after 24 hours. Where no page was opened by it you get `VERIFICATION_LINK_EXPIRED`, otherwise `VERIFICATION_ABANDONED`; the response says which. Where none is open the response is 409.',
  example: {
    path: { userId },
    data: {
      userId,
      event: 'VERIFICATION_LINK_EXPIRED',
      kind: 'KYC',
      country: 'MX',
      openedAt: null,
      endedAt: '2026-01-15T16:34:30.512Z',
    },
  },
  refusals: [noOpenLink()],
});

export const signDeclaration = defineDocs(signDeclarationContract, {
  sdk: ['sandbox.signDeclaration', "Signs a declaration in its owner's place."],
  description:
    "Signs an open declaration in the owner's place, in the sandbox only, so that your tests need no browser. It goes the way of the page: the record is stored, the link is used up, `DOCUMENT_SIGNED` is sent. Where no declaration is open the response is 409.",
  example: {
    path: ownerPath,
    data: { ...signatureEntry, version: 7, status: 'SIGNED', signedAt: '2026-01-15T16:33:05.871Z' },
  },
  refusals: [noOpenDeclaration(), personNotFound()],
});

const transactionHash = '0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f';
const returnedAt = '2026-01-15T16:33:05.250Z';

export const simulateTransaction = defineDocs(simulateContract, {
  sdk: ['sandbox.simulateTransaction', 'Lets something happen to a transaction, such as the arrival of its deposit.'],
  description:
    'Lets something happen to a transaction, in the sandbox only. Deposits, expiries and returned payouts happen at once and the steps run on; `NAME_CHECK_FAILED`, `PAYOUT_FAILED` and `MANUAL_REVIEW` are armed and happen when the transaction gets there. `RELEASE_HOLD` and `REJECT_HOLD` decide on a `hold`. What is impossible from its status returns 400. `amount` makes a deposit of another amount than what is missing, in the currency that is due. A restricted key needs `transactions:read` too, because the response is the transaction.',
  example: {
    path: { id: offRamp.id },
    body: { event: 'PAYOUT_RETURNED' },
    data: {
      ...offRamp,
      bankAccount: { ...offRamp.bankAccount, isVerified: true },
      status: 'COMPLETED',
      paymentUrl: null,
      type: 'OFF_RAMP',
      version: 8,
      executedAt: '2026-01-15T16:32:36.021Z',
      completedAt: '2026-01-15T16:32:46.102Z',
      updatedAt: returnedAt,
      cancellationReason: null,
      cancellationMessage: null,
      transactionHash,
      invoice: { transactionHash, paymentUrl: null },
      rails: {
        deposit: { type: 'CHAIN', reference: transactionHash, at: '2026-01-15T16:32:38.044Z' },
        payout: {
          type: 'SPEI',
          reference: 'PRE05B7F14A9C26D8371E4B0F2',
          at: '2026-01-15T16:32:44.087Z',
          proof: { status: 'VALID', url: null },
        },
      },
      hold: null,
      payoutReturn: { amount: 917.8, currency: 'MXN', reason: 'RETURNED_BY_BANK', at: returnedAt },
      surplusDeposits: [],
    },
  },
  refusals: [invalidTransition()],
});

export const decideVerification = defineDocs(verificationContract, {
  sdk: ['sandbox.decideVerification', 'Decides the verification of a user at once.'],
  description:
    "Decides a user's verification as you ask, in the sandbox only, so that your tests need neither documents nor a browser. It works from any status and sends the same events as a decision of the provider: a user without a verification gets one first (`CREATED_KYC`), one in progress is decided now, and a decision that stands is replaced. Asking for the status that the user has changes nothing and sends nothing.",
  example: {
    path: { userId },
    body: { result: 'REVIEW_NEEDED' },
    data: {
      ...anaWithAlias,
      kycStatus: 'REVIEW_NEEDED',
      version: anaWithAlias.version + 1,
      updatedAt: '2026-01-15T16:34:02.118Z',
    },
  },
  refusals: [writeContention()],
});

export const getWebhookFaults = defineDocs(webhookFaultsGetContract, {
  sdk: ['sandbox.getWebhookFaults', 'Reads which faults deliveries have.'],
  description: 'Returns the fault injection of your deliveries, in the sandbox only.',
  example: { data: webhookFaults },
});

export const setWebhookFaults = defineDocs(webhookFaultsSetContract, {
  sdk: [
    'sandbox.setWebhookFaults',
    'Gives deliveries faults as networks have them. `rate` is a fraction: 0.25 is a quarter of them.',
  ],
  description:
    'Injects faults into your deliveries, in the sandbox only, so that you can test your endpoint; `NONE` ends it. `DUPLICATE` sends an attempt twice at once. `DELAY` delays the first attempt by five seconds, and everything that follows it in its transaction. `REORDER` delays every other event of a transaction by five seconds while the next one is sent first. `DROP_FIRST_ATTEMPT` records the first attempt as failed without sending it. `SLOW` takes three seconds over the body. `FAIL_FAST` makes the next failure the last attempt, so that a notification is `FAILED` within seconds. `rate` is the share of deliveries with the injected fault. Ids, bodies and signatures stay correct.',
  body: {
    about: 'The fault to inject into deliveries.',
    rate: 'Share of the deliveries that meet it, from 0 to 1; all of them by default.',
  },
  example: { body: webhookFaults, data: webhookFaults },
});
