/** Required fields and formats of bank details, by country. The schema validates requests; the API returns it as JSON Schema. */

import { isValidBIC, isValidIBAN } from 'ibantools';
import * as z from 'zod/mini';
import { alpha2, text as anyText, optionalText } from '#shared/api/fields';
import type { FieldError } from '#shared/api/problems';
import {
  type AccountNumberForm,
  accountNumberForm,
  accountRulesFor,
  type DetailField,
  type TargetCountry,
  targetCountries,
} from '#shared/corridors/domain/payout-zones';
import type { StageName } from '#shared/values/stage-name';
import { addressSchema } from './address-schema';
import { dependentCheck, dependentForms } from './dependent-forms';
import {
  ASCII_IDENTIFIER,
  ASCII_TEXT,
  CEDULA,
  isCedula,
  isRnc,
  isRoutingNumber,
  RNC,
  ROUTING_NUMBER,
} from './domain/account-numbers';
import {
  type AccountHolder,
  accountTypes,
  type BankDetails,
  CLABE,
  documentTypes,
  normalizeIban,
} from './domain/bank-account';
import { rampTypes } from './domain/bank-account-record';
import { holderAndAddress } from './item';

interface DocumentRule {
  readonly form: RegExp;
  readonly message: string;
  /** Check of the check digit, and the error message for a wrong digit. @default not checked */
  readonly control?: { readonly holds: (number: string) => boolean; readonly message: string };
}

const documents: Readonly<Record<(typeof documentTypes)[number], DocumentRule>> = {
  PASSPORT: {
    form: ASCII_IDENTIFIER,
    message: 'A passport number has letters, digits, blanks and hyphens of ASCII only',
  },
  CEDULA: {
    form: CEDULA,
    message: 'A cédula has 11 digits',
    control: { holds: isCedula, message: 'The check digit of the cédula is wrong' },
  },
  RNC: {
    form: RNC,
    message: 'An RNC has 9 digits, or the 11 digits of a cédula',
    control: { holds: isRnc, message: 'The check digit of the RNC is wrong' },
  },
};

/** Returns the checks of identity documents: the format in both stages, the check digit only in production. */
function documentChecks(stage: StageName): z.core.$ZodCheck<BankDetails>[] {
  const rules = Object.entries(documents).map(([type, rule]) => ({
    ...{ by: 'documentType', values: [type], field: 'documentIdentifier' },
    ...rule,
  }));
  const controls = rules.flatMap(({ control, ...rule }) =>
    control === undefined ? [] : [dependentCheck<BankDetails>({ ...rule, message: control.message }, control.holds)],
  );
  return [...dependentForms<BankDetails>(rules), ...(stage === 'production' ? controls : [])];
}

/** Maximum length of a text field in bank details. */
const MAX_CHARACTERS = 200;
const optional = optionalText(MAX_CHARACTERS);

/** Fields of bank details in a request body. The account's country determines the required fields. */
export const bankDetailFields = {
  accountIdentifier: optional,
  routingNumber: optional,
  bic: optional,
  iban: optional,
  bankName: optional,
  accountType: z.optional(z.enum(accountTypes)),
  documentIdentifier: optional,
  documentType: z.optional(z.enum(documentTypes)),
  ...holderAndAddress(optional),
};

/** Bank details as part of a larger request body. */
export const inlineBankDetails = z.object({ country: z.optional(alpha2), ...bankDetailFields });

/** Request body that saves a bank account for a user or a receiver. */
export const savedAccount = z.object({
  country: z.enum(targetCountries),
  ...bankDetailFields,
  alias: optionalText(100),
  rampType: z.optional(z.enum(rampTypes)),
});

const text = anyText.check(z.maxLength(MAX_CHARACTERS));

const person = z.object({ type: z.optional(z.literal('INDIVIDUAL')), firstName: text, lastName: text });
const business = z.object({ type: z.optional(z.literal('BUSINESS')), businessName: text });
const holders = { person, business, any: z.union([person, business]) };
type HolderKind = keyof typeof holders;

/** Returns the kind of account holder. Without a `type`, a `businessName` means a business; otherwise, the holder is a person. */
function holderKind({ type, businessName }: AccountHolder = {}): HolderKind {
  return type === 'BUSINESS' || (type === undefined && businessName !== undefined) ? 'business' : 'person';
}

const clabe = z.string().check(z.regex(CLABE, 'A CLABE has 18 digits'), z.maxLength(18));

/** Rules for a standardized number, such as an IBAN or a BIC. */
interface NumberRule {
  readonly form: RegExp;
  /** Maximum number of characters, including spaces. `form` does not limit the spaces in an IBAN. */
  readonly max: number;
  /** Name of the number with an article, for error messages, such as "an IBAN". */
  readonly what: string;
  readonly exists: (value: string) => boolean;
}

/** Checks the format in both stages. Production also rejects numbers that cannot exist, such as a wrong check digit. */
function checkedText({ form, max, what, exists }: NumberRule, stage: StageName) {
  const wellFormed = z.string().check(z.regex(form, `Must have the form of ${what}`), z.maxLength(max));
  return stage === 'production' ? wellFormed.check(z.refine(exists, `Is not ${what} that can exist`)) : wellFormed;
}

interface Account {
  readonly country: TargetCountry;
  readonly stage: StageName;
  readonly holder: HolderKind;
}

const identifierMessage = 'Must have 4 to 34 letters, digits, blanks and hyphens of ASCII';

/**
 * Schemas of `accountIdentifier` by account number form. The schema for `IBAN` is unused: these accounts have the field `iban`
 * instead.
 */
const accountNumbers: Readonly<Record<AccountNumberForm, z.ZodMiniType>> = {
  TEXT: z.string().check(z.regex(ASCII_TEXT, 'Must have characters of ASCII only'), z.maxLength(MAX_CHARACTERS)),
  // 34 is the maximum length of an account number in a payment message (ISO 20022, Max34Text) and of an IBAN.
  LATIN: z
    .string()
    .check(z.minLength(4, identifierMessage), z.maxLength(34), z.regex(ASCII_IDENTIFIER, identifierMessage)),
  // 17 digits is the maximum length of an account number in a Nacha entry.
  DIGITS: z.string().check(z.regex(/^[0-9]{4,17}$/, 'An account number has 4 to 17 digits'), z.maxLength(17)),
  CLABE: clabe,
  IBAN: text,
};

/** Schema of each field. The type requires all fields, so a field without a schema does not compile. */
const schemas: Readonly<Record<DetailField, (account: Account) => z.ZodMiniType>> = {
  accountIdentifier: ({ country }) => accountNumbers[accountNumberForm(country)],
  iban: ({ country, stage }) =>
    checkedText(
      {
        form: /^[A-Za-z]{2}[0-9]{2}(?: *[A-Za-z0-9]){11,30} *$/,
        max: 46,
        what: 'an IBAN',
        exists: (value) => isValidIBAN(normalizeIban(value)) && normalizeIban(value).startsWith(country),
      },
      stage,
    ),
  bic: ({ stage }) =>
    checkedText(
      { form: /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, max: 11, what: 'a BIC', exists: isValidBIC },
      stage,
    ),
  routingNumber: ({ stage }) =>
    checkedText({ form: ROUTING_NUMBER, max: 9, what: 'a routing number', exists: isRoutingNumber }, stage),
  bankName: () => text,
  accountType: () => z.enum(accountTypes),
  documentIdentifier: () => text,
  documentType: () => z.enum(documentTypes),
  accountHolder: ({ holder }) => holders[holder],
  address: ({ country }) => addressSchema(country),
};

/** Schema cache: building a schema takes longer than one check with it. */
const schemaCache = new Map<string, z.ZodMiniType>();

/** Returns the schema that validates bank details of a country, for one kind of holder or for any kind. */
export function bankDetailsSchema(country: TargetCountry, stage: StageName, holder: HolderKind = 'any'): z.ZodMiniType {
  const name = `${country} ${stage} ${holder}`;
  const known = schemaCache.get(name);
  if (known !== undefined) return known;
  const { fields, optional: optionalFields = [] } = accountRulesFor(country);
  const details = z.object(
    Object.fromEntries(
      fields.map((field) => {
        const required = schemas[field]({ country, stage, holder });
        return [field, optionalFields.includes(field) ? z.optional(required) : required];
      }),
    ),
  );
  const schema = fields.includes('documentType') ? details.check(...documentChecks(stage)) : details;
  schemaCache.set(name, schema);
  return schema;
}

/**
 * Returns the missing and malformed fields of bank details for a country.
 * @param prefix dotted path of the details in the request; empty if the body itself contains the details
 */
export function detailViolations(
  country: TargetCountry,
  details: BankDetails,
  { prefix, stage }: { readonly prefix: string; readonly stage: StageName },
): FieldError[] {
  const schema = bankDetailsSchema(country, stage, holderKind(details.accountHolder));
  const { error } = schema.safeParse(details, { reportInput: true });
  const violations = new Map<string, string>();
  for (const issue of error?.issues ?? []) {
    const field = [...(prefix === '' ? [] : [prefix]), ...issue.path].join('.');
    if (!violations.has(field)) violations.set(field, violationMessage(issue, country));
  }
  return [...violations].map(([field, message]) => ({ field, message }));
}

function violationMessage(issue: z.core.$ZodIssue, country: TargetCountry): string {
  if (issue.input === undefined) {
    if (issue.path.length === 1) return `Required for accounts in ${country}`;
    return issue.path[0] === 'accountHolder' ? 'Required for the account holder' : 'Required in the address';
  }
  switch (issue.code) {
    case 'too_big':
      return `Must be at most ${issue.maximum} characters long`;
    case 'invalid_value':
      return `Must be one of ${issue.values.map(String).join(', ')}`;
    default:
      return issue.message;
  }
}
