/** Messages between the verification provider and this service (docs/providers/verification.openapi.yaml). */
import * as z from 'zod/mini';
import { reasonCode, reference } from '#shared/platform/providers/client';
import { bearerSecret, callbackSecrets } from '#shared/platform/providers/settings';
import { kycDecisions } from '#shared/users/domain/user';

/**
 * Schema of one JSON secret that contains our API key and the provider's signing secrets. The API key and the signing secrets are
 * therefore rotated together.
 */
export const providerSecret = z.extend(bearerSecret, { callbackSecrets });

const name = z.optional(z.string().check(z.minLength(1), z.maxLength(200)));

const decision = {
  status: z.enum(kycDecisions),
  firstName: name,
  lastName: name,
  businessName: name,
  rejectionReasons: z._default(z.array(reasonCode).check(z.maxLength(20)), []),
};

/** Schema of the response to a submission and to a status request: pending or decided. */
export const providerResponse = z.discriminatedUnion('status', [
  z.object({ status: z.literal('PENDING'), reference }),
  z.object({ reference, ...decision }),
]);

/** Schema of the provider's report of a decision. Unknown members are refused. */
export const providerCallback = z.strictObject({ verificationId: z.uuid(), userId: z.uuid(), reference, ...decision });
