/**
 * The declaration of a beneficial owner, in the languages of the pages. The signing page, the signed record and the
 * downloaded document all show these paragraphs.
 */
import { mexicoCityDay } from '#shared/quotes/domain/settlement';
import { fillText, type Language } from '#shared/values/languages';
import { type AssociatedPerson, formatFullName } from './associated-person';
import type { Declaration } from './declaration';
import wordings from './declaration-text.json';
import { formatPercent } from './ownership-percent';

/** One more with every change of a word in declaration-text.json, so that each record says which text was signed. */
export const DECLARATION_VERSION = 2;

/** A line of data: its label, and its value for this owner. */
export interface Detail {
  readonly label: string;
  readonly value: string;
}

export type DeclarationText = ReturnType<typeof composeDeclarationText>;

/** The declaration of an owner as it was requested: neither company nor date changes afterwards. */
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
    // The number identifies a company whose name is not on record.
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
    /** Text that the signer agrees to next to the signature. */
    consent: words.consent,
    /** Legal form of the signature. */
    legalForm: words.legalForm,
  };
}

/** A line for each label whose value is on record, in the order of the labels. */
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

/** A day (YYYY-MM-DD) in words. */
function longDate(date: string, words: { readonly date: string; readonly months: string }): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return fillText(words.date, { day: Number(day), month: words.months.split(' ')[Number(month) - 1] ?? '', year });
}
