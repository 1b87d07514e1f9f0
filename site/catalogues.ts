/** Lists to look things up in, from the documents that the code writes. */
import { documentPage } from './document-pages';
import type { SitePage } from './page';
import type { SiteSources } from './sources';

/** The page of the reference that shows the payload of each event. */
const EVENT_REFERENCE = '/docs/webhook-events';

export function cataloguePages(sources: SiteSources): SitePage[] {
  return [
    documentPage(sources.read('errors'), {
      path: '/guide/errors',
      description: 'Every error code with its status, its meaning and an example of its message.',
    }),
    documentPage(sources.read('statusCodes'), {
      path: '/guide/status-codes',
      description: 'What each HTTP status means, and what to do.',
    }),
    webhookEventsPage(sources),
    documentPage(sources.read('sandboxAmounts'), {
      path: '/guide/sandbox-amounts',
      description: 'The amounts that drive a sandbox transaction to each outcome.',
    }),
    documentPage(sources.read('onRampStates'), {
      path: '/guide/on-ramp-states',
      description: 'Every state of an on-ramp, what leads to the next one, and the webhook that reports it.',
    }),
    documentPage(sources.read('offRampStates'), {
      path: '/guide/off-ramp-states',
      description: 'Every state of an off-ramp, what leads to the next one, and the webhook that reports it.',
    }),
    documentPage(sources.read('crossRampStates'), {
      path: '/guide/cross-ramp-states',
      description: 'Every state of a cross-ramp, what leads to the next one, and the webhook that reports it.',
    }),
    documentPage(sources.read('cancellationReasons'), {
      path: '/guide/cancellation-reasons',
      description: 'Why a transaction ended without its payout, as a code and as a sentence.',
    }),
  ];
}

export function changelogPage(sources: SiteSources): SitePage {
  return documentPage(sources.read('changelog'), {
    path: '/guide/changelog',
    description: 'What has changed in the API, in the words of those who call it.',
  });
}

/** The table of events. Payloads and bodies stand in the reference. */
function webhookEventsPage(sources: SiteSources): SitePage {
  const text = sources
    .read('events')
    .trim()
    .replaceAll(/^\| `([A-Z_]+)` \|/gm, (_, event: string) => `| [\`${event}\`](${EVENT_REFERENCE}#${event}) |`);
  const bodies = `Each event leads to its payload and to a body that a run of the sandbox delivered, in [the reference](${EVENT_REFERENCE}).`;
  return documentPage(`${text}\n\n${bodies}\n`, {
    path: '/guide/webhook-events',
    description: 'Every webhook event: when it is sent, and its fields.',
  });
}
