import { defineDocs } from '#shared/contract/define-docs';
import { complianceFieldsFor } from '#shared/corridors/domain/compliance-fields';
import { VISIBLE_TEXT } from '#shared/values/printable-text';
import { contract as requirementsContract } from './requirements/contract';

export const getBankRequirements = defineDocs(requirementsContract, {
  sdk: ['bankRequirements.get', 'Reads the required bank details of a country as JSON Schema.'],
  description:
    'Returns the JSON Schema of the bank details that a country requires. The API validates requests with this schema. All rails of a country have the same requirements. If payments contain an address, `$defs.addressForms.const` lists the address formats of each rail, with `rail`, `form` (`STRUCTURED`, `HYBRID`, `UNSTRUCTURED`), `since` and `until`. `until` is the first day on which the rail rejects the format. `$defs.complianceFields.const` lists the compliance fields of a payment, with `field` (`purpose`, `sourceOfFunds`, `relationship`) and the valid `codes`. `default` applies to a request without the field. `requiredFrom` is the first day on which a request without the field is rejected, or null.',
  example: {
    query: { country: 'MX' },
    data: {
      title: 'Bank details for MX',
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        accountIdentifier: { type: 'string', maxLength: 18, pattern: '^[0-9]{18}$' },
        bankName: { type: 'string', minLength: 1, maxLength: 200, pattern: VISIBLE_TEXT.source },
      },
      required: ['accountIdentifier'],
      $defs: { addressForms: { const: [] }, complianceFields: { const: Object.values(complianceFieldsFor('MX')) } },
    },
  },
});
