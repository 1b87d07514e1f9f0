/**
 * The declaration of a beneficial owner, in Spanish and English. The page that is signed, the record of what was
 * signed and the document that is downloaded all show these paragraphs.
 */

import { mexicoCityDay } from '#shared/quotes/domain/settlement';
import { type AssociatedPerson, formatFullName } from './associated-person';
import type { Declaration, DeclaredCompany } from './declaration';
import { formatPercent } from './ownership-percent';

/** One more with every change of a word below, so that each record says which text was signed. */
export const DECLARATION_VERSION = 1;

export const declarationLanguages = ['es', 'en'] as const;
export type DeclarationLanguage = (typeof declarationLanguages)[number];

/** A line of data: what it is, and what it is for this owner. */
export interface Detail {
  readonly label: string;
  readonly value: string;
}

export interface DeclarationText {
  readonly version: number;
  readonly language: DeclarationLanguage;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly ownerHeading: string;
  readonly owner: readonly Detail[];
  readonly companyHeading: string;
  readonly company: readonly Detail[];
  /** What the signer agrees to beside the signature. */
  readonly consent: string;
}

/** The declaration of an owner as it was requested: neither company nor date changes afterwards. */
export function composeDeclarationText(
  person: AssociatedPerson,
  declaration: Declaration,
  language: DeclarationLanguage,
): DeclarationText {
  return wordings[language](collectFacts(person, declaration), person);
}

interface Facts {
  readonly owner: string;
  readonly percent: string | undefined;
  readonly company: DeclaredCompany;
  /** Stands for a company whose name is not on record. */
  readonly companyNumber: string;
  /** Day of the declaration in Mexico City. */
  readonly day: string;
}

function collectFacts(person: AssociatedPerson, { company, requestedAtMs }: Declaration): Facts {
  return {
    owner: formatFullName(person),
    percent: person.ownershipUnits === undefined ? undefined : formatPercent(person.ownershipUnits),
    company,
    companyNumber: person.userId,
    day: mexicoCityDay(requestedAtMs),
  };
}

const wordings: Readonly<Record<DeclarationLanguage, (facts: Facts, person: AssociatedPerson) => DeclarationText>> = {
  es: spanish,
  en: english,
};

function spanish({ owner, percent, company, companyNumber, day }: Facts, person: AssociatedPerson): DeclarationText {
  const named = company.name ?? `la empresa con el número ${companyNumber} en Partner Ramp`;
  const share = percent === undefined ? '' : ` y me corresponde el ${percent} % de ella`;
  return {
    version: DECLARATION_VERSION,
    language: 'es',
    title: 'Declaración de beneficiario final',
    paragraphs: [
      `Yo, ${owner}, declaro en nombre propio lo siguiente acerca de ${named} (en adelante, la empresa).`,
      `Soy beneficiario final de la empresa, es decir, una de las personas físicas que en última instancia la poseen o la controlan${share}.`,
      'Los datos que esta declaración contiene sobre mí y sobre la empresa son verdaderos y están completos. Si cambian, lo comunicaré a la empresa sin demora.',
      'Sé que esta declaración se exige para las operaciones de la empresa en pesos mexicanos y que puede presentarse ante las autoridades que tengan derecho a pedirla.',
      `Fecha de la declaración: ${longDate(day, SPANISH_MONTHS, ' de ')}.`,
    ],
    ownerHeading: 'Beneficiario final',
    owner: details([
      ['Nombre completo', owner],
      ['Fecha de nacimiento', person.dateOfBirth],
      ['Nacionalidad', person.nationality],
      ['Clave de identificación fiscal', person.taxId],
      ['Participación', percent === undefined ? undefined : `${percent} %`],
    ]),
    companyHeading: 'Empresa',
    company: details([
      ['Denominación', company.name],
      ['Clave de identificación fiscal', company.taxId],
      ['País de constitución', company.countryOfConstitution],
      ['Número en Partner Ramp', companyNumber],
    ]),
    consent:
      'He leído la declaración, es cierta, y acepto que mi firma electrónica tenga el mismo valor que la autógrafa.',
  };
}

function english({ owner, percent, company, companyNumber, day }: Facts, person: AssociatedPerson): DeclarationText {
  const named = company.name ?? `the company with the number ${companyNumber} at Partner Ramp`;
  const share = percent === undefined ? '' : `, and I hold ${percent} % of it`;
  return {
    version: DECLARATION_VERSION,
    language: 'en',
    title: 'Declaration of beneficial ownership',
    paragraphs: [
      `I, ${owner}, declare on my own behalf the following about ${named} (the company).`,
      `I am an ultimate beneficial owner of the company, that is, one of the natural persons who in the end own or control it${share}.`,
      'What this declaration says about me and about the company is true and complete. Should any of it change, I will tell the company without delay.',
      'I know that this declaration is required for transactions of the company in Mexican pesos, and that it may be shown to authorities that are entitled to ask for it.',
      `Date of the declaration: ${longDate(day, ENGLISH_MONTHS, ' ')}.`,
    ],
    ownerHeading: 'Beneficial owner',
    owner: details([
      ['Full name', owner],
      ['Date of birth', person.dateOfBirth],
      ['Nationality', person.nationality],
      ['Tax identifier', person.taxId],
      ['Share', percent === undefined ? undefined : `${percent} %`],
    ]),
    companyHeading: 'Company',
    company: details([
      ['Name', company.name],
      ['Tax identifier', company.taxId],
      ['Country of constitution', company.countryOfConstitution],
      ['Number at Partner Ramp', companyNumber],
    ]),
    consent: 'I have read the declaration, it is true, and I agree that my electronic signature counts as one by hand.',
  };
}

function details(lines: readonly (readonly [label: string, value: string | undefined])[]): Detail[] {
  return lines.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

const SPANISH_MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre';
const ENGLISH_MONTHS = 'January February March April May June July August September October November December';

/** A day (YYYY-MM-DD) in words. */
function longDate(day: string, months: string, separator: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return [Number(date), months.split(' ')[Number(month) - 1], year].join(separator);
}
