/** Lists to look things up in, from the documents that the code writes. */
import { documentPage } from './document-pages';
import type { SitePage } from './page';
import { eventPath } from './reference-page';
import type { SiteSources, SourceName } from './sources';

/** Documents of the catalogues with their addresses below the guide. */
const CATALOGUES: readonly (readonly [source: SourceName, name: string])[] = [
  ['errors', 'errors'],
  ['statusCodes', 'status-codes'],
  ['events', 'webhook-events'],
  ['sandboxAmounts', 'sandbox-amounts'],
  ['onRampStates', 'on-ramp-states'],
  ['offRampStates', 'off-ramp-states'],
  ['crossRampStates', 'cross-ramp-states'],
  ['cancellationReasons', 'cancellation-reasons'],
];

export function cataloguePages(sources: SiteSources): SitePage[] {
  return CATALOGUES.map(([source, name]) => {
    const text = sources.read(source);
    const page = documentPage(source === 'events' ? withReferenceLinks(text) : text, {
      path: `/guide/${name}`,
    });
    return source === 'errors' ? { ...page, main: withPlaces(page.main) } : page;
  });
}

export function changelogPage(sources: SiteSources): SitePage {
  return documentPage(sources.read('changelog'), { path: '/guide/changelog' });
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
    .replaceAll(/^\| `([A-Z_]+)` \|/gm, (_, event: string) => `| [\`${event}\`](${eventPath(event)}) |`);
  const bodies = `Each event leads to its payload and to a body that a run of the sandbox delivered, in the reference.`;
  return `${text}\n\n${bodies}\n`;
}
