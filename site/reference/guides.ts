/** Pages of the guide that say how the operations of a subject go together, by subject. */
const guides: Readonly<Record<string, { readonly title: string; readonly path: string }>> = {
  Users: { title: 'Quick start', path: '/' },
  KYC: { title: 'Verification links', path: '/guide/verification-links' },
  Owners: { title: 'Owners and signatures', path: '/guide/owners-and-signatures' },
  Sandbox: { title: 'Sandbox', path: '/guide/sandbox' },
  Quotes: { title: 'Money and numbers', path: '/guide/money-and-numbers' },
  'Cross-ramp': { title: 'Cross-ramps', path: '/guide/cross-ramps' },
  'On-ramp': { title: 'On-ramps', path: '/guide/on-ramps' },
  'Off-ramp': { title: 'Off-ramps', path: '/guide/off-ramps' },
  Transactions: { title: 'Rules for all transactions', path: '/guide/rules-for-all-transactions' },
  'API keys': { title: 'Authentication', path: '/guide/authentication' },
  Branding: { title: 'Branding', path: '/guide/branding' },
  Receivers: { title: 'To someone else', path: '/guide/rules-for-all-transactions#to-someone-else' },
  Wallets: { title: 'Accounts and wallets', path: '/guide/rules-for-all-transactions#accounts-and-wallets' },
  'Bank accounts': { title: 'Accounts and wallets', path: '/guide/rules-for-all-transactions#accounts-and-wallets' },
  Webhooks: { title: 'Webhooks', path: '/guide/webhooks' },
  'Webhook events': { title: 'Webhooks', path: '/guide/webhooks' },
  Changes: { title: 'Reconciliation', path: '/guide/reconciliation' },
};

/** Links to the guide by a sentence of Markdown; empty for a subject without a page there. */
export function guideSentence(subject: string): string {
  const guide = guides[subject];
  return guide === undefined ? '' : `In the guide: [${guide.title}](${guide.path}).`;
}
