/** Builds the signed declaration as a PDF: text, signer and evidence. */
import { writeContacts, writeLetterhead } from '#shared/documents/letterhead';
import { Sheets, type Typeface } from '#shared/documents/sheets';
import type { Branding } from '#shared/partners/domain/branding';
import type { Detail } from '#shared/signatures/domain/declaration-text';
import { type ChainedEvent, chainEvents } from '#shared/signatures/domain/evidence-chain';
import { findUnshownCharacter } from '#shared/values/document-characters';
import { toIsoTime } from '#shared/values/iso-time';
import labels from './labels.json';
import type { SignedDeclaration } from './parse-signed-declaration';

const title: Typeface = { face: 'bold', size: 17 };
const heading: Typeface = { face: 'bold', size: 12 };
const body: Typeface = { face: 'regular', size: 10.5 };
const strong: Typeface = { face: 'bold', size: 9 };
const small: Typeface = { face: 'regular', size: 9 };
const handwriting: Typeface = { face: 'italic', size: 26 };

/** Height of a drawn signature in points. */
const DRAWING_HEIGHT = 120;

/** Values that the PDF shows in addition to the signed record. */
interface Making {
  /** SHA-256 of the stored record. */
  readonly sha256: string;
  readonly madeAtMs: number;
  /** Branding of the partner that requested the signature. */
  readonly branding: Branding;
}

/** Builds the PDF as text. Equal inputs always produce equal bytes. */
export async function signaturePdf(record: SignedDeclaration, { sha256, madeAtMs, branding }: Making): Promise<string> {
  const { declarationText, signature } = record;
  const say = labels[declarationText.language];
  const note = record.nameDiffers ? [{ label: say.note, value: say.nameDiffers }] : [];
  const form = { label: say.legalForm, value: declarationText.legalForm };
  const sheets = await Sheets.begin({ ...declarationText, at: new Date(madeAtMs) });
  await writeLetterhead(sheets, branding, declarationText.language);
  sheets.text(declarationText.title, title, 'H1');
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
  if (signature.kind === 'drawn')
    sheets.drawing(signature.strokes, { ...signature, within: DRAWING_HEIGHT }, say.drawnSignature);
  else sheets.text(record.typedName, handwriting);
  sheets.rule();
  detailLines(sheets, [
    { label: say.signedBy, value: record.typedName },
    ...note,
    { label: say.signedAt, value: inUtc(record.signedAt) },
    form,
  ]);
  writeContacts(sheets, branding, declarationText.language);

  sheets.breakPage();
  sheets.text(say.evidence, title, 'H1');
  sheets.gap(12);
  sheets.text(say.evidenceNote, body);
  if (showsCodePoints(record)) sheets.text(say.unshown, body);
  sheets.gap(8);
  detailLines(sheets, [
    { label: say.signedAt, value: inUtc(record.signedAt) },
    { label: say.kind, value: say.kinds[signature.kind] },
    form,
    ...note,
    { label: say.address, value: record.ipAddress },
    { label: say.userAgent, value: record.userAgent },
    { label: say.textVersion, value: `${declarationText.version} (${declarationText.language})` },
    { label: say.declaration, value: record.declarationId },
    { label: say.person, value: record.associatedPersonId },
  ]);
  detailLines(sheets, digests(say, { ...record, recordSha256: sha256 }), small);

  sheets.gap(16);
  sheets.text(say.events, heading, 'H2');
  sheets.gap(4);
  sheets.text(say.eventsNote, small);
  const made = { event: 'DOCUMENT_MADE', at: toIsoTime(madeAtMs), recordSha256: sha256 } as const;
  for (const [at, event] of chainEvents([made], record.events).entries()) {
    sheets.gap(5);
    sheets.text(`${at + 1}. ${say.names[event.event]}`, strong);
    detailLines(sheets, eventDetails(say, event), small);
  }
  return sheets.end();
}

type Labels = (typeof labels)['en'];

function eventDetails(say: Labels, event: ChainedEvent): Detail[] {
  return [
    { label: say.time, value: inUtc(event.at) },
    ...(event.ipAddress === undefined ? [] : [{ label: say.address, value: event.ipAddress }]),
    ...(event.userAgent === undefined ? [] : [{ label: say.userAgent, value: event.userAgent }]),
    ...digests(say, event),
    { label: say.previous, value: event.previousSha256 ?? say.none },
    { label: say.hash, value: event.sha256 },
  ];
}

function digests(
  say: Labels,
  of: Pick<ChainedEvent, 'recordSha256' | 'textSha256' | 'consentSha256'>,
): readonly Detail[] {
  return [
    { label: say.digest, value: of.recordSha256 },
    { label: say.textDigest, value: of.textSha256 },
    { label: say.consentDigest, value: of.consentSha256 },
  ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
}

/** Formats an ISO 8601 timestamp in UTC, for example `2026-04-02 10:00:00.000 UTC`. */
function inUtc(at: string): string {
  return at.replace('T', ' ').replace('Z', ' UTC');
}

/** Returns true if the record contains a character that no font contains. The document shows such a character as a code point. */
function showsCodePoints({ signature: _drawing, ...record }: SignedDeclaration): boolean {
  return findUnshownCharacter(JSON.stringify(record)) !== undefined;
}

function section(sheets: Sheets, name: string, details: readonly Detail[]): void {
  sheets.gap(16);
  sheets.text(name, heading, 'H2');
  sheets.gap(4);
  detailLines(sheets, details);
}

function detailLines(sheets: Sheets, details: readonly Detail[], typeface: Typeface = body): void {
  for (const { label, value } of details) {
    sheets.gap(typeface === small ? 1 : 3);
    sheets.text(`${label}: ${value}`, typeface);
  }
}
