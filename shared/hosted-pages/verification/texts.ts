import type { Language } from '#shared/hosted-pages/language';
import type { UploadSlot } from '#shared/identity/domain/upload-slots';
import type { DraftField, IdentityType } from '#shared/identity/domain/verification-draft';
import type { VerificationKind } from '#shared/identity/domain/verification-link';
import type { VerificationStep } from '#shared/identity/sessions/repository';

/** What can be wrong with a file. */
export type FileViolation = 'missing' | 'size' | 'type' | 'lost';

interface FieldText {
  readonly label: string;
  /** Shown beside the label. @default nothing */
  readonly hint?: string;
  /** What to do where nothing was entered. */
  readonly missing: string;
  /** What to do where something else is wanted. */
  readonly invalid: string;
}

interface SlotText {
  readonly label: string;
  readonly hint: string;
}

/** Every text of the verification page; the same keys in each language. */
export interface VerificationTexts {
  readonly titles: Readonly<Record<VerificationKind, string>>;
  readonly steps: Readonly<Record<VerificationStep, string>>;
  readonly stepsLabel: string;
  readonly until: (instant: string) => string;
  readonly intro: Readonly<Record<VerificationKind, string>>;
  readonly nothingRequired: string;
  readonly optional: string;
  readonly choose: string;
  readonly fields: Readonly<Record<DraftField, FieldText>>;
  /** Where a business's names are its representative's. */
  readonly representative: string;
  readonly addressHeading: string;
  readonly personHeading: Readonly<Record<VerificationKind, string>>;
  readonly next: string;
  readonly back: string;
  readonly windowErrorPrefix: string;
  readonly errorSummaryTitle: string;
  readonly filesIntro: string;
  /** Whose document a business's is. */
  readonly filesOfRepresentative: string;
  readonly noScriptRequired: string;
  readonly noScriptOptional: string;
  readonly identityType: string;
  readonly identityTypes: Readonly<Record<IdentityType, string>>;
  readonly slots: Readonly<Record<UploadSlot, SlotText>>;
  /** Kinds and size of the files of a slot. */
  readonly kinds: (limitMb: number, pdf: boolean) => string;
  readonly uploading: string;
  readonly uploaded: string;
  readonly failed: string;
  readonly wait: string;
  readonly fileMessages: Readonly<Record<FileViolation, string>>;
  readonly reviewIntro: string;
  readonly dataHeading: string;
  readonly filesHeading: string;
  readonly change: string;
  readonly left: string;
  readonly added: string;
  readonly send: string;
  readonly sendHint: string;
  readonly doneTitle: string;
  readonly doneText: string;
  readonly doneUsed: string;
  readonly goBack: string;
  readonly close: string;
}

const en: VerificationTexts = {
  titles: { KYC: 'Verify your identity', KYB: 'Verify your business' },
  steps: { data: 'Your details', files: 'Documents', review: 'Check and send' },
  stepsLabel: 'Steps',
  until: (instant) => `You can use this page until ${instant}. What you enter is kept from step to step.`,
  intro: {
    KYC: 'It takes about five minutes. Have an identity document at hand.',
    KYB: 'It takes about five minutes. Have the registration of the business at hand.',
  },
  nothingRequired: 'This is a test environment: you may leave out any field.',
  optional: 'optional',
  choose: 'Choose',
  fields: {
    firstName: { label: 'First names', missing: 'Enter the first names', invalid: 'Enter the first names, up to 1,000 characters' },
    lastName: { label: 'Last names', missing: 'Enter the last names', invalid: 'Enter the last names, up to 1,000 characters' },
    dateOfBirth: { label: 'Date of birth', hint: 'You must be 18 or older.', missing: 'Enter your date of birth', invalid: 'Enter a date of birth at least 18 years ago, such as 1990-04-27' },
    countryOfBirth: { label: 'Country of birth', missing: 'Choose your country of birth', invalid: 'Choose your country of birth from the list' },
    profession: { label: 'Occupation', missing: 'Choose your occupation', invalid: 'Choose your occupation from the list' },
    economicActivity: { label: 'Economic activity', hint: 'The list is in Spanish, as the Mexican authorities keep it.', missing: 'Choose an economic activity', invalid: 'Choose an economic activity from the list' },
    'address.street': { label: 'Street and number', missing: 'Enter the street and number', invalid: 'Enter the street and number, up to 1,000 characters' },
    'address.city': { label: 'City', missing: 'Enter the city', invalid: 'Enter the city, up to 1,000 characters' },
    'address.state': { label: 'State or region', missing: 'Enter the state or region', invalid: 'Enter the state or region, up to 1,000 characters' },
    'address.zipCode': { label: 'Postal code', missing: 'Enter the postal code', invalid: 'Enter the postal code, up to 1,000 characters' },
    'address.country': { label: 'Country', missing: 'Choose the country of the address', invalid: 'Choose the country of the address from the list' },
    phoneNumber: { label: 'Telephone', hint: 'With the country code, such as +525512345678.', missing: 'Enter the telephone number', invalid: 'Enter the telephone number with + and the country code, such as +525512345678' },
    taxId: { label: 'Tax number', hint: 'In Mexico the RFC.', missing: 'Enter the tax number', invalid: 'Enter the tax number as it stands on the tax certificate' },
    businessName: { label: 'Name of the business', hint: 'As it is registered.', missing: 'Enter the name of the business', invalid: 'Enter the name of the business, up to 1,000 characters' },
    countryOfConstitution: { label: 'Country of constitution', missing: 'Choose the country in which the business was constituted', invalid: 'Choose the country of constitution from the list' },
  },
  representative: 'The person who may sign for the business.',
  addressHeading: 'Address',
  personHeading: { KYC: 'Contact and tax', KYB: 'Legal representative' },
  next: 'Continue',
  back: 'Back',
  windowErrorPrefix: 'Error',
  errorSummaryTitle: 'Please check what you entered',
  filesIntro: 'Take a photo or choose a file. All four corners of a document must be seen and its text be readable.',
  filesOfRepresentative: 'The identity document is that of the legal representative.',
  noScriptRequired: 'Files are sent by a script of this page, and scripts are switched off in your browser. Switch them on, or open the link in another browser.',
  noScriptOptional: 'Files are sent by a script of this page, and scripts are switched off in your browser. No file is required: you can continue without.',
  identityType: 'Kind of document',
  identityTypes: { GOVERNMENT_ID: 'Government identity document', RESIDENT_CARD: 'Resident card', TAX_ID: 'Tax identity document' },
  slots: {
    selfie: { label: 'Photo of your face', hint: 'Look straight into the camera, without hat or sunglasses.' },
    identityFront: { label: 'Identity document: front', hint: 'The side with the photo.' },
    identityBack: { label: 'Identity document: back', hint: 'A passport has none.' },
    addressProof: { label: 'Proof of address', hint: 'A bill or bank statement of the last three months.' },
  },
  kinds: (limitMb, pdf) => `JPEG, PNG, GIF${pdf ? ', WebP or PDF' : ' or WebP'}, up to ${limitMb} MB.`,
  uploading: 'Uploading',
  uploaded: 'Uploaded. You can replace it by choosing another file.',
  failed: 'The upload did not work. Please choose the file again.',
  wait: 'Please wait until the upload is finished.',
  fileMessages: {
    missing: 'Add this file',
    size: 'Choose a smaller file',
    type: 'Choose a file of one of the kinds named',
    lost: 'The file did not arrive: choose it again',
  },
  reviewIntro: 'Check what you entered. After sending, nothing can be changed on this page.',
  dataHeading: 'Details',
  filesHeading: 'Documents',
  change: 'Change',
  left: 'Not given',
  added: 'Added',
  send: 'Send',
  sendHint: 'By sending you confirm that all of this is true.',
  doneTitle: 'Thank you, we have received everything',
  doneText: 'Your details are being checked. The person or company that sent you the link will tell you the outcome.',
  doneUsed: 'This link has been used and cannot be used again.',
  goBack: 'Go back to where you came from',
  close: 'You can close this page.',
}; // biome-ignore format: texts side by side

const es: VerificationTexts = {
  titles: { KYC: 'Verifique su identidad', KYB: 'Verifique su empresa' },
  steps: { data: 'Sus datos', files: 'Documentos', review: 'Revisar y enviar' },
  stepsLabel: 'Pasos',
  until: (instant) => `Puede usar esta página hasta el ${instant}. Lo que ingrese se conserva de un paso a otro.`,
  intro: {
    KYC: 'Toma unos cinco minutos. Tenga a la mano un documento de identidad.',
    KYB: 'Toma unos cinco minutos. Tenga a la mano el registro de la empresa.',
  },
  nothingRequired: 'Este es un entorno de pruebas: puede dejar en blanco cualquier campo.',
  optional: 'opcional',
  choose: 'Elija',
  fields: {
    firstName: { label: 'Nombres', missing: 'Ingrese los nombres', invalid: 'Ingrese los nombres, hasta 1,000 caracteres' },
    lastName: { label: 'Apellidos', missing: 'Ingrese los apellidos', invalid: 'Ingrese los apellidos, hasta 1,000 caracteres' },
    dateOfBirth: { label: 'Fecha de nacimiento', hint: 'Debe tener 18 años o más.', missing: 'Ingrese su fecha de nacimiento', invalid: 'Ingrese una fecha de nacimiento de hace al menos 18 años, como 1990-04-27' },
    countryOfBirth: { label: 'País de nacimiento', missing: 'Elija su país de nacimiento', invalid: 'Elija su país de nacimiento de la lista' },
    profession: { label: 'Ocupación', missing: 'Elija su ocupación', invalid: 'Elija su ocupación de la lista' },
    economicActivity: { label: 'Actividad económica', missing: 'Elija una actividad económica', invalid: 'Elija una actividad económica de la lista' },
    'address.street': { label: 'Calle y número', missing: 'Ingrese la calle y el número', invalid: 'Ingrese la calle y el número, hasta 1,000 caracteres' },
    'address.city': { label: 'Ciudad', missing: 'Ingrese la ciudad', invalid: 'Ingrese la ciudad, hasta 1,000 caracteres' },
    'address.state': { label: 'Estado o región', missing: 'Ingrese el estado o la región', invalid: 'Ingrese el estado o la región, hasta 1,000 caracteres' },
    'address.zipCode': { label: 'Código postal', missing: 'Ingrese el código postal', invalid: 'Ingrese el código postal, hasta 1,000 caracteres' },
    'address.country': { label: 'País', missing: 'Elija el país del domicilio', invalid: 'Elija el país del domicilio de la lista' },
    phoneNumber: { label: 'Teléfono', hint: 'Con la clave del país, como +525512345678.', missing: 'Ingrese el número de teléfono', invalid: 'Ingrese el teléfono con + y la clave del país, como +525512345678' },
    taxId: { label: 'Número de identificación fiscal', hint: 'En México, el RFC.', missing: 'Ingrese el número de identificación fiscal', invalid: 'Ingrese el número tal como aparece en la constancia fiscal' },
    businessName: { label: 'Nombre de la empresa', hint: 'Tal como está registrado.', missing: 'Ingrese el nombre de la empresa', invalid: 'Ingrese el nombre de la empresa, hasta 1,000 caracteres' },
    countryOfConstitution: { label: 'País de constitución', missing: 'Elija el país en que se constituyó la empresa', invalid: 'Elija el país de constitución de la lista' },
  },
  representative: 'Quien puede firmar por la empresa.',
  addressHeading: 'Domicilio',
  personHeading: { KYC: 'Contacto y datos fiscales', KYB: 'Representante legal' },
  next: 'Continuar',
  back: 'Atrás',
  windowErrorPrefix: 'Error',
  errorSummaryTitle: 'Revise lo que ingresó',
  filesIntro: 'Tome una foto o elija un archivo. Deben verse las cuatro esquinas del documento y su texto debe poder leerse.',
  filesOfRepresentative: 'El documento de identidad es el del representante legal.',
  noScriptRequired: 'Los archivos se envían con un script de esta página, y los scripts están desactivados en su navegador. Actívelos o abra el enlace en otro navegador.',
  noScriptOptional: 'Los archivos se envían con un script de esta página, y los scripts están desactivados en su navegador. Ningún archivo es obligatorio: puede continuar sin ellos.',
  identityType: 'Tipo de documento',
  identityTypes: { GOVERNMENT_ID: 'Identificación oficial', RESIDENT_CARD: 'Tarjeta de residente', TAX_ID: 'Identificación fiscal' },
  slots: {
    selfie: { label: 'Foto de su rostro', hint: 'Mire de frente a la cámara, sin sombrero ni lentes oscuros.' },
    identityFront: { label: 'Documento de identidad: frente', hint: 'El lado con la foto.' },
    identityBack: { label: 'Documento de identidad: reverso', hint: 'Un pasaporte no lo tiene.' },
    addressProof: { label: 'Comprobante de domicilio', hint: 'Un recibo o estado de cuenta de los últimos tres meses.' },
  },
  kinds: (limitMb, pdf) => `JPEG, PNG, GIF${pdf ? ', WebP o PDF' : ' o WebP'}, hasta ${limitMb} MB.`,
  uploading: 'Subiendo',
  uploaded: 'Recibido. Puede reemplazarlo eligiendo otro archivo.',
  failed: 'No se pudo subir. Elija el archivo de nuevo.',
  wait: 'Espere a que termine de subirse.',
  fileMessages: {
    missing: 'Agregue este archivo',
    size: 'Elija un archivo más pequeño',
    type: 'Elija un archivo de uno de los tipos indicados',
    lost: 'El archivo no llegó: elíjalo de nuevo',
  },
  reviewIntro: 'Revise lo que ingresó. Después de enviarlo no podrá cambiar nada en esta página.',
  dataHeading: 'Datos',
  filesHeading: 'Documentos',
  change: 'Cambiar',
  left: 'Sin dato',
  added: 'Agregado',
  send: 'Enviar',
  sendHint: 'Al enviar confirma que todo esto es verdad.',
  doneTitle: 'Gracias, recibimos todo',
  doneText: 'Estamos revisando sus datos. Quien le envió el enlace le informará del resultado.',
  doneUsed: 'Este enlace ya se usó y no puede usarse otra vez.',
  goBack: 'Volver a donde estaba',
  close: 'Puede cerrar esta página.',
}; // biome-ignore format: texts side by side

export const verificationTexts: Readonly<Record<Language, VerificationTexts>> = { en, es };
