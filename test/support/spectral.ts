import spectral, { type ISpectralDiagnostic } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

/** Rules that do not fit this document, each with its reason. */
export const exemptions = {
  'owasp:api8:2023-define-cors-origin': 'A key must not be in a page, so that browsers have nothing to call.',
  'owasp:api2:2023-no-credentials-in-url': 'It takes tokenSymbol, the name of a currency, for a credential.',
  'owasp:api2:2023-read-restricted': 'The document and its reference page are public.',
  'owasp:api8:2023-define-error-responses-401': 'The same: what takes no key never answers 401.',
  'owasp:api4:2023-string-restricted': 'Names and references are text of any form, up to a length.',
  'owasp:api8:2023-define-error-validation':
    'Look-ups by an id alone have no input that is malformed: they answer 404.',
} as const;

/** Returns the findings of the rules for OpenAPI and of those of OWASP in a document, but for the exemptions. */
export function lintDocument(text: string): Promise<ISpectralDiagnostic[]> {
  const linter = new spectral.Spectral();
  const rules = Object.fromEntries(Object.keys(exemptions).map((rule) => [rule, 'off' as const]));
  linter.setRuleset({
    extends: [
      { extends: [], ...rulesets.oas },
      { extends: [], ...owasp },
    ],
    rules,
  });
  return linter.run(new spectral.Document(text, parsers.Json, 'openapi.json'));
}
