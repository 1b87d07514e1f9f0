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
      about: 'The sender of a transfer. Each person requires an address or another identifying field.',
      accountNumber: 'Wallet addresses or account numbers of the sender.',
    },
  },
  TravelRuleBeneficiary: {
    schema: beneficiary,
    notes: {
      about: 'The receiver of a transfer.',
      accountNumber: 'Wallet addresses or account numbers of the receiver.',
    },
  },
  TravelRulePerson: {
    schema: person,
    notes: { about: 'A natural or a legal person.' },
  },
  TravelRuleNaturalPerson: {
    schema: naturalPerson,
    notes: { about: 'A person. At least one name has the type `LEGL`.' },
  },
  TravelRuleLegalPerson: {
    schema: legalPerson,
    notes: {
      about: 'A business or a VASP. At least one name has the type `LEGL`.',
      name: 'Legal names, trading names and short names.',
    },
  },
  TravelRuleAddress: {
    schema: geographicAddress,
    notes: { about: 'An address. Requires `addressLine`, or `streetName` with `buildingName` or `buildingNumber`.' },
  },
};

export const createOffRamp = defineDocs(createContract, {
  sdk: ['offRamps.create', 'Creates an off-ramp. Store your own `idempotencyKey` with each order.'],
  description:
    'Creates an off-ramp. The user sends tokens to `destinationWalletAddress`, which is unique to the off-ramp. After you execute the off-ramp, we pay out the fiat to the bank account. Specify a saved account, a receiver (newest account), or inline details, which we save. The default `country` of inline details is the country of the fiat currency, or of the IBAN for EUR. Payouts to China and Hong Kong are in USD, 10 to 10,000 per transaction. China requires an `invoiceFile`. An unfunded off-ramp expires after 24 hours. If you do not execute a funded off-ramp within 30 days, we return the tokens.',
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
        about: 'Information on the parties of a token deposit, by IVMS101.2023. The originator sends the tokens.',
      },
    },
    PayoutBankDetails: {
      schema: createContract.body.shape.userBankInformation.def.innerType,
      notes: { about: 'Bank details of a payout. The country of the account determines the required fields.' },
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
    'Requests the payout of an off-ramp, before or after the tokens arrive. Without this call, we pay out nothing.',
  ],
  description:
    'Executes an off-ramp: after the tokens arrive, we pay out the fiat. An open or completed off-ramp returns 200 with its current status, so you can safely repeat the call. We store the newest `transactionHash`. A cancelled, expired or failed off-ramp returns 400. In the sandbox, the tokens arrive automatically one step later.',
  example: { body: { transactionId: offRamp.id }, data: { id: offRamp.id, status: 'PENDING' } },
  refusals: [invalidTransition()],
});
