/** Notes that the docs of several endpoints have in common. */

export const premiumNote =
  'Your own premium as a fraction with at most six decimals (0.01 is 1 %), inside the rate; its ceiling is in your agreement.';

export const amountNote = 'A JSON number with at most two decimals; more answer 400.';

export const invoiceNote =
  'A PDF as Base64, up to 4 MB decoded; white space between the characters is allowed. Required for payouts to China.';
