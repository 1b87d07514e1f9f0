import { fiatOutOfRange, quoteUsed, tokenOutOfRange } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { pesoRange, usdcRange } from '#shared/quotes/examples';
import { complianceNotes, invoiceNote, travelRuleNote } from '#shared/quotes/notes';
import { offRamp, rampBody } from '#shared/transactions/examples';
import { travelRuleParts } from '#shared/transactions/travel-rule/notes';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['offRamps.create', 'Creates an off-ramp. Keep an `idempotencyKey` of your own with each order.'],
  description:
    "Creates an off-ramp: the user sends tokens to `destinationWalletAddress`, which is unique to it, and the fiat is paid out to the bank account once the off-ramp is executed. The account is a saved one, a receiver's newest, or given inline, which saves it; without `country`, inline details are of the fiat currency's country, for EUR of the IBAN's. China and Hong Kong take USD, 10 to 10,000 per transaction, and China needs an `invoiceFile`. An unfunded off-ramp expires after 24 hours; a funded one that is never executed is returned after 30 days.",
  body: {
    about: 'An off-ramp to create.',
    invoiceFile: invoiceNote,
    ...complianceNotes,
    travelRule: travelRuleNote,
  },
  parts: {
    ...travelRuleParts,
    DepositTravelRule: {
      schema: contract.body.shape.travelRule.def.innerType,
      notes: {
        about: 'Information on the parties of a deposit of tokens, by IVMS101.2023. Its originator sends them.',
      },
    },
    PayoutBankDetails: {
      schema: contract.body.shape.userBankInformation.def.innerType,
      notes: { about: 'Bank details of a payout; which of them an account needs depends on its country.' },
    },
  },
  example: {
    headers: { 'idempotency-key': 'b2e84a17-5c60-4d39-9f0b-61d7c3a850e4' },
    body: { ...rampBody, cryptoAmount: 50, userBankInformation: { accountIdentifier: '012180015500000008' } },
    data: offRamp,
  },
  refusals: [quoteUsed(offRamp.id), fiatOutOfRange('OFF_RAMP', pesoRange), tokenOutOfRange('OFF_RAMP', usdcRange)],
});
