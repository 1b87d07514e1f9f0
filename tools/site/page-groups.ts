/** Pages in the order of the navigation. */
import { documentPage, type Section, sectionPages, splitDocument, textPage } from './document-pages';
import { type PageGroup, type SitePage, slug } from './page';
import { eventPath, referencePage } from './reference-page';
import { signaturePage } from './signature-page';
import { catalogues, GUIDE, readSource } from './sources';
import { summaryOf } from './summaries';

/** Builds all pages in their groups. @param environment environment of the stage */
export function pageGroups(environment: 'sandbox' | 'production'): PageGroup[] {
  const { introduction, sections } = splitDocument(readSource(GUIDE));
  const [quickStart, ...subjectSections] = sections;
  if (quickStart?.title !== 'Quick start') throw new Error('The guide does not begin with a quick start');
  const subjects = sectionPages(subjectSections, new Map([[slug(quickStart.title), `/#${slug(quickStart.title)}`]]));
  const contents = subjects.map(({ path, title }) => `- [${title}](${path}): ${summaryOf(path)}`);
  const guide = textPage({
    path: '/guide',
    title: 'Guide',
    markdown: `${introduction}\n\n${contents.join('\n')}`,
  });
  const sdk = documentPage('sdk/README.md', 'TypeScript SDK');
  return [
    { title: 'Start', pages: [homePage(environment, quickStart)] },
    { title: 'Guide', pages: [guide, ...subjects, signaturePage(), sdk, documentPage('docs/clients.md')] },
    { title: 'Reference', pages: [referencePage()], isReference: true },
    { title: 'Catalogues', pages: cataloguePages() },
    { title: 'News', pages: [documentPage('CHANGELOG.md')] },
  ];
}

/** Builds the pages of generated lists. */
function cataloguePages(): SitePage[] {
  return Object.keys(catalogues).map((document) => {
    const page = documentPage(document, undefined, document.endsWith('/events.md') ? withReferenceLinks : undefined);
    return document.endsWith('/errors.md') ? { ...page, main: withPlaces(page.main) } : page;
  });
}

/** Adds an anchor to each error code in the table, for the `docUrl` of errors. */
function withPlaces(html: string): string {
  return html.replaceAll(
    /<tr role="row">(<td [^>]*>\d{3}<\/td>\n?<td [^>]*>)<code>([^ ]+?)<\/code>/g,
    (_, before: string, code: string) => {
      const id = code.replaceAll('<wbr>', '');
      return `<tr role="row" id="${id}">${before}<a class="anchor" href="#${id}"><code>${code}</code></a>`;
    },
  );
}

/** Links events in the table to the reference, which shows payloads and examples. */
function withReferenceLinks(events: string): string {
  const text = events.replaceAll(
    /^\| `([A-Z_]+)` \|/gm,
    (_, event: string) => `| [\`${event}\`](${eventPath(event)}) |`,
  );
  return `${text}\n\nEach link leads to the payload of the event in the API reference, with an example body from the sandbox.`;
}

/** Builds the first page: an overview and, in the sandbox, the quick start. */
function homePage(environment: 'sandbox' | 'production', quickStart: Section): SitePage {
  const start = environment === 'sandbox' ? `## Quick start\n\n${quickStart.markdown}` : PRODUCTION_START;
  const page = textPage({
    path: '/',
    title: 'Partner Ramp',
    markdown: `${ABOUT}\n\n${start}`,
    anchors: new Map([
      ['webhooks', '/guide/webhooks'],
      ['testing', '/guide/testing'],
    ]),
  });
  return { ...page, label: environment === 'sandbox' ? 'Quick start' : 'Overview' };
}

/** Builds the page that is returned for unknown URLs. Its own path, `/404`, has no route. */
export function notFoundPage(groups: readonly PageGroup[]): SitePage {
  const first = groups.flatMap(({ title, pages: [page] }) => (page === undefined ? [] : `- [${title}](${page.path})`));
  const markdown = `There is no page at this address. Start here:\n\n${first.join('\n')}`;
  return textPage({ path: '/404', title: 'Page not found', markdown });
}

const ABOUT = `One API that moves your users' money between pesos, dollars, euros and stablecoins.

- **On-ramp**: fiat in, USDC or USDT out to a wallet. [How it works](/guide/on-ramps)
- **Off-ramp**: USDC or USDT in, fiat out to a bank account. [How it works](/guide/off-ramps)
- **Cross-ramp**: one fiat currency in, another fiat currency out. [How it works](/guide/cross-ramps)
- **Verification**: persons and businesses, with your forms or our hosted page. [How it works](/guide/verification-links)
- **Webhooks**: signed, in order, and retried. [How they work](/guide/webhooks)

Retries are safe: if you repeat a request with the same [idempotency key](/guide/idempotency), the API creates the transaction once. Amounts are exact
([money and numbers](/guide/money-and-numbers)). The change feed keeps every change for 35 days
([reconciliation](/guide/reconciliation)). Every operation is in the [API reference](/docs).`;

const PRODUCTION_START = `## Before you go live

This is production: keys that begin with \`ramp_live_\` move money. Build and test in the sandbox first. We send you the URL. The first page of the
sandbox contains the quick start. Read the \`warnings\` of sandbox responses: production rejects requests that
cause a warning in the sandbox. [Go live](/guide/go-live) lists all
differences.`;
