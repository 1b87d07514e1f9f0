import * as z from 'zod/mini';

/** The country of an onboarding. There is one, and any other has an error of its own. */
export const onboardingCountry = z.string();
