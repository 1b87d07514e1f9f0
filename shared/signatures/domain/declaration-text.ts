/** Text of an owner's declaration, in all languages of the hosted pages, for the signing page, the signed record and the PDF. */
import { mexicoCityDay } from '#shared/quotes/domain/settlement';
import { fillText, type Language } from '#shared/values/languages';
import { type AssociatedPerson, formatFullName } from './associated-person';
import type { Declaration } from './declaration';
import wordings from './declaration-text.json';
import { formatPercent } from './ownership-percent';

/** Version of the text in declaration-text.json; each change of the text increases it. The signed record contains the version. */
export const DECLARATION_VERSION = 2;

/** A line of the document: a label and a value, for example the owner's tax id. */
export interface Detail {
  readonly label: string;
  readonly value: string;
}

export type DeclarationText = ReturnType<typeof composeDeclarationText>;

/**
 * Composes the declaration text of an owner. The company data and the date come from the stored declaration, so later changes of
 * the business do not affect the text.
 */
export function composeDeclarationText(
  person: AssociatedPerson,
  { company, requestedAtMs }: Declaration,
  language: Language,
) {
  const words = wordings[language];
  const owner = formatFullName(person);
  const { dateOfBirth, nationality, taxId } = person;
  const percent = person.ownershipUnits === undefined ? undefined : formatPercent(person.ownershipUnits);
  const values = {
    owner,
    // Without a stored company name, the text contains the company's user id.
    company: company.name ?? fillText(words.unnamedCompany, { number: person.userId }),
    share: percent === undefined ? '' : fillText(words.share, { percent }),
    date: longDate(mexicoCityDay(requestedAtMs), words),
  };
  const share = percent === undefined ? undefined : `${percent} %`;
  return {
    version: DECLARATION_VERSION,
    language,
    title: words.title,
    paragraphs: words.paragraphs.map((paragraph) => fillText(paragraph, values)),
    ownerHeading: words.ownerHeading,
    owner: details(words.owner, { name: owner, dateOfBirth, nationality, taxId, share }),
    companyHeading: words.companyHeading,
    company: details(words.company, { ...company, number: person.userId }),
    /** Text of the consent next to the signature. */
    consent: words.consent,
    /** Legal type of the signature: a simple electronic signature under Mexican law. */
    legalForm: words.legalForm,
  };
}

/** Returns one line per label with a stored value, in the order of the labels. */
function details<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  values: Readonly<Record<NoInfer<Name>, string | undefined>>,
): Detail[] {
  const lines: Detail[] = [];
  for (const name in labels) {
    const value = values[name];
    if (value !== undefined) lines.push({ label: labels[name], value });
  }
  return lines;
}

/** Formats a day (YYYY-MM-DD) as text with the name of the month. */
function longDate(date: string, words: { readonly date: string; readonly months: string }): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return fillText(words.date, { day: Number(day), month: words.months.split(' ')[Number(month) - 1] ?? '', year });
}
