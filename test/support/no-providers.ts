import type { StepDependencies } from '#functions/workers/run-step/dependencies';

const notConfigured = () => {
  throw new Error('No provider here');
};

/** Dependencies of steps without providers: a provider request throws. */
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
