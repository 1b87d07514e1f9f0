/** The number of an identity document among bank details, by the type of the document. */
import type * as z from 'zod/mini';
import type { StageName } from '#shared/values/stage-name';
import { dependentCheck, dependentForms } from './dependent-forms';
import { ASCII_IDENTIFIER, CEDULA, isCedula, isRnc, RNC } from './domain/account-numbers';
import type { BankDetails, documentTypes } from './domain/bank-account';

interface DocumentRule {
  readonly form: RegExp;
  readonly message: string;
  /** Check of the control digit, with the message if it is wrong. @default not checked */
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

/** Checks of details with a document: its form in both stages, its control digit in production alone. */
export function documentChecks(stage: StageName): z.core.$ZodCheck<BankDetails>[] {
  const rules = Object.entries(documents).map(([type, rule]) => ({
    ...{ by: 'documentType', values: [type], field: 'documentIdentifier' },
    ...rule,
  }));
  const controls = rules.flatMap(({ control, ...rule }) =>
    control === undefined ? [] : [dependentCheck<BankDetails>({ ...rule, message: control.message }, control.holds)],
  );
  return [...dependentForms<BankDetails>(rules), ...(stage === 'production' ? controls : [])];
}
