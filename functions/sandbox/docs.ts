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
  sdk: ['sandbox.expireDeclaration', 'Expires an open declaration immediately.'],
  description:
    'Expires an open declaration now, in the sandbox only, instead of after 30 days. If no declaration is open, the response is 409.',
  example: { path: ownerPath, data: { ...signatureEntry, version: 5, status: 'EXPIRED' } },
  refusals: [noOpenDeclaration(), personNotFound()],
});

export const expireVerificationLink = defineDocs(expireLinkContract, {
  sdk: ['sandbox.expireVerificationLink', 'Ends the open verification link of a user immediately.'],
  description:
    'Ends the open verification link of a user now, in the sandbox only, instead of after 24 hours. If nobody opened the link, you receive `VERIFICATION_LINK_EXPIRED`, otherwise `VERIFICATION_ABANDONED`. The response contains the event. If no link is open, the response is 409.',
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
  sdk: ['sandbox.signDeclaration', 'Signs a declaration for its owner.'],
  description:
    'Signs an open declaration for the owner, in the sandbox only, so that your tests need no browser. The effects are the same as on the signing page. We store the record, end the link and send `DOCUMENT_SIGNED`. If no declaration is open, the response is 409.',
  example: {
    path: ownerPath,
    data: { ...signatureEntry, version: 7, status: 'SIGNED', signedAt: '2026-01-15T16:33:05.871Z' },
  },
  refusals: [noOpenDeclaration(), personNotFound()],
});

const transactionHash = '0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f';
const returnedAt = '2026-01-15T16:33:05.250Z';

export const simulateTransaction = defineDocs(simulateContract, {
  sdk: ['sandbox.simulateTransaction', 'Simulates an event of a transaction, for example the receipt of its deposit.'],
  description:
    'Simulates an event of a transaction, in the sandbox only. Deposits, expiries and returned payouts happen immediately. After a deposit, the sandbox simulates the next steps. `NAME_CHECK_FAILED`, `PAYOUT_FAILED` and `MANUAL_REVIEW` happen later, when the transaction reaches that step. `RELEASE_HOLD` and `REJECT_HOLD` end a `hold`. An event that is impossible in the current status returns 400. `amount` is the amount of the deposit in the source currency, by default the missing amount. A key with scopes also requires `transactions:read`, because the response is the transaction.',
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
  sdk: ['sandbox.decideVerification', 'Decides the verification of a user immediately.'],
  description:
    "Sets the result of a user's verification, in the sandbox only, so that your tests need neither documents nor a browser. The call works in any status and sends the same events as a decision of the provider. If the user has no verification, the call first creates a verification (`CREATED_KYC`). The result replaces an earlier decision. If the user already has the requested status, the call changes nothing and sends no event.",
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
  sdk: ['sandbox.getWebhookFaults', 'Reads the fault injection of your deliveries.'],
  description: 'Returns the fault injection of your deliveries, in the sandbox only.',
  example: { data: webhookFaults },
});

export const setWebhookFaults = defineDocs(webhookFaultsSetContract, {
  sdk: [
    'sandbox.setWebhookFaults',
    'Injects network faults into your deliveries. `rate` is a fraction: 0.25 is a quarter of the deliveries.',
  ],
  description:
    'Injects faults into your deliveries, in the sandbox only, so that you can test your endpoint. `NONE` stops the faults. `DUPLICATE` sends an attempt twice at the same time. `DELAY` delays the first attempt by five seconds, and also the later events of the transaction. `REORDER` delays every second event of a transaction by five seconds, so that the next event arrives first. `DROP_FIRST_ATTEMPT` records the first attempt as failed without sending it. `SLOW` needs three seconds to send the body. `FAIL_FAST` makes the next failure the last attempt, so that a notification is `FAILED` within seconds. `rate` is the share of deliveries with the fault. Ids, bodies and signatures remain correct.',
  body: {
    about: 'The fault to inject into deliveries.',
    rate: 'Share of the deliveries with the fault, from 0 to 1. The default is 1.',
  },
  example: { body: webhookFaults, data: webhookFaults },
});
