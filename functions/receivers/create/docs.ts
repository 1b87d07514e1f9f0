import { defineDocs } from '#shared/http/docs';
import { receiver } from '#shared/receivers/examples';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['receivers.create', 'Saves a receiver.'],
  description:
    'Registers a person, with first and last name, or a business, with its name, whom one of your users pays. Fields of the other type are not kept.',
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
