/** Validation of purpose, source of funds and relationship in requests that create a transaction. */
import * as z from 'zod/mini';
import { type FieldError, invalidInput } from '#shared/api/problems';
import { utcDay } from '#shared/values/calendar/calendar-day';
import {
  type ComplianceCodes,
  type ComplianceField,
  type ComplianceFields,
  purposes,
  relationships,
  sourcesOfFunds,
} from './domain/compliance-fields';

export const complianceRequest = {
  purpose: z.optional(z.enum(purposes)),
  sourceOfFunds: z.optional(z.enum(sourcesOfFunds)),
  relationship: z.optional(z.enum(relationships)),
};

/**
 * Returns the compliance codes of a payment: the codes of the request, and the payout's default for each missing code.
 * @throws Problem listing each field with a code that the payout does not accept, and each missing required field
 */
export function resolveCompliance(given: ComplianceCodes, fields: ComplianceFields, atMs: number): ComplianceCodes {
  const { purpose, sourceOfFunds, relationship } = fields;
  const errors = [
    ...violations(purpose, given.purpose, atMs),
    ...violations(sourceOfFunds, given.sourceOfFunds, atMs),
    ...violations(relationship, given.relationship, atMs),
  ];
  if (errors.length > 0) throw invalidInput(errors);
  return {
    purpose: given.purpose ?? purpose.default ?? undefined,
    sourceOfFunds: given.sourceOfFunds ?? sourceOfFunds.default ?? undefined,
    relationship: given.relationship ?? relationship.default ?? undefined,
  };
}

function violations(
  { field, codes, default: byDefault, requiredFrom }: ComplianceField,
  given: string | undefined,
  atMs: number,
): FieldError[] {
  if (given !== undefined)
    return codes.some((code) => code === given) ? [] : [{ field, message: `Must be one of ${codes.join(', ')}` }];
  const isRequired = byDefault === null && requiredFrom !== null && requiredFrom <= utcDay(atMs);
  return isRequired ? [{ field, message: `Required since ${requiredFrom}` }] : [];
}
