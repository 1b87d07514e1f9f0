import { textPage } from './document-pages';
import type { SitePage } from './page';

/** The first page: what the service is, and the way in. */
export function homePage(environment: 'sandbox' | 'production'): SitePage {
  return textPage({
    path: '/',
    title: 'Partner Ramp',
    description: 'The payments API for partners: on-ramp, off-ramp, cross-ramp, verification and webhooks.',
    markdown: environment === 'sandbox' ? SANDBOX : PRODUCTION,
  });
}

const ABOUT = `Move your users between pesos, dollars, euros and stablecoins with one API: verify a person or a business, lock a rate,
create a transaction, and hear of every step by webhook.`;

const WAYS = `- [Guide](/guide): how each part works.
- [API reference](/docs): every operation and its fields.
- [Webhook events](/guide/webhook-events) and [error codes](/guide/errors).`;

const SANDBOX = `${ABOUT}\n\n${WAYS}`;
const PRODUCTION = `${ABOUT}\n\n${WAYS}`;
