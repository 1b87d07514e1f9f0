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
  sdk: ['kyc.getDetails', 'Reads the newest verification, like `kyc.get`.'],
  description:
    "Returns the same response as the user's `/kyc` path, for the `userId` in the query. An unknown user and another partner's user return the same 401.",
  example: { query: { userId }, data: kyc },
});

export const getUserKyc = defineDocs(getContract, {
  sdk: ['kyc.get', 'Reads the status of the newest verification of a user.'],
  description:
    "Returns the status of the user's newest verification. Before the first submission, the status is `NOT_STARTED` and the other fields are null or empty. Poll this operation if you do not use webhooks.",
  example: { path: { userId }, data: kyc },
});

export const createKycLink = defineDocs(linkContract, {
  sdk: [
    'kyc.createLink',
    'Creates a link to a page where a person submits the verification. The link is a secret of this person. It works once, for 24 hours.',
  ],
  description:
    "Creates a link to a page where a person enters personal data and documents, so that you need no form. The page is available in Spanish, English and Portuguese. The page asks for the data that verifications in `country` require. Send the link only to this person: anyone with the link can use it. The link works once, for 24 hours. A newer link, or a verification that you submit, makes the link invalid. The last page contains a link to `partnerRedirectUri`, without added parameters. Use an https URL, or a URL with your app's own scheme. After a rejection, the page asks only for the rejected items if the person can fix all rejection reasons. After the submission, the verification and its events are the same as after your own submission. While a verification is in progress, or after the user is verified, the response is 409.",
  example: {
    path: { userId },
    body: { country: 'MX', partnerRedirectUri: 'https://partner.example.com/verified' },
    data: { kycLink: 'https://sandbox.partner-ramp.example/verify/q3rYtT0m2nV8kJc5xWlA7sZ1uE4hBd9gPfRoN6iKyXe' },
  },
  refusals: [wrongVerificationKind('KYC'), verificationInProgress(kyc.verificationId)],
});

const fields = startContract.body.shape;

export const startKyc = defineDocs(startContract, {
  sdk: ['kyc.start', 'Submits a verification. The API downloads the files from https URLs before the response.'],
  description:
    "Submits a user's identity verification. The sandbox requires only `country`. Production also requires name, date of birth, address, telephone, identity document and selfie, and in Mexico profession and RFC. Send files as https URLs with public addresses. The API downloads all files at the same time before the response, with a time limit of 10 s per file. The API does not follow redirects. The maximum is 3 MB for the selfie, 5 MB for pictures of the identity document, and 10 MB for other documents. 1 MB is 1,048,576 bytes. Production accepts JPEG, PNG, GIF and WebP, and PDF except for the selfie. The content of a file determines its type. Send pictures of the identity document in `identity`, at the top level or in an item of `documents`. The decision is made later: wait for the webhook or poll the verification. While a verification is in progress, or after the user is verified, another submission returns 409. In the sandbox, the last name `Rejected` leads to a rejection and `Review` to a review. All other persons are verified.",
  body: {
    about: 'An identity verification to submit.',
    country: 'ISO 3166-1 alpha-2. Determines the required fields.',
    dateOfBirth: 'YYYY-MM-DD, at least 18 years ago. In the sandbox, only 2015-01-01 is too young.',
    economicActivity: 'In Spanish, upper-case.',
    countryOfBirth: 'English name of a country, or its alpha-2 code.',
    selfieUrl: 'An https URL. The file is stored, the URL is not.',
    frontIdUrl: 'Can replace `identity.frontIdUrl`.',
    backIdUrl: 'Can replace `identity.backIdUrl`.',
    phoneNumber: 'E.164, such as +525512345678.',
    taxId: 'In Mexico: the RFC of the person or, for a business, of the company.',
    address: 'The postal code must match the country.',
    documents: 'A submission can have at most 10 files in total.',
    pep: 'A politically exposed position, if there is one.',
  },
  parts: {
    KycPerson: {
      schema: fields.beneficiaryOwner.def.innerType,
      notes: {
        about: 'A person in addition to the user.',
        rfc: 'In Mexico: must have the format of an RFC.',
      },
    },
    KycIdentity: { schema: fields.identity.def.innerType },
    KycDocument: { schema: fields.documents.def.innerType.def.element },
    KycPosition: { schema: fields.pep.def.innerType },
    KycAddress: {
      schema: fields.address.def.innerType,
      notes: {
        about: 'An address.',
        zipCode: 'In the format of the country of the address, or of the verification if the address has no country.',
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
