/** Reads and validates the form of the signing page. */
import { createHash } from 'node:crypto';
import type { DeclarationText } from '#shared/signatures/domain/declaration-text';
import type { SignatureEvidence } from '#shared/signatures/domain/signed-declaration';
import { isSameName } from '#shared/signatures/domain/typed-name';
import { findUnshownCharacter } from '#shared/values/document-characters';
import { PAD_HEIGHT, PAD_WIDTH, readDrawing } from './drawn-signature';
import type texts from './texts.json';

/** Submitted fields. After an error, the page shows the fields again. */
export interface SigningForm {
  readonly fullName: string;
  /** Name that the person was asked to confirm, because the name differs from the stored name; otherwise empty. */
  readonly asked: string;
  readonly way: 'typed' | 'drawn';
  /** See drawn-signature.ts. */
  readonly drawing: string;
  readonly consent: boolean;
  /** Hash of the declaration text that the page showed. */
  readonly shown: string;
}

/** `name-differs`: the entered name is not the stored name. The page accepts the entered name if the person submits it again. */
export type SigningViolation = keyof (typeof texts)['en']['messages'] | 'name-differs';

/** Ids of the inputs that can have an error. */
export type SigningInputId = 'fullName' | 'pad' | 'consent';

export type SigningViolations = ReadonlyMap<SigningInputId, SigningViolation>;

/** Signature: the typed name, and the drawing if any. */
export type EnteredSignature = Pick<SignatureEvidence, 'typedName' | 'mark'>;

const MAX_NAME = 200;
/** Letters and combining marks of any script, and the characters between the parts of a name. */
const NAME = /^[\p{L}\p{M} .,'’ʼ‘·\-‐‑]+$/u;

/** Maximum length of a name that the form shows again after an error. Longer text is not a typing error, so it is truncated. */
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

/** Returns a hash of the declaration's text and data. The hash proves that a person signs the text that the page showed. */
export function declarationFingerprint(declarationText: DeclarationText): string {
  return createHash('sha256').update(JSON.stringify(declarationText)).digest('base64url');
}

/** Shortens the fields that the form shows again after an error. */
export function truncateForRedisplay(form: SigningForm): SigningForm {
  return {
    ...form,
    fullName: form.fullName.slice(0, MAX_REDISPLAYED),
    asked: form.asked.slice(0, MAX_REDISPLAYED),
    drawing: typeof readDrawing(form.drawing) === 'string' ? '' : form.drawing,
  };
}

/**
 * Returns the signature, or all errors in the order of the page.
 * @param recordedName stored name of the person; always accepted
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

/** Checks a name: 2 to 200 characters, at least two letters. A person must confirm a name that differs from the stored name. */
function nameViolation({ fullName: name, asked }: SigningForm, recordedName: string): SigningViolation | undefined {
  if (name === '') return 'name-missing';
  if ([...name].length > MAX_NAME) return 'name-long';
  if (!NAME.test(name)) return 'name-letters';
  if ((name.match(/\p{L}/gu) ?? []).length < 2) return 'name-short';
  if (findUnshownCharacter(name) !== undefined) return 'name-unshown';
  return isSameName(name, recordedName) || name === asked ? undefined : 'name-differs';
}
