/** Notes that the docs of several endpoints have in common. */

export const premiumNote =
  'Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement.';

export const amountNote = 'A JSON number with at most two decimals; more answer 400.';

export const complianceNotes = {
  purpose:
    "Purpose of the payment. The corridor's codes are in `complianceFields` of the capabilities; to mainland China they are those of CNAPS, and none counts as `GDDS`.",
  sourceOfFunds: "Origin of the payer's money.",
  relationship: 'The beneficiary, as the payer calls it.',
};

export const travelRuleNote =
  'Information on the parties of the transfer of tokens, by IVMS101.2023. It is kept encrypted and goes to the screening provider and the custodian alone: no answer, webhook, change or log repeats it.';

export const invoiceNote =
  'A PDF as Base64, up to 4 MB decoded; white space between the characters is allowed. Required for payouts to China.';
