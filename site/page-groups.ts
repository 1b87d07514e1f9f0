/** The pages in the order of the navigation. */
import { cataloguePages, changelogPage } from './catalogues';
import { documentPage, type Section, sectionPages, splitDocument, textPage } from './document-pages';
import { type PageGroup, type SitePage, slug } from './page';
import { referencePage } from './reference-page';
import { signaturePage } from './signature-page';
import type { SiteSources } from './sources';
import { summaryOf } from './summaries';

/** Builds all pages in their groups. @param environment of the stage that shows the pages */
export function pageGroups(sources: SiteSources, environment: 'sandbox' | 'production'): PageGroup[] {
  const { introduction, sections } = splitDocument(sources.read('guide'));
  const [quickStart, ...subjectSections] = sections;
  if (quickStart?.title !== 'Quick start') throw new Error('The guide begins with no quick start');
  const subjects = sectionPages(
    subjectSections,
    '/guide',
    new Map([[slug(quickStart.title), `/#${slug(quickStart.title)}`]]),
  );
  const contents = subjects.map(({ path, title }) => `- [${title}](${path}): ${summaryOf(path)}`);
  const guide = textPage({
    path: '/guide',
    title: 'Guide',
    markdown: `${introduction}\n\n${contents.join('\n')}`,
  });
  const sdk = documentPage(sources.read('sdk'), { path: '/guide/sdk', title: 'TypeScript SDK' });
  const clients = documentPage(sources.read('clients'), { path: '/guide/clients' });
  return [
    { title: 'Start', pages: [homePage(environment, quickStart)] },
    { title: 'Guide', pages: [guide, ...subjects, signaturePage(), sdk, clients] },
    { title: 'Reference', pages: [referencePage(sources.read('openapi'))], isReference: true },
    { title: 'Catalogues', pages: cataloguePages(sources) },
    { title: 'News', pages: [changelogPage(sources)] },
  ];
}

/** Builds the first page: an overview of the service, and in the sandbox the quick start. */
function homePage(environment: 'sandbox' | 'production', quickStart: Section): SitePage {
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
