import { type Section, textPage } from './document-pages';
import type { SitePage } from './page';

/** Builds the first page: an overview of the service, and in the sandbox the quick start. */
export function homePage(environment: 'sandbox' | 'production', quickStart: Section): SitePage {
  const start = environment === 'sandbox' ? `## Quick start\n\n${quickStart.markdown}` : PRODUCTION_START;
  const page = textPage({
    path: '/',
    title: 'Partner Ramp',
    markdown: `${ABOUT}\n\n${start}`,
    anchors: new Map([
      ['webhooks', '/guide/webhooks'],
      ['sandbox', '/guide/sandbox'],
    ]),
  });
  return { ...page, label: environment === 'sandbox' ? 'Quick start' : 'Overview' };
}

const ABOUT = `One API that moves your users' money between pesos, dollars, euros and stablecoins.

- **On-ramp**: fiat in, USDC or USDT out to a wallet. [How it works](/guide/on-ramps)
- **Off-ramp**: USDC or USDT in, fiat out to a bank account. [How it works](/guide/off-ramps)
- **Cross-ramp**: one fiat currency in, another one out. [How it works](/guide/cross-ramps)
- **Verification**: persons and businesses, by your own forms or by a page of ours. [How it works](/guide/verification-links)
- **Webhooks**: every step, signed, in order, repeated until you have it. [How they work](/guide/webhooks)

A creation is made once, however often it is sent ([idempotency](/guide/idempotency)). An amount is exact
([money and numbers](/guide/money-and-numbers)). Whatever changed can be read again for 35 days
([reconciliation](/guide/reconciliation)). Every operation: [API reference](/docs).`;

const PRODUCTION_START = `## Before you go live

This is production: keys that begin with \`ramp_live_\` move money. Build and test in the sandbox, whose address you have from us; it runs
the same code with simulated banks, rates and verification, and its first page holds the quick start. Read \`warnings\` of its
answers before you change over: production refuses what they name.`;
