import * as z from 'zod/mini';

/** The country of an onboarding. There is one, and any other has a separate error. */
export const onboardingCountry = z.string();
