import { fiatOutOfRange, invalidTransition, quoteUsed, tokenOutOfRange } from '#shared/api/problems';
import { type BodyPart, defineDocs } from '#shared/contract/define-docs';
import { complianceNotes, invoiceNote, pesoRange, travelRuleNote, usdcRange } from '#shared/quotes/examples';
import { annotationNotes, offRamp, rampBody } from '#shared/transactions/examples';
import {
  beneficiary,
  geographicAddress,
  legalPerson,
  naturalPerson,
  originator,
  person,
} from '#shared/transactions/travel-rule/ivms101';
import { contract as createContract } from './create/contract';
import { contract as executeContract } from './execute/contract';

// Documentation of the objects in travel-rule data.

const travelRuleParts: Readonly<Record<string, BodyPart>> = {
  TravelRuleOriginator: {
    schema: originator,
    notes: {
      about: 'The sender of a transfer. Each person has an address or another field that identifies it.',
      accountNumber: 'Addresses of wallets, or numbers of accounts, that it sends from.',
    },
  },
  TravelRuleBeneficiary: {
    schema: beneficiary,
    notes: {
      about: 'The receiver of a transfer.',
      accountNumber: 'Addresses of wallets, or numbers of accounts, that it receives at.',
    },
  },
  TravelRulePerson: {
    schema: person,
    notes: { about: 'A natural or a legal person.' },
  },
  TravelRuleNaturalPerson: {
    schema: naturalPerson,
    notes: { about: 'A person, with a name of type `LEGL` at least.' },
  },
  TravelRuleLegalPerson: {
    schema: legalPerson,
    notes: {
      about: 'A business or a VASP, with a name of type `LEGL` at least.',
      name: 'Names in law, in trade, and short ones.',
    },
  },
  TravelRuleAddress: {
    schema: geographicAddress,
    notes: { about: 'An address, with `addressLine`, or with `streetName` and `buildingName` or `buildingNumber`.' },
  },
};

export const createOffRamp = defineDocs(createContract, {
  sdk: ['offRamps.create', 'Creates an off-ramp. Keep an `idempotencyKey` of your own with each order.'],
  description:
    "Creates an off-ramp: the user sends tokens to `destinationWalletAddress`, which is unique to it, and the fiat is paid out to the bank account once the off-ramp is executed. The account is a saved one, a receiver's newest, or given inline, which saves it; without `country`, inline details are of the fiat currency's country, for EUR of the IBAN's. China and Hong Kong take USD, 10 to 10,000 per transaction, and China needs an `invoiceFile`. An unfunded off-ramp expires after 24 hours; a funded one that is never executed is returned after 30 days.",
  body: {
    about: 'An off-ramp to create.',
    invoiceFile: invoiceNote,
    ...annotationNotes,
    ...complianceNotes,
    travelRule: travelRuleNote,
  },
  parts: {
    ...travelRuleParts,
    DepositTravelRule: {
      schema: createContract.body.shape.travelRule.def.innerType,
      notes: {
        about: 'Information on the parties of a deposit of tokens, by IVMS101.2023. Its originator sends them.',
      },
    },
    PayoutBankDetails: {
      schema: createContract.body.shape.userBankInformation.def.innerType,
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

export const executeOffRamp = defineDocs(executeContract, {
  sdk: [
    'offRamps.execute',
    'Asks for the payout of an off-ramp, before or after its tokens have arrived. Without it nothing is paid out.',
  ],
  description:
    'Executes an off-ramp: its tokens, once they have arrived, are paid out in fiat. Any live or completed status returns 200 with the status as it is, so repeating the call is harmless, and the newest `transactionHash` is kept; a cancelled, expired or failed one returns 400. In the sandbox the tokens arrive by themselves, a step later.',
  example: { body: { transactionId: offRamp.id }, data: { id: offRamp.id, status: 'PENDING' } },
  refusals: [invalidTransition()],
});
