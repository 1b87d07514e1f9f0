import { fiatOutOfRange, quoteUsed, tokenOutOfRange, walletNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { complianceNotes, pesoRange, travelRuleNote, usdcRange } from '#shared/quotes/examples';
import { annotationNotes, onRamp, rampBody, userWallet } from '#shared/transactions/examples';
import { contract as createContract } from './create/contract';

export const createOnRamp = defineDocs(createContract, {
  sdk: ['onRamps.create', 'Creates an on-ramp. Keep an `idempotencyKey` of your own with each order.'],
  description:
    'Creates an on-ramp: the user pays fiat into the account of the response, with `message` as the reference, and the tokens go to `destinationWalletAddress`. Give a `quoteId`, or currency, chain and token with exactly one amount. An unpaid on-ramp expires after 72 hours. With an `Idempotency-Key` a repeated request gets the stored response for 48 hours.',
  body: { about: 'An on-ramp to create.', ...annotationNotes, ...complianceNotes, travelRule: travelRuleNote },
  parts: {
    PayoutTravelRule: {
      schema: createContract.body.shape.travelRule.def.innerType,
      notes: {
        about: 'Information on the parties of a payout of tokens, by IVMS101.2023. Its beneficiary receives them.',
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
