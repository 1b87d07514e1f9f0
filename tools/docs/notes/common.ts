/** Notes on fields that several components have. */

/** Fields of a page of a list. */
export const page = {
  count: 'Number of items that match the query.',
  countIsLowerBound:
    'True if the API counted only the first 5,000 items of a filtered list and more can match. Absent if `count` is exact.',
  nextCursor:
    'Send this value as `cursor` to get the next page. Absent on the last page. A short or empty page of a filtered list can also have a next page.',
};
/** Fields of every webhook payload. */
export const frame = {
  environment:
    'Environment of the event. Refuse events of the other environment. The SDK refuses them if you set `environment`.',
  id: 'Id of the notification, equal to `webhook-id` of each delivery.',
  userId: 'Our id of the user.',
  sequence:
    'Counts the notifications of a transaction or, without a transaction, of a user: 1, 2, 3 … Ignore a payload if you already processed a higher number.',
};
/** Sums of a settlement report. */
export const settled = {
  fees: 'Our fees, less refunded fees.',
  count: 'Number of bank transfers and chain transactions.',
};
export const event = {
  ...frame,
  externalUserId: 'Your id of the user. If you set none: our id.',
  firstName: 'First name of the user. For a business: its name.',
  lastName: 'Last name of the user. For a business: empty.',
};
