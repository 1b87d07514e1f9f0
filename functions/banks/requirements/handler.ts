import * as z from 'zod/mini';
import { requireVisibleText } from '#shared/api/fields';
import { bankDetailsSchema } from '#shared/bank-accounts/fields';
import { addressFormsFor } from '#shared/corridors/domain/address-forms';
import { complianceFieldsFor } from '#shared/corridors/domain/compliance-fields';
import type { TargetCountry } from '#shared/corridors/domain/payout-zones';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { stage } from '#shared/platform/config/environment';
import { contract } from './contract';

type JsonSchema = ReturnType<typeof buildJsonSchema>;

/** Maximum number of entries: one schema per country. */
const schemaCache = new Map<TargetCountry, JsonSchema>();

/**
 * The details that an account in a country needs, from the schema they are checked by. Every rail needs the same. The forms of
 * addresses on its rails, and what creations say of a payment, are data in addition to them, at a place where a JSON Schema takes any.
 */
export const handler = partnerEndpoint(contract, async ({ query: { country } }) => {
  const schema = schemaCache.get(country) ?? buildJsonSchema(country);
  schemaCache.set(country, schema);
  const $defs = {
    addressForms: { const: addressFormsFor(country) },
    complianceFields: { const: Object.values(complianceFieldsFor(country)) },
  };
  return { data: { title: `Bank details for ${country}`, ...schema, $defs } };
});

function buildJsonSchema(country: TargetCountry) {
  return z.toJSONSchema(bankDetailsSchema(country, stage()), {
    target: 'draft-2020-12',
    io: 'input',
    override: ({ jsonSchema }) => requireVisibleText(jsonSchema),
  });
}
