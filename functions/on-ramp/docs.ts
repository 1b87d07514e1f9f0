import { fiatOutOfRange, quoteUsed, tokenOutOfRange, walletNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { complianceNotes, pesoRange, travelRuleNote, usdcRange } from '#shared/quotes/examples';
import { annotationNotes, onRamp, rampBody, userWallet } from '#shared/transactions/examples';
import { contract as createContract } from './create/contract';

export const createOnRamp = defineDocs(createContract, {
  sdk: ['onRamps.create', 'Creates an on-ramp. Store your own `idempotencyKey` with each order.'],
  description:
    'Creates an on-ramp. The user pays fiat into the `bankAccount` of the response, with `message` as the reference. We then send the tokens to `destinationWalletAddress`. Send a `quoteId`, or currency, blockchain and token with exactly one amount. An unpaid on-ramp expires after 72 hours. For 48 hours, a repeated request with the same `Idempotency-Key` returns the stored response.',
  body: { about: 'An on-ramp to create.', ...annotationNotes, ...complianceNotes, travelRule: travelRuleNote },
  parts: {
    PayoutTravelRule: {
      schema: createContract.body.shape.travelRule.def.innerType,
      notes: {
        about: 'Information on the parties of a token payout, by IVMS101.2023. The beneficiary receives the tokens.',
      },
    },
  },
  example: {
    headers: { 'idempotency-key': '7d1c5f0e-93a2-4b68-8e57-0c9f2a41d3b6' },
    body: { ...rampBody, fiatAmount: 500, destinationWalletAddress: userWallet },
    data: onRamp,
  },
  refusals: [
    quoteUsed(onRamp.id),
    walletNotFound(),
    fiatOutOfRange('ON_RAMP', pesoRange),
    tokenOutOfRange('ON_RAMP', usdcRange),
  ],
});
