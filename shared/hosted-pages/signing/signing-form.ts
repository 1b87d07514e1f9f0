/** Entries of a person on the signing page, and their possible faults. */
import { createHash } from 'node:crypto';
import type { DeclarationText } from '#shared/signatures/domain/declaration-text';
import type { SignatureEvidence } from '#shared/signatures/domain/signed-declaration';
import { isSameName } from '#shared/signatures/domain/typed-name';
import { findUnshownCharacter } from '#shared/values/document-characters';
import { PAD_HEIGHT, PAD_WIDTH, readDrawing } from './drawn-signature';
import type texts from './texts.json';

/** The submitted fields, to be shown again with errors. */
export interface SigningForm {
  readonly fullName: string;
  /** The name that the page has asked about, because it differs from the stored one; else empty. */
  readonly asked: string;
  readonly way: 'typed' | 'drawn';
  /** See drawn-signature.ts. */
  readonly drawing: string;
  readonly consent: boolean;
  /** Fingerprint of the declaration on the page. */
  readonly shown: string;
}

/** `name-differs` is not the stored name. The page asks once: the same name sent again is accepted. */
export type SigningViolation = keyof (typeof texts)['en']['messages'] | 'name-differs';

/** Ids of the inputs, by error. */
export type SigningInputId = 'fullName' | 'pad' | 'consent';

export type SigningViolations = ReadonlyMap<SigningInputId, SigningViolation>;

/** The signature: typed name and drawing. */
export type EnteredSignature = Pick<SignatureEvidence, 'typedName' | 'mark'>;

const MAX_NAME = 200;
/** Letters of any script with their marks, and the characters between the parts of a name. */
const NAME = /^[\p{L}\p{M} .,'’ʼ‘·\-‐‑]+$/u;

/** Longest text that is shown again; longer input is no typing mistake. */
const MAX_REDISPLAYED = 1000;

export function readForm(fields: URLSearchParams): SigningForm {
  const text = (name: string) => fields.get(name) ?? '';
  return {
    fullName: normalizeSpaces(text('fullName')),
    asked: normalizeSpaces(text('asked')),
    way: text('way') === 'drawn' ? 'drawn' : 'typed',
    drawing: text('drawing'),
    consent: text('consent') === 'yes',
    shown: text('shown'),
  };
}

export const emptyForm: SigningForm = readForm(new URLSearchParams());

function normalizeSpaces(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** Identifies the text and data of a declaration, so that a person signs exactly the text on the page. */
export function declarationFingerprint(declarationText: DeclarationText): string {
  return createHash('sha256').update(JSON.stringify(declarationText)).digest('base64url');
}

/** The form with nothing longer in it than is worth showing again. */
export function truncateForRedisplay(form: SigningForm): SigningForm {
  return {
    ...form,
    fullName: form.fullName.slice(0, MAX_REDISPLAYED),
    asked: form.asked.slice(0, MAX_REDISPLAYED),
    drawing: typeof readDrawing(form.drawing) === 'string' ? '' : form.drawing,
  };
}

/**
 * The signature, or all that is wrong, in the order of the page.
 * @param recordedName the owner's stored name, which is always accepted
 */
export function checkForm(
  form: SigningForm,
  recordedName: string,
): { readonly signature: EnteredSignature } | { readonly violations: SigningViolations } {
  const violations = new Map<SigningInputId, SigningViolation>();
  const name = form.fullName === normalizeSpaces(recordedName) ? undefined : nameViolation(form, recordedName);
  if (name !== undefined) violations.set('fullName', name);
  const drawing = form.way === 'drawn' ? readDrawing(form.drawing) : undefined;
  if (drawing === 'missing' || drawing === 'unclear') violations.set('pad', `drawing-${drawing}`);
  if (!form.consent) violations.set('consent', 'consent-missing');
  if (violations.size > 0 || typeof drawing === 'string') return { violations };
  const mark: SignatureEvidence['mark'] =
    drawing === undefined
      ? { kind: 'typed' }
      : { kind: 'drawn', width: PAD_WIDTH, height: PAD_HEIGHT, strokes: drawing };
  return { signature: { typedName: form.fullName, mark } };
}

/** A name is 2 to 200 characters, at least two of them letters; a name that differs from the stored one must be confirmed. */
function nameViolation({ fullName: name, asked }: SigningForm, recordedName: string): SigningViolation | undefined {
  if (name === '') return 'name-missing';
  if ([...name].length > MAX_NAME) return 'name-long';
  if (!NAME.test(name)) return 'name-letters';
  if ((name.match(/\p{L}/gu) ?? []).length < 2) return 'name-short';
  if (findUnshownCharacter(name) !== undefined) return 'name-unshown';
  return isSameName(name, recordedName) || name === asked ? undefined : 'name-differs';
}
