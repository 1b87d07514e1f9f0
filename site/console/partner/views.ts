/** The views, by the names that begin their addresses. */
import type { View } from '../components/views';
import { failureText } from './api';
import { endpoint, endpoints } from './views/endpoints';
import { feed } from './views/feed';
import { limits } from './views/limits';
import { overview } from './views/overview';
import { report } from './views/report';
import { transaction, transactions } from './views/transactions';
import { user, users } from './views/users';
import { webhook, webhooks } from './views/webhooks';

const all: Readonly<Record<string, View>> = {
  '': overview,
  ...{ transactions, transaction, webhooks, webhook, feed, users, user, report, endpoints, endpoint, limits },
};

/** Lets a view say in one sentence why it cannot be shown. */
function explaining(view: View): View {
  return async (place) => {
    try {
      return await view(place);
    } catch (error) {
      throw new Error(failureText(error), { cause: error });
    }
  };
}

export const views: Readonly<Record<string, View>> = Object.fromEntries(
  Object.entries(all).map(([name, view]) => [name, explaining(view)]),
);
