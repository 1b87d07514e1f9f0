import type { Scenarios } from '#test/support/scenarios/scenario';

export const pages: Scenarios = {
  openSigningPage: {
    given: ['requestSignatures'],
    billed: [5, 2],
  },
  submitSignature: {
    given: ['requestSignatures'],
    form: { fullName: 'Lucía Hernández', way: 'typed', consent: 'yes' },
    billed: [6, 15],
  },
  getSignerCopy: {
    given: ['submitSignature'],
    billed: [7, 2],
  },
  openVerificationPage: {
    given: ['createKycLink'],
    // Units of the first request. Later requests write nothing.
    billed: [6, 13],
  },
  submitVerificationPage: {
    given: ['createKycLink'],
    form: { firstName: 'Ana' },
    billed: [3, 1],
  },
  presignVerificationUpload: {
    given: ['createKycLink'],
    form: { slot: 'selfie', type: 'image/jpeg', size: '1000' },
    billed: [3, 1],
  },
  openPaymentPage: {
    given: ['createOffRamp'],
    billed: [4, 0],
  },
  getPayerReceipt: {
    given: ['completedCrossRamp'],
    billed: [8, 22],
  },
};
