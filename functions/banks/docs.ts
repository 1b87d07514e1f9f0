import { defineDocs } from '#shared/contract/define-docs';
import { complianceFieldsFor } from '#shared/corridors/domain/compliance-fields';
import { VISIBLE_TEXT } from '#shared/values/printable-text';
import { contract as requirementsContract } from './requirements/contract';

export const getBankRequirements = defineDocs(requirementsContract, {
  sdk: ['bankRequirements.get', 'Reads what an account of a country needs, as JSON Schema.'],
  description:
    'Returns the JSON Schema of the bank details that a country needs: the very schema that requests are checked by. Every rail of a country needs the same. Where payments carry an address, `$defs.addressForms.const` lists the forms that each rail takes: `rail`, `form` (`STRUCTURED`, `HYBRID`, `UNSTRUCTURED`), `since`, and `until`, the first day on which it is refused. `$defs.complianceFields.const` lists what creations say of a payment there: `field` (`purpose`, `sourceOfFunds`, `relationship`), the `codes` that it takes, the `default` of a request without it, and `requiredFrom`, the first day on which one without it is refused, null for none.',
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
