import { deletedAt } from '#shared/bank-accounts/examples';
import { defineDocs, wholeList } from '#shared/contract/define-docs';
import { receiver } from '#shared/receivers/examples';
import { receiverId, userId } from '#shared/users/examples';
import { contract as createContract } from './create/contract';
import { contract as deleteContract } from './delete/contract';
import { contract as getContract } from './get/contract';
import { contract as listContract } from './list/contract';

export const createReceiver = defineDocs(createContract, {
  sdk: ['receivers.create', 'Saves a receiver.'],
  description:
    'Registers a receiver whom one of your users pays: a person with first and last name, or a business with its name. Fields of the other type are not stored.',
  example: {
    body: {
      userId,
      receiverType: 'BUSINESS',
      email: receiver.email,
      taxId: receiver.taxId,
      businessName: receiver.businessName,
      countryOfConstitution: receiver.countryOfConstitution,
      dateOfConstitution: receiver.dateOfConstitution,
    },
    data: receiver,
  },
});

export const deleteReceiver = defineDocs(deleteContract, {
  sdk: ['receivers.delete', 'Deletes a receiver and its accounts.'],
  description:
    'Deletes a receiver and its bank accounts. Later requests do not find the receiver or the accounts, even by the id of an account. Existing transactions keep the details and continue. If the response is 409, repeat the request.',
  example: { path: { receiverId }, data: { id: receiverId, deletedAt } },
});

export const getReceiver = defineDocs(getContract, {
  sdk: ['receivers.get', 'Reads a receiver.'],
  description: "Returns one receiver. An unknown id, a deleted receiver and another partner's receiver all return 404.",
  example: { path: { receiverId }, data: receiver },
});

export const listReceivers = defineDocs(listContract, {
  sdk: ['receivers.list', 'Lists receivers.'],
  description: 'Lists your receivers, by default newest first. Use `userId` to list the receivers of one user.',
  parameters: { receiverType: 'Only this type.' },
  example: { query: { userId }, data: wholeList(receiver) },
});
