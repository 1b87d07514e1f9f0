/** One-sentence summary of each page, for the first page of the guide, search engines and llms.txt. */

/** Summaries by page path. */
export const summaries: Readonly<Record<string, string>> = {
  '/': 'Partner Ramp is the payments API for partners: on-ramps, off-ramps, cross-ramps, verification and webhooks.',
  '/404': 'There is no page at this address.',
  '/guide': 'Learn how to work with the Partner Ramp API, one subject at a time.',
  '/guide/authentication':
    'Send your API key with every request, and restrict the key to the addresses of your servers.',
  '/guide/rotate-a-key-without-downtime': 'Replace your API key while the previous key still works.',
  '/guide/responses-and-errors':
    'Every response has the same envelope, and every error has a code, a message and a request id.',
  '/guide/money-and-numbers':
    'Amounts are JSON numbers in the API and decimal strings in webhooks, and the API rejects extra decimals.',
  '/guide/idempotency': 'Send an idempotency key with every creation, so that you can repeat the request safely.',
  '/guide/pagination': 'Lists return pages that you can filter and sort, and a cursor that leads to the next page.',
  '/guide/rate-limits': 'You can send 50 requests a second; large reads count as several requests.',
  '/guide/documents': 'Submit the documents of a verification by URL, within the limits of size and type.',
  '/guide/reconciliation': 'Read the change feed and the settlement report to reconcile your records with ours.',
  '/guide/verification-links':
    'Send users to a hosted page that collects the details and documents of their verification.',
  '/guide/owners-and-signatures':
    'The owners of a business sign a declaration before the business can send or receive Mexican pesos.',
  '/guide/branding': 'Show your name, logo and colours on the hosted pages and documents that your users see.',
  '/guide/on-ramps': 'An on-ramp accepts fiat from a verified user and sends USDC or USDT to a wallet.',
  '/guide/off-ramps': 'An off-ramp accepts USDC or USDT from a verified user and pays fiat to a bank account.',
  '/guide/cross-ramps':
    'A cross-ramp accepts one fiat currency from a verified user and pays another currency to a bank account.',
  '/guide/payment-page':
    'Send payers to the payment page, which shows where to pay and whether the payment has arrived.',
  '/guide/receipts': 'Download the receipt of a completed transaction as JSON or PDF, in three languages.',
  '/guide/rules-for-all-transactions':
    'These rules apply to every transaction: accounts, required information, holds, deposits and refunds.',
  '/guide/finding-transactions':
    'Add an order number and metadata to a transaction, and search for transactions by order number or amount.',
  '/guide/webhooks': 'Register a webhook URL, verify each delivery, and retry or replay what your server missed.',
  '/guide/testing': 'Test every outcome in the sandbox with test amounts, test names and faulty deliveries.',
  '/guide/go-live': 'Compare sandbox and production, and check your integration before you go live.',
  '/guide/let-an-agent-use-the-api': 'Give your agent the guide and the API through the Model Context Protocol.',
  '/guide/check-a-signature': 'Check the signature of a webhook delivery in your browser, and see which part is wrong.',
  '/guide/sdk': 'Call the API from TypeScript with typed methods, automatic retries and webhook verification.',
  '/guide/clients': 'Import a collection into Postman, Bruno or Insomnia, or generate a client in your language.',
  '/docs': 'Look up every operation with its fields, limits, errors and samples.',
  '/guide/errors': 'Look up every error code with its status, its meaning and an example of its message.',
  '/guide/status-codes': 'Look up the meaning of each HTTP status, and how to react to it.',
  '/guide/webhook-events': 'Look up when each webhook event is sent, and which fields it has.',
  '/guide/sandbox-amounts': 'Choose an amount that drives a sandbox transaction to the outcome that you want to test.',
  '/guide/on-ramp-states': 'Look up every state of an on-ramp, its successors, and the webhook that reports it.',
  '/guide/off-ramp-states': 'Look up every state of an off-ramp, its successors, and the webhook that reports it.',
  '/guide/cross-ramp-states': 'Look up every state of a cross-ramp, its successors, and the webhook that reports it.',
  '/guide/cancellation-reasons': 'Look up why a transaction ended without its payout.',
  '/guide/changelog': 'Read what each version of the API changed, newest first.',
};

/** Returns the summary of a page. @throws Error if the page has none */
export function summaryOf(path: string): string {
  const summary = summaries[path];
  if (summary === undefined)
    throw new Error(`${path} has no summary: write one sentence about the page in tools/site/summaries.ts`);
  return summary;
}
