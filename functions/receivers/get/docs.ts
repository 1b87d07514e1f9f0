import { defineDocs } from '#shared/http/docs';
import { receiver, receiverId } from '#shared/receivers/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['receivers.get', 'Reads a receiver.'],
  description: "Returns one receiver. An unknown id, a deleted receiver and another partner's all answer 404.",
  example: { path: { receiverId }, data: receiver },
});
