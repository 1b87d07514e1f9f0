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

const schemaCache = new Map<TargetCountry, JsonSchema>();

/**
 * Returns the JSON Schema of the bank details that a country requires. Requests are validated with the same schema. All rails of
 * a country require the same details. `$defs` only informs: compliance fields, and the formats of postal addresses by rail.
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
