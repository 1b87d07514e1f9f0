import { maxFileBytes } from '#shared/identity/domain/file-rules';

const INPUT = [400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input'];
const NOT_A_URL = [400, 'BAD_REQUEST', 'Provided url is not valid'];
const FILE = [400, 'FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL', 'Failed to download file from presigned url'];
const DOCUMENT = [400, 'FAILED_TO_DOWNLOAD_DOCUMENT', 'Failed to download document'];

/** Functions that create new URLs: of an image, of a missing file, and of a file with a given size. */
interface Urls {
  readonly good: () => string;
  readonly gone: () => string;
  readonly ofSize: (bytes: number) => string;
}

const document = (urls: object) => ({ documents: [{ type: 'ADDRESS_PROOF', ...urls }] });

/**
 * Invalid submissions. Each has a description, body fields, the response (status, code and message), and the field names in the
 * response.
 */
export function kycRefusals({
  good,
  gone,
  ofSize,
}: Urls): readonly [string, () => object, readonly unknown[], readonly string[]][] {
  return [
    ['no country', () => ({ country: undefined }), INPUT, ['country']],
    ['a country in small letters', () => ({ country: 'mx' }), INPUT, ['country']],
    ['a country of three letters', () => ({ country: 'MEX' }), INPUT, ['country']],
    ['an empty name', () => ({ firstName: '' }), INPUT, ['firstName']],
    ['a number for a name', () => ({ lastName: 5 }), INPUT, ['lastName']],
    ['an unknown profession', () => ({ profession: 'WIZARD' }), INPUT, ['profession']],
    ['an unknown activity', () => ({ economicActivity: 'Software' }), INPUT, ['economicActivity']],
    ['a day that does not exist', () => ({ dateOfBirth: '2023-02-30' }), INPUT, ['dateOfBirth']],
    ['a word for a date', () => ({ dateOfBirth: 'yesterday' }), INPUT, ['dateOfBirth']],
    ['a birth in the future', () => ({ dateOfBirth: '2999-01-01' }), INPUT, ['dateOfBirth']],
    ['a birth long ago', () => ({ dateOfBirth: '1899-12-31' }), INPUT, ['dateOfBirth']],
    ['the date of the sandbox for minors', () => ({ dateOfBirth: '2015-01-01' }), INPUT, ['dateOfBirth']],
    [
      'a day of an owner that does not exist',
      () => ({ realOwner: { dateOfBirth: '2023-02-30' } }),
      INPUT,
      ['realOwner.dateOfBirth'],
    ],
    [
      'everything in another form',
      () => ({
        dateOfBirth: '30/02/1990',
        phoneNumber: '5512345678',
        taxId: 'GAAA901317AB1',
        address: { zipCode: '660' },
        lastName: '\u202eaicraG',
        ...document({ type: 'POEM' }),
      }),
      INPUT,
      ['lastName', 'dateOfBirth', 'phoneNumber', 'documents.0.type', 'documents.0.fileUrl', 'taxId', 'address.zipCode'],
    ],
    [
      'eleven files',
      () => ({
        selfieUrl: good(),
        frontIdUrl: good(),
        documents: Array.from({ length: 3 }, () => ({
          type: 'PASSPORT',
          ...{ fileUrl: good(), frontIdUrl: good(), backIdUrl: good() },
        })),
      }),
      INPUT,
      ['documents'],
    ],
    ['the name of no country', () => ({ countryOfBirth: 'Eurozone' }), INPUT, ['countryOfBirth']],
    ['an unknown country of birth', () => ({ countryOfBirth: 'Atlantis' }), INPUT, ['countryOfBirth']],
    ['an unknown kind of identity', () => ({ identity: { type: 'LIBRARY_CARD' } }), INPUT, ['identity.type']],
    ['an unknown kind of document', () => document({ type: 'POEM', fileUrl: good() }), INPUT, ['documents.0.type']],
    ['a document without a URL', () => document({}), INPUT, ['documents.0.fileUrl']],
    [
      'a second document without a URL',
      () => ({ documents: [{ type: 'ADDRESS_PROOF', fileUrl: good() }, { type: 'PASSPORT' }] }),
      INPUT,
      ['documents.1.fileUrl'],
    ],
    ['a URL beyond 4,096 characters', () => ({ selfieUrl: gone().padEnd(4097, 'a') }), INPUT, ['selfieUrl']],
    ['no text for a URL', () => document({ fileUrl: 5 }), INPUT, ['documents.0.fileUrl']],
    [
      'a country without a template',
      () => ({ country: 'BR' }),
      [400, 'NO_KYC_TEMPLATE_FOUND', 'No KYC template found for country: BR'],
      [],
    ],
    ['no URL as selfie', () => ({ selfieUrl: 'not a url' }), NOT_A_URL, []],
    ['no URL of the web as front', () => ({ frontIdUrl: 'ftp://example.com/a' }), NOT_A_URL, []],
    ['a file of this machine', () => ({ identity: { frontIdUrl: 'file:///etc/passwd' } }), NOT_A_URL, []],
    ['inline data', () => document({ fileUrl: 'data:image/png;base64,iVBORw0KGgo=' }), NOT_A_URL, []],
    ['a script in a document', () => document({ frontIdUrl: 'javascript:alert(1)' }), NOT_A_URL, []],
    ['no URL after a good one', () => ({ selfieUrl: good(), backIdUrl: 'nowhere' }), NOT_A_URL, []],
    ['a selfie that is not there', () => ({ selfieUrl: gone() }), FILE, ['selfieUrl']],
    ['a front that is not there', () => ({ frontIdUrl: gone() }), FILE, ['frontIdUrl']],
    ['a back that is not there', () => ({ frontIdUrl: good(), backIdUrl: gone() }), FILE, ['backIdUrl']],
    ['a front of the identity', () => ({ identity: { frontIdUrl: gone() } }), FILE, ['identity.frontIdUrl']],
    ['a back of the identity', () => ({ identity: { backIdUrl: gone() } }), FILE, ['identity.backIdUrl']],
    ['a front among the documents', () => document({ frontIdUrl: gone() }), FILE, ['documents.0.frontIdUrl']],
    ['a document that is not there', () => document({ fileUrl: gone() }), DOCUMENT, ['documents.0.fileUrl']],
    ['a user name in the URL', () => ({ selfieUrl: gone().replace('//', '//ana@') }), FILE, ['selfieUrl']],
    ['a selfie over 3 MB', () => ({ selfieUrl: ofSize(maxFileBytes.SELFIE + 1) }), FILE, ['selfieUrl']],
    ['a front over 5 MB', () => ({ frontIdUrl: ofSize(maxFileBytes.IDENTITY + 1) }), FILE, ['frontIdUrl']],
    [
      'a document over 10 MB',
      () => document({ fileUrl: ofSize(maxFileBytes.DOCUMENT + 1) }),
      DOCUMENT,
      ['documents.0.fileUrl'],
    ],
    ['an empty file', () => ({ selfieUrl: ofSize(0) }), FILE, ['selfieUrl']],
    [
      'one bad document beside good files',
      () => ({ selfieUrl: good(), frontIdUrl: good(), ...document({ fileUrl: gone() }) }),
      DOCUMENT,
      ['documents.0.fileUrl'],
    ],
  ];
}
