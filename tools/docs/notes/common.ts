/** Notes that many components have in common. */

/** Fields of every page. */
export const page = {
  count: 'Number of items that match the query.',
  countIsLowerBound:
    'True when only the first 5,000 items of a narrowed list were counted and more may match; absent when `count` is exact.',
  nextCursor:
    'Pass as `cursor` to read on; absent on the last page. A page of a narrowed list may be short, or empty, and have one.',
};
/** Fields of every webhook payload. */
export const frame = {
  environment: 'Where it happened. Refuse the one that your server is not for; the SDK does with `environment`.',
  id: 'Of the notification: the `webhook-id` of each delivery.',
  userId: 'Our id of the user.',
  sequence:
    '1, 2, 3 … over the notifications of the same transaction, or of the same user: drop what is not newer than what you have.',
};
/** Sums of a settlement report. */
export const settled = {
  fees: 'Our fees, less refunded fees.',
  count: 'Number of movements at banks and chains.',
};
export const event = {
  ...frame,
  externalUserId: 'Your own id of the user, or ours when you gave none.',
  firstName: 'Of a business: its name.',
  lastName: 'Of a business: empty.',
};
