/** Pages of the guide that say how the operations of a subject go together, by subject. */
const guides: Readonly<Record<string, { readonly title: string; readonly path: string }>> = {
  Users: { title: 'Quick start', path: '/' },
  KYC: { title: 'Verification links', path: '/guide/verification-links' },
  Owners: { title: 'Owners and signatures', path: '/guide/owners-and-signatures' },
  Sandbox: { title: 'Sandbox', path: '/guide/sandbox' },
  Quotes: { title: 'Money and numbers', path: '/guide/money-and-numbers' },
  'Cross-ramp': { title: 'Quick start', path: '/' },
  'On-ramp': { title: 'On-ramps', path: '/guide/on-ramps' },
  'Off-ramp': { title: 'Off-ramps', path: '/guide/off-ramps' },
  Transactions: { title: 'Lists', path: '/guide/lists' },
  Webhooks: { title: 'Webhooks', path: '/guide/webhooks' },
  'Webhook events': { title: 'Webhooks', path: '/guide/webhooks' },
  Changes: { title: 'Reconciliation', path: '/guide/reconciliation' },
};

/** Links to the guide by a sentence of Markdown; empty for a subject without a page there. */
export function guideSentence(subject: string): string {
  const guide = guides[subject];
  return guide === undefined ? '' : `In the guide: [${guide.title}](${guide.path}).`;
}
