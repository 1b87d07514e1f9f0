/** Example prices and quotes for the documentation. */
import type * as z from 'zod/mini';
import type * as schemas from './response-schema';

/** Amount ranges of the example agreement. The examples of error messages use these ranges. */
export const pesoRange = { min: '10', max: '10000000', currency: 'MXN' } as const;
export const usdcRange = { min: '1', max: '500000', currency: 'USDC' } as const;

/** Example request for an on-ramp: the query of `getRate` and the body of `createQuote`. */
export const rampRequest = {
  transactionType: 'ON_RAMP',
  fiatCurrency: 'MXN',
  tokenSymbol: 'USDC',
  blockchainSymbol: 'POL',
  fiatAmount: 1000,
} as const;

export const rampRate: z.infer<typeof schemas.RampRate> = {
  transactionType: 'ON_RAMP',
  fiatAmount: 1000,
  fiatCurrency: 'MXN',
  cryptoAmount: 53.930941,
  blockchainSymbol: 'POL',
  tokenSymbol: 'USDC',
  rate: 18.54225,
  premiumSpread: 0,
  spread: 0.005,
  flow: 'REGULAR',
  forwardingDays: 0,
  effectiveForwardingDays: 0,
  forwardingSettlementDate: '2026-01-16T00:00:00.000Z',
  forwardingAdjustments: [],
  warnings: [],
};

export const rampQuote: z.infer<typeof schemas.RampQuote> = {
  quoteId: '019bc2be-a9b0-7f43-9d15-3c8e72b06a4f',
  ...rampRate,
  expiresAt: '2026-01-15T16:31:40.217Z',
};

/** Example request for a cross-ramp: the query of the rate endpoint, or the body of the quote endpoint. */
export const crossRampRequest = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.01 } as const;

export const crossRampRate: z.infer<typeof schemas.CrossRampRate> = {
  fees: { fixedFee: 25, feeCurrency: 'MXN' },
  sourceAmount: 2000.01,
  targetAmount: 106.42,
  sourceCurrency: 'MXN',
  targetCurrency: 'USD',
  rate: 0.05388777734,
  premiumSpread: 0,
  spread: 0.005,
  flow: 'OTC',
  warnings: [],
};

export const crossRampQuote: z.infer<typeof schemas.CrossRampQuote> = {
  quoteId: '019bc2bd-8490-7e61-a7c8-50d2f3b91e47',
  ...crossRampRate,
  expiresAt: '2026-01-15T16:31:00.304Z',
};

// Notes that the documentation of several endpoints uses.

export const premiumNote =
  'Your premium as a fraction with at most six decimals (0.01 is 1 %). The rate includes the premium. Your agreement sets the maximum.';

export const amountNote = 'A JSON number with at most two decimals. More decimals return 400.';

export const complianceNotes = {
  purpose:
    'Purpose of the payment. The codes of each country are in `complianceFields` of the capabilities. Mainland China uses the CNAPS codes, by default `GDDS`.',
  sourceOfFunds: "Origin of the payer's money.",
  relationship: 'Relationship of the beneficiary to the payer. `PARENT`: a parent of the payer.',
};

export const travelRuleNote =
  'Information on the parties of the token transfer, by IVMS101.2023. We encrypt this information and send it only to the screening provider and the custodian. No response, webhook, change or log contains it.';

export const invoiceNote =
  'A PDF as Base64, up to 4 MB decoded. White space between the characters is allowed. Required for payouts to China.';
