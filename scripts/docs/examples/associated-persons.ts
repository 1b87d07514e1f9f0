/** Examples of the owners of a business and their signatures. */
import type { ResponseData } from '#shared/api/response-schemas';
import type { Example } from './example';
import { exampleBusiness } from './verification-links';

type AssociatedPersonOperation =
  | 'createAssociatedPerson'
  | 'listAssociatedPersons'
  | 'deleteAssociatedPerson'
  | 'requestSignatures'
  | 'listSignatures'
  | 'withdrawSignature'
  | 'getSignatureDocument'
  | 'signDeclaration'
  | 'expireDeclaration';

const personId = '019bc2bf-9030-7f18-a4c6-3b82d05e79fa';

const owner: ResponseData<'AssociatedPerson'> = {
  id: personId,
  userId: exampleBusiness.id,
  role: 'UBO',
  firstName: 'Lucía',
  lastName: 'Hernández',
  email: 'lucia.hernandez@example.com',
  dateOfBirth: '1980-02-29',
  nationality: 'MX',
  taxId: 'HEAL800229AB1',
  ownershipPercent: 60.5,
  version: 1,
  createdAt: '2026-01-15T16:32:20.336Z',
  updatedAt: '2026-01-15T16:32:20.336Z',
};

const entry: ResponseData<'SignatureEntry'> = {
  associatedPersonId: personId,
  name: 'Lucía Hernández',
  version: 2,
};

const waiting: ResponseData<'SignaturePage'> = {
  count: 1,
  total: 1,
  data: [
    {
      ...entry,
      status: 'PENDING',
      signingUrl: 'https://sandbox.partner-ramp.example/sign/Zk3Qv0mJx8sT1bYcLr5Wn7aHd2EgUo4KpSi9MfBqXeA',
    },
  ],
};

export const associatedPersonExamples: { readonly [Id in AssociatedPersonOperation]: Example<Id> } = {
  createAssociatedPerson: {
    path: { userId: exampleBusiness.id },
    body: {
      role: 'UBO',
      firstName: 'Lucía',
      lastName: 'Hernández',
      email: 'lucia.hernandez@example.com',
      dateOfBirth: '1980-02-29',
      nationality: 'MX',
      taxId: 'HEAL800229AB1',
      ownershipPercent: 60.5,
    },
    data: owner,
  },
  listAssociatedPersons: {
    path: { userId: exampleBusiness.id },
    query: { role: 'UBO' },
    body: undefined,
    data: { count: 1, total: 1, data: [owner] },
  },
  requestSignatures: { path: { userId: exampleBusiness.id }, body: { country: 'MX' }, data: waiting },
  listSignatures: {
    path: { userId: exampleBusiness.id },
    query: { status: 'PENDING' },
    body: undefined,
    data: waiting,
  },
  withdrawSignature: {
    path: { userId: exampleBusiness.id, personId },
    body: undefined,
    data: { ...entry, version: 3, status: 'DELETED' },
  },
  expireDeclaration: {
    path: { userId: exampleBusiness.id, personId },
    body: undefined,
    data: { ...entry, version: 5, status: 'EXPIRED' },
  },
  signDeclaration: {
    path: { userId: exampleBusiness.id, personId },
    body: undefined,
    data: { ...entry, version: 7, status: 'SIGNED', signedAt: '2026-01-15T16:33:05.871Z' },
  },
  getSignatureDocument: {
    path: { userId: exampleBusiness.id, personId },
    body: undefined,
    data: '%PDF-1.7 …',
  },
  deleteAssociatedPerson: {
    path: { userId: exampleBusiness.id, personId },
    body: undefined,
    data: { id: personId, deletedAt: '2026-01-15T16:33:41.294Z' },
  },
};
