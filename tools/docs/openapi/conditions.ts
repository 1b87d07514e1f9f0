/** Conditions between fields of a request body (`if` and `then` of JSON Schema), by component. */

import { notesByName } from '#docs/notes/names';
import { bankDetailsSchema } from '#shared/bank-accounts/fields';
import {
  countries,
  listKycCountries,
  payoutZoneFor,
  payoutZones,
  postalCodes,
  targetCountries,
  verificationRules,
} from '#shared/corridors/domain/payout-zones';
import { defaultPostalCode, postalCodeRule, RFC, relatedPersons } from '#shared/identity/domain/submission-formats';
import { fiatCurrencies } from '#shared/values/money/currency';
import { VISIBLE_TEXT } from '#shared/values/printable-text';
import { withOptionalNulls } from './absent-values';
import { inlineSchema, type JsonObject, mapParts, reference } from './json-schema';
import { blanksAround, walletAddresses } from './patterns';

// Conditions on the fields that a body must contain, for example exactly one of two. A field with null counts as absent, as on
// POST.

function present(...fields: readonly string[]): JsonObject {
  return {
    properties: Object.fromEntries(fields.map((field) => [field, { not: { type: 'null' } }])),
    required: fields,
  };
}

function exactlyOneOf(...fields: readonly string[]): JsonObject {
  return { oneOf: fields.map((field) => present(field)) };
}

function atLeastOneOf(...fields: readonly string[]): JsonObject {
  return { anyOf: fields.map((field) => present(field)) };
}

/** Rejects equal currencies in two fields. */
function differentCurrencies(one: string, other: string): JsonObject {
  return {
    anyOf: fiatCurrencies.map((currency) => ({
      properties: { [one]: { const: currency }, [other]: { enum: fiatCurrencies.filter((next) => next !== currency) } },
    })),
  };
}

/** Requires fields in a body without a quote. With a quote, its currencies and amounts apply. */
function withoutQuote(needed: JsonObject): JsonObject {
  return { if: present('quoteId'), else: needed };
}

function ofType(transactionType: string, needed: JsonObject): JsonObject {
  return {
    if: { properties: { transactionType: { const: transactionType } }, required: ['transactionType'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: needed,
  };
}

const rampTerms = [
  withoutQuote(present('fiatCurrency', 'blockchainSymbol', 'tokenSymbol')),
  withoutQuote(exactlyOneOf('fiatAmount', 'cryptoAmount')),
];

/** Alternatives by component. */
export const alternatives: Readonly<Record<string, readonly JsonObject[]>> = {
  CreateQuoteRequest: [
    ofType('ON_RAMP', present('fiatAmount')),
    ofType('OFF_RAMP', present('cryptoAmount')),
    ofType('CROSS_RAMP', exactlyOneOf('fiatAmount', 'cryptoAmount')),
  ],
  CreateCrossRampQuoteRequest: [
    exactlyOneOf('sourceAmount', 'targetAmount'),
    differentCurrencies('sourceCurrency', 'targetCurrency'),
  ],
  CreateCrossRampRequest: [
    withoutQuote(present('sourceCurrency', 'targetCurrency')),
    withoutQuote(exactlyOneOf('sourceAmount', 'targetAmount')),
    withoutQuote(differentCurrencies('sourceCurrency', 'targetCurrency')),
    atLeastOneOf('targetBankAccount', 'targetBankAccountId', 'receiverId'),
  ],
  CreateWebhookEndpointRequest: [exactlyOneOf('url', 'eventBusArn')],
  UpdateWebhookEndpointRequest: [exactlyOneOf('url', 'eventBusArn')],
  KycDocument: [atLeastOneOf('fileUrl', 'frontIdUrl', 'backIdUrl')],
  CreateOnRampRequest: [...rampTerms, atLeastOneOf('destinationWalletAddress', 'walletId')],
  CreateOffRampRequest: [...rampTerms, atLeastOneOf('userBankInformation', 'userBankInformationId', 'receiverId')],
};

/**
 * Adds the components that conditions need, and then adds the conditions to the component schemas.
 * @throws Error for an unknown component
 */
export function withConditions(schemas: Record<string, JsonObject>): Record<string, JsonObject> {
  const result = { ...schemas, ...detailsOfZones() };
  for (const [component, allOf] of Object.entries(conditions())) {
    const schema = schemas[component];
    if (schema === undefined) throw new Error(`Conditions of ${component}, which is no component`);
    result[component] = { ...schema, allOf };
  }
  return result;
}

/** Countries with their own postal code format. */
const countriesWithPostalCode = targetCountries.filter((country) => postalCodes[payoutZoneFor(country)]);

const countryOfVerification = { properties: { country: { enum: listKycCountries() } } };

function conditions(): Readonly<Record<string, readonly JsonObject[]>> {
  return {
    StartKycRequest: [mexicanTaxIds(), ...countriesWithPostalCode.map(postalCodeOfVerification), countryOfVerification],
    CreateKycLinkRequest: [countryOfVerification],
    CreateKybLinkRequest: [countryOfVerification],
    KycAddress: [
      { properties: { zipCode: { pattern: blanksAround(defaultPostalCode.pattern) } } },
      ...countriesWithPostalCode.map(postalCodeOfAddress),
    ],
    CreateWalletRequest: Object.entries(walletAddresses).map(([vmType, { source }]) =>
      when('vmType', [vmType], { properties: { walletAddress: { pattern: source } } }),
    ),
    CreateReceiverRequest: [
      when('receiverType', ['INDIVIDUAL'], given(['firstName', 'lastName'])),
      when('receiverType', ['BUSINESS'], given(['businessName'])),
    ],
    ...alternatives,
    TargetBankDetails: detailsByCountry(),
    PayoutBankDetails: detailsByCountry(),
    CreateUserBankAccountRequest: detailsByCountry(),
    CreateReceiverBankAccountRequest: detailsByCountry(),
  };
}

function when(field: string, values: readonly string[], then: JsonObject): JsonObject {
  return { if: { properties: { [field]: { enum: values } }, required: [field] }, then };
}

/** Requires fields with visible text. */
function given(fields: readonly string[]): JsonObject {
  const text = { type: 'string', maxLength: 200, pattern: VISIBLE_TEXT.source };
  return { properties: Object.fromEntries(fields.map((field) => [field, text])), required: fields };
}

function mexicanTaxIds(): JsonObject {
  const rfc = { pattern: RFC.source };
  const persons = relatedPersons.map((person) => [person, { properties: { rfc } }]);
  const withRfc = targetCountries.filter((country) => verificationRules[payoutZoneFor(country)]?.taxId === 'RFC');
  return when('country', withRfc, { properties: { taxId: rfc, ...Object.fromEntries(persons) } });
}

/** Builds the condition for an address without a country. The verification's country then decides the postal code format. */
function postalCodeOfVerification(country: string): JsonObject {
  const address = { properties: { country: { type: 'null' } } };
  const then = { properties: { address: { properties: { zipCode: zipCodeSchema(country) } } } };
  return { if: { properties: { country: { const: country }, address }, required: ['country'] }, then };
}

function postalCodeOfAddress(country: string): JsonObject {
  return when('country', [country, englishName(country)], {
    properties: { zipCode: zipCodeSchema(country) },
  });
}

/** Returns the English name of a country. The API also accepts other spellings, which no schema lists. */
function englishName(country: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
}

function zipCodeSchema(country: string): JsonObject {
  const { pattern } = postalCodeRule(country);
  return { pattern: blanksAround(pattern) };
}

/** Prefix of the components with account details per payout zone. Only conditions reference them. */
const DETAILS = 'BankDetailsIn';

/** Returns true if only conditions reference a component. */
export function isOfConditions(component: string): boolean {
  return component.startsWith(DETAILS);
}

/** Builds the account fields of each payout zone, as `GET …/banks/requirements` returns them. */
function detailsOfZones(): Record<string, JsonObject> {
  const schemas = payoutZones.map((zone) => {
    const [first] = countries[zone];
    const details = inlineSchema(bankDetailsSchema(first, 'sandbox'));
    const description = `Fields of an account in the region ${zone}.`;
    return [`${DETAILS}${zone}`, { description, ...withNamedNotes(withOptionalNulls(blankAsAbsent(details))) }];
  });
  return Object.fromEntries(schemas);
}

function detailsByCountry(): JsonObject[] {
  return payoutZones.map((zone) => when('country', countries[zone], reference(`${DETAILS}${zone}`)));
}

/** Removes the minimum length of optional properties, because blank text counts as absent. */
function blankAsAbsent(schema: JsonObject): JsonObject {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return mapParts(schema, blankAsAbsent, (property, name) => {
    const { minLength, ...rest } = blankAsAbsent(property);
    return required.includes(name) && minLength !== undefined ? { ...rest, minLength } : rest;
  });
}

/** Adds a description to every property whose name has a note, at any depth. */
export function withNamedNotes(schema: JsonObject): JsonObject {
  return mapParts(schema, withNamedNotes, (property, name) => {
    const note = notesByName[name];
    return withNamedNotes(note === undefined ? property : { description: note, ...property });
  });
}
