/** Columns that several views use. */
import { viewPath } from '#site/console/components/address';
import { asText, type Fields } from '#site/console/components/values';

export const transactionColumns = {
  about: 'Transactions',
  names: ['id', 'status', 'kind', 'amount', 'createdAt', 'userId', 'partnerId'],
  leadsTo: (row: Fields) => viewPath('transaction', asText(row.id)),
};

export const userColumns = {
  about: 'Users',
  leadsTo: (row: Fields) => viewPath('user', asText(row.id)),
};

export const partnerColumns = {
  about: 'Partners',
  names: ['name', 'suspended', 'flows', 'createdAt', 'id'],
  leadsTo: (row: Fields) => viewPath('partner', asText(row.id)),
};

export const notificationColumns = {
  about: 'Notifications',
  names: ['id', 'event', 'createdAt', 'transactionId', 'partnerId'],
  leadsTo: (row: Fields) => viewPath('notification', asText(row.partnerId), asText(row.id)),
};
