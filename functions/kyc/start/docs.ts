import { invalidFileUrl, verificationInProgress, verificationNotCreated } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { kyc } from '#shared/identity/examples';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

const fields = contract.body.shape;

export const docs = defineDocs(contract, {
  sdk: [
    'kyc.start',
    'Submits a verification. Files are given as https addresses and are downloaded before the answer.',
  ],
  description:
    "Submits a user's identity verification. Which fields are needed depends on the country: the sandbox asks for `country` alone, production also for name, date of birth, address, telephone, identity document and selfie, and in Mexico profession and RFC. Files are given as https URLs of public addresses and are downloaded before the answer, side by side, 10 s each, without following redirects: the selfie up to 3 MB, pictures of the identity document up to 5 MB, other documents up to 10 MB (1 MB is 1,048,576 bytes); in production JPEG, PNG, GIF or WebP, and PDF except for the selfie, recognised by their content. Pictures of the identity document may stand in `identity`, at the top level or in an item of `documents`. The decision comes later, by webhook or by polling the verification; while one is in progress, or after the user is verified, another submission answers 409. In the sandbox the last name `Rejected` is rejected, `Review` ends in a review, everyone else is verified.",
  body: {
    about: 'An identity verification to submit.',
    country: 'ISO 3166-1 alpha-2; decides which fields are required.',
    dateOfBirth:
      'YYYY-MM-DD; 18 years ago or more. The sandbox refuses 2015-01-01 as too young, and takes younger persons otherwise.',
    economicActivity: 'In Spanish, upper-case.',
    countryOfBirth: 'English name of a country, or its alpha-2 code.',
    selfieUrl: 'An https URL. The file is kept, the URL is not.',
    frontIdUrl: 'Stands for `identity.frontIdUrl`.',
    backIdUrl: 'Stands for `identity.backIdUrl`.',
    phoneNumber: 'E.164, such as +525512345678.',
    taxId: 'In Mexico the RFC: of a person, or of a company for a business.',
    address: 'The postal code has the form of its country.',
    documents: 'All files of a submission together are at most 10.',
    pep: 'A politically exposed position, where there is one.',
  },
  parts: {
    KycPerson: {
      schema: fields.beneficiaryOwner.def.innerType,
      notes: { about: 'A person beside the user.', rfc: 'In Mexico its form is checked: of a person or of a company.' },
    },
    KycIdentity: { schema: fields.identity.def.innerType },
    KycDocument: { schema: fields.documents.def.innerType.def.element },
    KycPosition: { schema: fields.pep.def.innerType },
    KycAddress: {
      schema: fields.address.def.innerType,
      notes: {
        about: 'An address.',
        zipCode: 'In the form of the country: of the address, or of the verification where the address names none.',
        country: 'English name of a country, or its alpha-2 code.',
      },
    },
  },
  example: {
    path: { userId },
    body: {
      country: 'MX',
      firstName: 'Ana',
      lastName: 'García',
      dateOfBirth: '1990-05-17',
      countryOfBirth: 'Mexico',
      profession: 'ENGINEER',
      economicActivity: 'DESARROLLO DE SOFTWARE',
      phoneNumber: '+525512345678',
      taxId: 'GAAA900517AB1',
      address: { street: 'Av. Reforma 10', city: 'Ciudad de México', state: 'CDMX', zipCode: '06600', country: 'MX' },
      identity: {
        type: 'GOVERNMENT_ID',
        frontIdUrl: 'https://files.example.com/ana/ine-front.jpg',
        backIdUrl: 'https://files.example.com/ana/ine-back.jpg',
      },
      selfieUrl: 'https://files.example.com/ana/selfie.jpg',
      documents: [{ type: 'ADDRESS_PROOF', fileUrl: 'https://files.example.com/ana/address.pdf' }],
    },
    data: { userId, verificationId: kyc.verificationId, status: 'IN_PROGRESS' },
  },
  refusals: [invalidFileUrl(), verificationInProgress(kyc.verificationId), verificationNotCreated()],
});
