/** The signed declaration as a file to keep: what was signed, by whom, and the evidence of it. */
import type { Detail } from '#shared/signatures/domain/declaration-text';
import labels from './labels.json';
import type { SignedDeclaration } from './parse-signed-declaration';
import { Sheets, type Typeface } from './sheets';

const title: Typeface = { face: 'bold', size: 17 };
const heading: Typeface = { face: 'bold', size: 12 };
const body: Typeface = { face: 'regular', size: 10.5 };
const small: Typeface = { face: 'regular', size: 9 };
const handwriting: Typeface = { face: 'italic', size: 26 };

/** Height of a drawn signature in points. */
const DRAWING_HEIGHT = 120;

/** The file as ASCII text; the same record always gives the same bytes. @param sha256 digest of the stored record */
export async function signaturePdf(record: SignedDeclaration, sha256: string): Promise<string> {
  const { declarationText, signature } = record;
  const say = labels[declarationText.language];
  const note = record.nameDiffers === true ? [{ label: say.note, value: say.nameDiffers }] : [];
  const sheets = new Sheets({ ...declarationText, at: new Date(record.signedAt) });
  sheets.text(declarationText.title, title);
  sheets.gap(10);
  for (const paragraph of declarationText.paragraphs) {
    sheets.gap(6);
    sheets.text(paragraph, body);
  }
  section(sheets, declarationText.ownerHeading, declarationText.owner);
  section(sheets, declarationText.companyHeading, declarationText.company);
  section(sheets, say.signature, []);
  sheets.text(declarationText.consent, body);
  sheets.gap(8);
  if (signature.kind === 'drawn') sheets.drawing(signature.strokes, signature, DRAWING_HEIGHT);
  else sheets.text(record.typedName, handwriting);
  sheets.rule();
  detailLines(sheets, [
    { label: say.signedBy, value: record.typedName },
    ...note,
    { label: say.signedAt, value: record.signedAt },
  ]);
  sheets.breakPage();
  sheets.text(say.evidence, title);
  sheets.gap(12);
  sheets.text(say.evidenceNote, body);
  sheets.gap(8);
  detailLines(sheets, [
    { label: say.digest, value: sha256 },
    { label: say.signedAt, value: record.signedAt },
    { label: say.requestedAt, value: record.requestedAt },
    { label: say.kind, value: say.kinds[signature.kind] },
    ...note,
    { label: say.address, value: record.ipAddress },
    { label: say.userAgent, value: record.userAgent },
    { label: say.textVersion, value: `${declarationText.version} (${declarationText.language})` },
    { label: say.declaration, value: record.declarationId },
    { label: say.person, value: record.associatedPersonId },
  ]);
  return sheets.end();
}

function section(sheets: Sheets, name: string, details: readonly Detail[]): void {
  sheets.gap(16);
  sheets.text(name, heading);
  sheets.gap(4);
  detailLines(sheets, details);
}

function detailLines(sheets: Sheets, details: readonly Detail[]): void {
  for (const { label, value } of details) {
    sheets.gap(3);
    sheets.text(`${label}: ${value}`, label.includes('SHA') ? small : body);
  }
}
