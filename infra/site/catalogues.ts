/** Lists to look things up in, from the documents that the code writes. */
import { documentPage } from './document-pages';
import type { SitePage } from './page';
import type { SiteSources } from './sources';

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

/** The table of events, and the body of each as a journey recorded it. */
function webhookEventsPage(sources: SiteSources): SitePage {
  const examples: Readonly<Record<string, unknown>> = JSON.parse(sources.read('eventExamples'));
  const bodies = Object.entries(examples).map(
    ([event, body]) => `### ${event}\n\n\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``,
  );
  const text = `${sources.read('events').trim()}\n\n## Bodies\n\nAs they were delivered in a run of the sandbox.\n\n${bodies.join('\n\n')}\n`;
  return documentPage(text, {
    path: '/guide/webhook-events',
    description: 'Every webhook event: when it is sent, its fields, and a recorded body.',
  });
}
