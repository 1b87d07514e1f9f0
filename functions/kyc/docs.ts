import {
  invalidFileUrl,
  verificationInProgress,
  verificationNotCreated,
  wrongVerificationKind,
} from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { kyc } from '#shared/identity/examples';
import { userId } from '#shared/users/examples';
import { contract as detailsContract } from './details/contract';
import { contract as getContract } from './get/contract';
import { contract as linkContract } from './link/contract';
import { contract as startContract } from './start/contract';

export const getKycDetails = defineDocs(detailsContract, {
  sdk: ['kyc.getDetails', 'Reads a verification with what was submitted.'],
  description:
    "The same response as the user's `/kyc` path, with the user named in the query. An unknown user and another partner's get the same 401.",
  example: { query: { userId }, data: kyc },
});

export const getUserKyc = defineDocs(getContract, {
  sdk: ['kyc.get', 'Reads where the newest verification of a user stands.'],
  description:
    "Returns where the user's newest verification stands. Before any submission the status is `NOT_STARTED` and the rest is null. This is the operation to poll when you do not use webhooks.",
  example: { path: { userId }, data: kyc },
});

export const createKycLink = defineDocs(linkContract, {
  sdk: [
    'kyc.createLink',
    'Makes the link of a page where a person submits its verification itself. It is a secret of that person, and works once, for 24 hours.',
  ],
  description:
    "Makes the address of a page on which a person enters their details and documents, in Spanish, English or Portuguese, so that you need no form. It asks for what verifications in `country` need. Send the address to that person alone: anyone who has it can use it. It works once, for 24 hours, and a newer link makes the older one void; so does a verification that you start yourself. On the last page a link leads to `partnerRedirectUri`, with nothing added to it: an https address, or one of your app's own scheme. After a rejection for reasons that the person can do something about, it asks for the refused items alone, and keeps the rest. What follows is the same as after a submission of yours, events included. While a verification is in progress, or after the user is verified, the response is 409.",
  example: {
    path: { userId },
    body: { country: 'MX', partnerRedirectUri: 'https://partner.example.com/verified' },
    data: { kycLink: 'https://sandbox.partner-ramp.example/verify/q3rYtT0m2nV8kJc5xWlA7sZ1uE4hBd9gPfRoN6iKyXe' },
  },
  refusals: [wrongVerificationKind('KYC'), verificationInProgress(kyc.verificationId)],
});

const fields = startContract.body.shape;

export const startKyc = defineDocs(startContract, {
  sdk: [
    'kyc.start',
    'Submits a verification. Files are given as https addresses and are downloaded before the response.',
  ],
  description:
    "Submits a user's identity verification. Which fields are needed depends on the country: the sandbox asks for `country` alone, production also for name, date of birth, address, telephone, identity document and selfie, and in Mexico profession and RFC. Files are given as https URLs of public addresses and are downloaded before the response, side by side, 10 s each, without following redirects: the selfie up to 3 MB, pictures of the identity document up to 5 MB, other documents up to 10 MB (1 MB is 1,048,576 bytes); in production JPEG, PNG, GIF or WebP, and PDF except for the selfie, recognised by their content. Pictures of the identity document may stand in `identity`, at the top level or in an item of `documents`. The decision comes later, by webhook or by polling the verification; while one is in progress, or after the user is verified, another submission returns 409. In the sandbox the last name `Rejected` is rejected, `Review` ends in a review, everyone else is verified.",
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
      notes: {
        about: 'A person in addition to the user.',
        rfc: 'In Mexico its form is checked: of a person or of a company.',
      },
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
