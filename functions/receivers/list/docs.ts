import { defineDocs, wholeList } from '#shared/http/docs';
import { receiver } from '#shared/receivers/examples';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['receivers.list', 'Lists receivers.'],
  description: 'Lists your receivers, newest first unless asked otherwise, all of them or those of one user.',
  parameters: { receiverType: 'Only this type.' },
  example: { query: { userId }, data: wholeList(receiver) },
});
