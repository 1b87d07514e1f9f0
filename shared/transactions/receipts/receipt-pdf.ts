/** A receipt as a file to keep. */
import { writeContacts, writeLetterhead } from '#shared/documents/letterhead';
import { Sheets, type Typeface } from '#shared/documents/sheets';
import type { Branding } from '#shared/partners/domain/branding';
import { findUnshownCharacter } from '#shared/values/document-characters';
import type { Language } from '#shared/values/languages';
import texts from './receipt-texts.json';
import type { ShownReceipt } from './shown-receipt';

const title: Typeface = { face: 'bold', size: 17 };
const body: Typeface = { face: 'regular', size: 10.5 };
const small: Typeface = { face: 'regular', size: 9 };

interface Making {
  readonly language: Language;
  readonly madeAtMs: number;
  /** Of the partner whose customer the receipt is for. */
  readonly branding: Branding;
}

/** The file as text; the same receipt at the same instant always gives the same bytes. */
export async function receiptPdf(shown: ShownReceipt, { language, madeAtMs, branding }: Making): Promise<string> {
  const sheets = await Sheets.begin({ title: shown.title, language, at: new Date(madeAtMs) });
  await writeLetterhead(sheets, branding, language);
  sheets.text('Partner Ramp', small);
  sheets.gap(6);
  sheets.text(shown.title, title, 'H1');
  sheets.gap(10);
  for (const [label, value] of shown.rows) {
    sheets.gap(4);
    sheets.entry(label, value, body);
  }
  sheets.gap(8);
  sheets.rule();
  for (const disclosure of shown.disclosures) {
    sheets.gap(5);
    sheets.text(disclosure, small);
  }
  if (showsCodePoints(shown, branding)) {
    sheets.gap(5);
    sheets.text(texts[language].unshown, small);
  }
  writeContacts(sheets, branding, language);
  return sheets.end();
}

/** Tells whether a value has a character that stands in the file by its number: names of partners and of people. */
function showsCodePoints({ rows }: ShownReceipt, { displayName = '' }: Branding): boolean {
  return [displayName, ...rows.map(([, value]) => value)].some((text) => findUnshownCharacter(text) !== undefined);
}
