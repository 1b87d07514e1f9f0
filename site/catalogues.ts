/** Lists to look things up in, from the documents that the code writes. */
import { documentPage } from './document-pages';
import type { SitePage } from './page';
import type { SiteSources, SourceName } from './sources';

/** The page of the reference that shows the payload of each event. */
const EVENT_REFERENCE = '/docs/webhook-events';

/** Documents of the catalogues with their addresses below the guide and their descriptions. */
const CATALOGUES: readonly (readonly [source: SourceName, name: string, description: string])[] = [
  ['errors', 'errors', 'Every error code with its status, its meaning and an example of its message.'],
  ['statusCodes', 'status-codes', 'What each HTTP status means, and what to do.'],
  ['events', 'webhook-events', 'Every webhook event: when it is sent, and its fields.'],
  ['sandboxAmounts', 'sandbox-amounts', 'The amounts that drive a sandbox transaction to each outcome.'],
  ['onRampStates', 'on-ramp-states', statesOf('an on-ramp')],
  ['offRampStates', 'off-ramp-states', statesOf('an off-ramp')],
  ['crossRampStates', 'cross-ramp-states', statesOf('a cross-ramp')],
  [
    'cancellationReasons',
    'cancellation-reasons',
    'Why a transaction ended without its payout, as a code and as a sentence.',
  ],
];

export function cataloguePages(sources: SiteSources): SitePage[] {
  return CATALOGUES.map(([source, name, description]) => {
    const text = sources.read(source);
    const page = documentPage(source === 'events' ? withReferenceLinks(text) : text, {
      path: `/guide/${name}`,
      description,
    });
    return source === 'errors' ? { ...page, main: withPlaces(page.main) } : page;
  });
}

function statesOf(transaction: string): string {
  return `Every state of ${transaction}, what leads to the next one, and the webhook that reports it.`;
}

export function changelogPage(sources: SiteSources): SitePage {
  return documentPage(sources.read('changelog'), {
    path: '/guide/changelog',
    description: 'What has changed in the API, in the words of those who call it.',
  });
}

/** Gives each code of the table its place, to which `docUrl` of an error leads. */
function withPlaces(html: string): string {
  return html.replaceAll(
    /<tr role="row">(<td [^>]*>\d{3}<\/td>\n?<td [^>]*>)<code>([^ ]+?)<\/code>/g,
    (_, before: string, code: string) => {
      const id = code.replaceAll('<wbr>', '');
      return `<tr role="row" id="${id}">${before}<a class="anchor" href="#${id}"><code>${code}</code></a>`;
    },
  );
}

/** Links the events of their table to the reference, which has payloads and bodies. */
function withReferenceLinks(events: string): string {
  const text = events
    .trim()
    .replaceAll(/^\| `([A-Z_]+)` \|/gm, (_, event: string) => `| [\`${event}\`](${EVENT_REFERENCE}#${event}) |`);
  const bodies = `Each event leads to its payload and to a body that a run of the sandbox delivered, in [the reference](${EVENT_REFERENCE}).`;
  return `${text}\n\n${bodies}\n`;
}
