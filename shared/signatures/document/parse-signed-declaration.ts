import * as z from 'zod/mini';
import { evidenceEvents } from '#shared/signatures/domain/evidence-chain';
import { languages } from '#shared/values/languages';

const details = z.array(z.object({ label: z.string(), value: z.string() }));

const event = z.object({
  event: z.enum(evidenceEvents),
  at: z.string(),
  ipAddress: z.optional(z.string()),
  userAgent: z.optional(z.string()),
  textSha256: z.optional(z.string()),
  consentSha256: z.optional(z.string()),
  previousSha256: z.nullable(z.string()),
  sha256: z.string(),
});

const record = z.object({
  recordVersion: z.literal(1),
  declarationId: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  associatedPersonId: z.string(),
  declarationText: z.object({
    version: z.number(),
    language: z.enum(languages),
    title: z.string(),
    paragraphs: z.array(z.string()),
    ownerHeading: z.string(),
    owner: details,
    companyHeading: z.string(),
    company: details,
    consent: z.string(),
    legalForm: z.string(),
  }),
  textSha256: z.string(),
  consentSha256: z.string(),
  typedName: z.string(),
  nameDiffers: z.boolean(),
  signature: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('typed') }),
    z.object({
      kind: z.literal('drawn'),
      width: z.number(),
      height: z.number(),
      strokes: z.readonly(z.array(z.readonly(z.array(z.number())))),
    }),
  ]),
  consentGiven: z.literal(true),
  requestedAt: z.string(),
  signedAt: z.string(),
  ipAddress: z.string(),
  userAgent: z.string(),
  events: z.array(event),
});

export type SignedDeclaration = z.infer<typeof record>;

/** Parses a signed record from the bucket. */
export function parseSignedDeclaration(content: Uint8Array): SignedDeclaration {
  return record.parse(JSON.parse(new TextDecoder().decode(content)));
}
