import * as z from 'zod/mini';

/** Newest first; at most three live ones during a rotation. Base64 KMS ciphertexts of the `whsec_…` text, with encryption context {partnerId}. */
export const sealedSecrets = z.array(
  z.object({ id: z.string(), sealed: z.string(), expiresAt: z.optional(z.string()) }),
);

/** What a write that notifies has to know of a further endpoint. */
export const endpointChoices = z.array(
  z.object({
    id: z.string(),
    /** Events that are sent. @default all */
    eventTypes: z.optional(z.array(z.string())),
  }),
);

export const webhookSettingsItem = z.object({
  PK: z.string(),
  SK: z.literal('WEBHOOK'),
  entity: z.literal('WEBHOOK'),
  id: z.string(),
  partnerId: z.string(),
  url: z.nullable(z.string()),
  /** Events that are sent. @default all */
  eventTypes: z.optional(z.array(z.string())),
  secrets: sealedSecrets,
  /** Of the latest rotation; absent before the first. */
  secretRotatedAt: z.optional(z.string()),
  /** Further endpoints, oldest first. @default none */
  endpoints: z.optional(endpointChoices),
  /** Rises with each change of `endpoints`. @default 0 */
  endpointsVersion: z.optional(z.number()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type WebhookSettingsItem = z.infer<typeof webhookSettingsItem>;
