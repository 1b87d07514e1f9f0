/** The signed declaration as a file to keep: what was signed, by whom, and the evidence of it. */
import type { DeclarationLanguage, Detail } from '#shared/signatures/domain/declaration-text';
import type { SignedDeclaration } from '#shared/signatures/domain/signed-declaration';
import { Sheets, type Typeface } from './sheets';

const title: Typeface = { face: 'bold', size: 17 };
const heading: Typeface = { face: 'bold', size: 12 };
const body: Typeface = { face: 'regular', size: 10.5 };
const small: Typeface = { face: 'regular', size: 9 };
const handwriting: Typeface = { face: 'italic', size: 26 };

/** Height of a drawn signature in points. */
const DRAWING_HEIGHT = 120;

/** Everything on the sheets that is not part of the record. */
interface Labels {
  readonly signature: string;
  readonly signedBy: string;
  readonly note: string;
  readonly nameDiffers: string;
  readonly signedAt: string;
  readonly evidence: string;
  readonly evidenceNote: string;
  readonly digest: string;
  readonly requestedAt: string;
  readonly address: string;
  readonly userAgent: string;
  readonly textVersion: string;
  readonly declaration: string;
  readonly person: string;
  readonly kind: string;
  readonly kinds: Readonly<Record<SignedDeclaration['signature']['kind'], string>>;
}

const labels: Readonly<Record<DeclarationLanguage, Labels>> = {
  es: {
    signature: 'Firma',
    signedBy: 'Nombre escrito por quien firma',
    note: 'Nota',
    nameDiffers:
      'El nombre escrito no es el que figura en la declaración. Se le preguntó a quien firma, y firmó con él.',
    signedAt: 'Firmado (UTC)',
    evidence: 'Constancia de la firma',
    evidenceNote:
      'La huella identifica el registro completo de lo que se mostró y se firmó, tal como se guardó en el momento de la firma. Cualquier cambio en él daría otra huella.',
    digest: 'Huella SHA-256 del registro',
    requestedAt: 'Solicitado (UTC)',
    address: 'Dirección de red',
    userAgent: 'Programa utilizado',
    textVersion: 'Versión del texto',
    declaration: 'Número de la declaración',
    person: 'Número de la persona',
    kind: 'Forma de la firma',
    kinds: { typed: 'nombre escrito', drawn: 'trazo' },
  },
  en: {
    signature: 'Signature',
    signedBy: 'Name typed by the signer',
    note: 'Note',
    nameDiffers: 'The name typed is not the one in the declaration. The signer was asked about it, and signed with it.',
    signedAt: 'Signed (UTC)',
    evidence: 'Evidence of the signature',
    evidenceNote:
      'The digest identifies the whole record of what was shown and signed, as it was stored at the moment of signing. Any change of it would give another digest.',
    digest: 'SHA-256 of the record',
    requestedAt: 'Requested (UTC)',
    address: 'Network address',
    userAgent: 'Program used',
    textVersion: 'Version of the text',
    declaration: 'Number of the declaration',
    person: 'Number of the person',
    kind: 'Kind of signature',
    kinds: { typed: 'typed name', drawn: 'drawing' },
  },
};

/**
 * The file as ASCII text; the same record always gives the same bytes.
 * @param sha256 digest of the stored record
 */
export async function signaturePdf(record: SignedDeclaration, sha256: string): Promise<string> {
  const { declarationText, signature } = record;
  const say = labels[declarationText.language];
  const note = record.nameDiffers === true ? [{ label: say.note, value: say.nameDiffers }] : [];
  const sheets = Sheets.begin({
    title: declarationText.title,
    language: declarationText.language,
    at: new Date(record.signedAt),
  });
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
