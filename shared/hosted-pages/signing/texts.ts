import type { Language } from '#shared/hosted-pages/language';
import type { SigningViolation } from './signing-form';

/** Every text of the signing page; the same keys in each language. */
export interface SigningTexts {
  readonly title: string;
  readonly signedTitle: string;
  readonly intro: string;
  readonly until: (instant: string) => string;
  readonly signHeading: string;
  readonly fullName: string;
  readonly fullNameHint: string;
  readonly ways: string;
  readonly typed: string;
  readonly drawn: string;
  readonly typedNote: string;
  readonly pad: string;
  readonly padHint: string;
  readonly undo: string;
  readonly clear: string;
  readonly padEmpty: string;
  /** Followed by the number of strokes. */
  readonly padStrokes: string;
  readonly submit: string;
  readonly submitHint: string;
  readonly windowErrorPrefix: string;
  readonly errorSummaryTitle: string;
  /** Above the question whether the name is right, where nothing else is wrong. */
  readonly nameTitle: string;
  readonly nameDiffers: (names: { readonly recorded: string; readonly typed: string }) => string;
  readonly changedTitle: string;
  readonly changedText: string;
  readonly messages: Readonly<Record<Exclude<SigningViolation, 'name-differs'>, string>>;
  readonly signedText: string;
  readonly signedAt: string;
  readonly fingerprint: string;
  readonly fingerprintHint: string;
  readonly visible: string;
  readonly sentAgain: string;
}

const en: SigningTexts = {
  title: 'Sign your declaration of beneficial ownership',
  signedTitle: 'This declaration is signed',
  intro: 'Read the declaration below. If all of it is right, sign it at the bottom of this page.',
  until: (instant) => `This page can be signed until ${instant}.`,
  signHeading: 'Your signature',
  fullName: 'Full name',
  fullNameHint: 'As it stands in your identity document.',
  ways: 'How do you want to sign?',
  typed: 'With my typed name',
  drawn: 'By drawing',
  typedNote: 'The name that you type above is your signature.',
  pad: 'Draw your signature here',
  padHint: 'Use a finger, a pen or the mouse. If you cannot draw, choose your typed name instead.',
  undo: 'Undo',
  clear: 'Clear',
  padEmpty: 'Nothing is drawn yet.',
  padStrokes: 'Strokes drawn: ',
  submit: 'Sign the declaration',
  submitHint: 'A signature cannot be taken back on this page.',
  windowErrorPrefix: 'Error',
  errorSummaryTitle: 'Please correct the following',
  nameTitle: 'Is the name right?',
  nameDiffers: ({ recorded, typed }) =>
    `The declaration is for ${recorded}, and you entered ${typed}. If you are ${recorded}, enter the name as it stands in the declaration. If you sign with the other name, press the button once more: the document will say so.`,
  changedTitle: 'The declaration has changed',
  changedText: 'Its text is no longer the one that you had before you. Nothing was signed. Read it again, then sign.',
  messages: {
    'name-missing': 'Enter your full name.',
    'name-short': 'Enter your whole name, with at least two letters.',
    'name-long': 'Enter a name of at most 200 characters.',
    'name-letters': 'Enter a name in letters, without digits or special signs.',
    'drawing-missing': 'Draw your signature, or choose to sign with your typed name.',
    'drawing-unclear': 'Draw your signature once more: what arrived is too short or cannot be read.',
    'consent-missing': 'Tick the box to agree to the declaration and to signing it electronically.',
  },
  signedText: 'There is nothing left to do. You can close this page.',
  signedAt: 'Signed',
  fingerprint: 'Fingerprint of the document',
  fingerprintHint:
    'Keep it if you wish: the beginning of the SHA‑256 digest of what was signed, which identifies the document.',
  visible: 'The sender of this link can see that it is signed.',
  sentAgain: 'It had been signed before: what was sent just now changed nothing.',
};

const es: SigningTexts = {
  title: 'Firme su declaración de beneficiario final',
  signedTitle: 'Esta declaración está firmada',
  intro: 'Lea la declaración siguiente. Si todo es correcto, fírmela al final de esta página.',
  until: (instant) => `Esta página se puede firmar hasta el ${instant}.`,
  signHeading: 'Su firma',
  fullName: 'Nombre completo',
  fullNameHint: 'Tal como aparece en su identificación.',
  ways: '¿Cómo quiere firmar?',
  typed: 'Con mi nombre escrito',
  drawn: 'Con un trazo',
  typedNote: 'El nombre que escriba arriba es su firma.',
  pad: 'Trace aquí su firma',
  padHint: 'Use el dedo, un lápiz o el ratón. Si no puede trazar, elija su nombre escrito.',
  undo: 'Deshacer',
  clear: 'Borrar',
  padEmpty: 'Todavía no hay ningún trazo.',
  padStrokes: 'Trazos: ',
  submit: 'Firmar la declaración',
  submitHint: 'Una firma no se puede retirar en esta página.',
  windowErrorPrefix: 'Error',
  errorSummaryTitle: 'Corrija lo siguiente',
  nameTitle: '¿Es correcto el nombre?',
  nameDiffers: ({ recorded, typed }) =>
    `La declaración es para ${recorded} y usted escribió ${typed}. Si usted es ${recorded}, escriba el nombre como figura en la declaración. Si firma con el otro nombre, pulse el botón una vez más: el documento lo hará constar.`,
  changedTitle: 'La declaración ha cambiado',
  changedText: 'Su texto ya no es el que usted tenía a la vista. No se firmó nada. Léalo de nuevo y después firme.',
  messages: {
    'name-missing': 'Escriba su nombre completo.',
    'name-short': 'Escriba su nombre entero, con al menos dos letras.',
    'name-long': 'Escriba un nombre de 200 caracteres como máximo.',
    'name-letters': 'Escriba un nombre con letras, sin números ni signos especiales.',
    'drawing-missing': 'Trace su firma o elija firmar con su nombre escrito.',
    'drawing-unclear': 'Trace su firma otra vez: lo que llegó es demasiado corto o no se puede leer.',
    'consent-missing': 'Marque la casilla para aceptar la declaración y su firma electrónica.',
  },
  signedText: 'No queda nada por hacer. Puede cerrar esta página.',
  signedAt: 'Firmada',
  fingerprint: 'Huella del documento',
  fingerprintHint:
    'Guárdela si lo desea: es el comienzo del resumen SHA‑256 de lo firmado, con el que el documento se distingue de cualquier otro.',
  visible: 'Quien le envió este enlace ya puede ver que está firmada.',
  sentAgain: 'Ya estaba firmada: lo que se envió ahora no cambió nada.',
};

export const signingTexts: Readonly<Record<Language, SigningTexts>> = { en, es };
