/** The views, by the name that begins their address. */
import type { View } from '#site/console/components/views';
import { audit } from './views/audit';
import { found } from './views/found';
import { health } from './views/health';
import { list, work } from './views/lists';
import { notification } from './views/notification';
import { partner, partners } from './views/partner';
import { transaction } from './views/transaction';
import { user } from './views/user';

export const views: Readonly<Record<string, View>> = {
  '': work,
  search: found,
  ...{ list, health, transaction, user, partner, partners, notification, audit },
};
