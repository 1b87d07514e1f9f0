import * as z from 'zod/mini';

/** Country of a virtual account onboarding. Accepts any text: the handler reports a specific error for an unsupported country. */
export const onboardingCountry = z.string();
