import * as z from 'zod/mini';

export const webhookSettingsItem = z.object({
  PK: z.string(),
  SK: z.literal('WEBHOOK'),
  entity: z.literal('WEBHOOK'),
  id: z.string(),
  partnerId: z.string(),
  url: z.nullable(z.string()),
  /** Events that are sent. @default all */
  eventTypes: z.optional(z.array(z.string())),
  /** Newest first; at most three live ones during a rotation. Base64 KMS ciphertexts of the `whsec_…` text, with encryption context {partnerId}. */
  secrets: z.array(z.object({ id: z.string(), sealed: z.string(), expiresAt: z.optional(z.string()) })),
  /** Of the latest rotation; absent before the first. */
  secretRotatedAt: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type WebhookSettingsItem = z.infer<typeof webhookSettingsItem>;
