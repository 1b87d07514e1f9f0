import * as z from 'zod/mini';
import { alpha2, text, urlText, userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { asRecord, formatViolations } from '#shared/identity/domain/submission-formats';
import { birthDate, identifyingFields, reportWithOtherIssues } from '#shared/identity/person-fields';

const optional = z.optional(text);
const url = z.optional(urlText);

/** Maximum number of files of one submission: the request downloads all files concurrently. */
const MAX_FILES = 10;

const person = z.optional(
  z.object({
    fullName: optional,
    dateOfBirth: z.optional(birthDate),
    address: optional,
    rfc: optional,
    serialNumber: optional,
    occupation: optional,
    nationality: optional,
  }),
);

const identity = z.object({
  type: z.optional(z.enum(['GOVERNMENT_ID', 'RESIDENT_CARD', 'TAX_ID'])),
  frontIdUrl: url,
  backIdUrl: url,
});

const document = z
  .object({
    type: z.enum(['ADDRESS_PROOF', 'NATIONAL_ID', 'VOTER_ID', 'PASSPORT', 'TAX_ID']),
    fileUrl: url,
    frontIdUrl: url,
    backIdUrl: url,
  })
  .check(
    z.refine((item) => countUrls(item) > 0, {
      path: ['fileUrl'],
      error: 'Required where neither frontIdUrl nor backIdUrl is given',
      ...reportWithOtherIssues,
    }),
  );

const submission = z
  .object({
    country: alpha2,
    ...identifyingFields,
    selfieUrl: url,
    frontIdUrl: url,
    backIdUrl: url,
    identity: z.optional(identity),
    documents: z.optional(z.array(document).check(z.maxLength(MAX_FILES))),
    pep: z.optional(z.object({ position: optional, period: optional, relation: z.optional(z.literal('DIRECT')) })),
    beneficiaryOwner: person,
    resourceProvider: person,
    realOwner: person,
  })
  .check(
    z.superRefine((body, found) => {
      for (const { field, message } of formatViolations(body.country, body)) {
        found.addIssue({ code: 'custom', path: field.split('.'), message });
      }
      const { documents } = body;
      const items: readonly unknown[] = Array.isArray(documents) ? documents : [];
      const files = [body, body.identity, ...items].reduce<number>((sum, part) => sum + countUrls(part), 0);
      if (files > MAX_FILES) {
        const message = `A submission can have at most ${MAX_FILES} files`;
        found.addIssue({ code: 'custom', path: ['documents'], message });
      }
    }, reportWithOtherIssues),
  );

/** Counts the URLs in one object of a submission. */
function countUrls(part: unknown): number {
  const { selfieUrl, fileUrl, frontIdUrl, backIdUrl } = asRecord(part);
  return [selfieUrl, fileUrl, frontIdUrl, backIdUrl].filter((named) => named !== undefined).length;
}

export const contract = defineContract({
  id: 'startKyc',
  params: userPath,
  body: submission,
  idempotent: true,
  status: 201,
  response: 'StartedKyc',
  errors: [
    'BAD_REQUEST',
    'NO_KYC_TEMPLATE_FOUND',
    'EMAIL_NOT_FOUND',
    'FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL',
    'FAILED_TO_DOWNLOAD_DOCUMENT',
    'INVALID_VERIFICATION_TYPE_FOR_USER',
    'NOT_FOUND_ERROR',
    'CONFLICT',
  ],
});
