import type { StepDependencies } from '#functions/workers/run-step/dependencies';

const notConfigured = () => {
  throw new Error('No provider here');
};

/** Steps without any provider: a call of one fails. */
export const noProviders: Omit<StepDependencies, 'now' | 'stepMs'> = {
  screening: () => 'NONE',
  verificationProvider: notConfigured,
  bankVerifier: notConfigured,
  bankPayouts: notConfigured,
  tokenPayouts: notConfigured,
  conversions: notConfigured,
  bankRefunds: notConfigured,
  tokenRefunds: notConfigured,
};
