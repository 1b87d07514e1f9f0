/** The generated Markdown: tables and graphs of facts in the code, for people. */

import { allPaths, type EndpointRow, endpoints, type Scope, workers } from '#shared/contract/endpoints';
import { sandboxRules } from '#shared/quotes/domain/sandbox-amounts';
import {
  type CancellationReason,
  cancellationMessage,
  cancellationReasons,
  reasonsFor,
} from '#shared/transactions/domain/cancellation-reason';
import { type Edge, type StateMachine, stateMachines } from '#shared/transactions/domain/status-facts';
import { type TransactionKind, transactionKinds } from '#shared/values/transaction-kinds';
import { eventFacts, eventNames } from '#shared/webhooks/domain/events';
import { errorCatalogue, gatewayErrors } from './errors';
import { eventNote, payloadFor, webhookPayloads } from './openapi/webhook-payloads';
import { reasonCatalogue } from './reasons';
import { statusNotes } from './status-notes';

/** Generates the pages by their file names under docs/generated/. */
export function generatedPages(): Readonly<Record<string, string>> {
  return {
    'endpoints.md': endpointPage(),
    'on-ramp-states.md': statesPage('States of an on-ramp', stateMachines.ON_RAMP),
    'off-ramp-states.md': statesPage('States of an off-ramp', stateMachines.OFF_RAMP),
    'cross-ramp-states.md': statesPage('States of a cross-ramp', stateMachines.CROSS_RAMP),
    'events.md': eventPage(),
    'cancellation-reasons.md': cancellationReasonPage(),
    'errors.md': errorPage(),
    'status-codes.md': statusCodePage(),
    'sandbox-amounts.md': sandboxPage(),
  };
}

const credentials: Readonly<Record<Scope, string>> = {
  partner: 'partner key',
  link: 'link of a person',
  provider: "provider's signature",
  public: 'none',
};

function endpointPage(): string {
  const row = (endpoint: EndpointRow) => [
    `\`${endpoint.method}\``,
    allPaths(endpoint)
      .map((path) => `\`${path}\``)
      .join('<br>'),
    `\`functions/${endpoint.folder}\``,
    [credentials[endpoint.scope], ...(endpoint.keyScope ? [`\`${endpoint.keyScope}\``] : [])].join(' '),
    [...endpoint.table, ...endpoint.grants].join(', '),
    endpoint.idempotent ? 'yes' : '',
    endpoint.stages,
    endpoint.summary,
  ];
  return renderPage('Endpoints', 'shared/contract/endpoints.ts', [
    'One function per row. "Table" is what its role may do to the table, and what else it may use.',
    table(['Method', 'Path', 'Function', 'Key', 'Table', 'Idempotent', 'Stages', 'What it does'], endpoints.map(row)),
    '## Workers',
    table(
      ['Function', 'Table', 'Sends to', 'Limit', 'What it does'],
      workers.map((worker) => [
        `\`functions/${worker.folder}\``,
        [...worker.table, ...worker.grants].join(', '),
        worker.outlets.map((outlet) => `\`${outlet}\``).join(', '),
        `${worker.timeoutS} s, ${worker.memoryMb} MB`,
        worker.summary,
      ]),
    ),
  ]);
}

function statesPage(title: string, { createdEvent, edges }: StateMachine): string {
  const moves = edges.filter(({ from, to }) => from !== to);
  const entered = new Set(moves.map(({ to }) => to));
  const left = new Set(moves.map(({ from }) => from));
  const first = [...left].filter((status) => !entered.has(status));
  const last = [...entered].filter((status) => !left.has(status));
  const arrow = ({ from, to, on, event }: Edge) => `  ${from} --> ${to}: ${on}${event === null ? '' : ` / ${event}`}`;
  return renderPage(title, 'shared/transactions/domain/status-facts.ts', [
    'An arrow is what was reported, and after a slash the webhook event that goes out; without one the step is silent. Reports that leave the status as it is stand in the second table alone.',
    [
      '```mermaid',
      'stateDiagram-v2',
      ...first.map((status) => `  [*] --> ${status}: ${createdEvent}`),
      ...moves.map(arrow),
      ...last.map((status) => `  ${status} --> [*]`),
      '```',
    ].join('\n'),
    '## Changes of the status',
    table(
      ['From', 'Reported', 'To', 'Event', 'Booked'],
      moves.map(({ from, on, to, event, postingRule }) => [
        code(from),
        code(on),
        code(to),
        code(event),
        code(postingRule),
      ]),
    ),
    '## Reports that leave the status as it is',
    'In every status a deposit that is not waited for goes to the refund account of the user, and what stands there is paid back.',
    table(
      ['Status', 'Reported', 'Event', 'Booked'],
      edges
        .filter(({ from, to }) => from === to)
        .map(({ from, on, event, postingRule }) => [code(from), code(on), code(event), code(postingRule)]),
    ),
  ]);
}

/** Writes a name as code; nothing for null. */
function code(name: string | null): string {
  return name === null ? '' : `\`${name}\``;
}

function eventPage(): string {
  return renderPage(
    'Webhook events',
    'shared/webhooks/domain/events.ts, tools/docs/openapi/webhook-payloads.ts and sdk/src/cli/trigger/journeys.ts',
    [
      table(
        ['Event', 'Type', 'Sent when', 'Fields of the payload'],
        eventNames.map((event) => {
          const fields = Object.keys(webhookPayloads[payloadFor(event)].shape).map((field) => `\`${field}\``);
          return [`\`${event}\``, `\`${eventFacts[event].type}\``, eventNote(event), fields.join(', ')];
        }),
      ),
    ],
  );
}

function errorPage(): string {
  const own = errorCatalogue().map(({ example: { status, message }, ...note }) => ({ ...note, status, message }));
  const lines = [...own, ...gatewayErrors].sort((a, b) => a.status - b.status);
  return renderPage('Error codes', 'shared/api/problems.ts and tools/docs/errors.ts', [
    'Decide by the code and, where it has several causes, by the `reason`. Messages are for people, and those below are examples where a code has several. `docUrl` of an error leads to its line here.',
    table(
      ['Status', 'Code', 'Meaning', 'Message'],
      lines.map(({ status, code, meaning, message }) => [String(status), `\`${code}\``, meaning, message]),
    ),
    '## Reasons',
    'Each error with one of these codes has a `reason` next to it. Handle a reason that you do not know as its code.',
    table(
      ['Code', 'Reason', 'Meaning', 'What to do'],
      reasonCatalogue().map(({ code, reason, meaning, advice }) => [`\`${code}\``, `\`${reason}\``, meaning, advice]),
    ),
  ]);
}

function statusCodePage(): string {
  const codes = (status: number) =>
    errorCatalogue()
      .filter(({ example }) => example.status === status)
      .map(({ code }) => `\`${code}\``);
  return renderPage('Status codes', 'tools/docs/status-notes.ts and tools/docs/errors.ts', [
    'What a response means by its HTTP status, and whether the same request can help. Errors carry a code, by which you decide.',
    table(
      ['Status', 'Meaning', 'What to do', 'Codes'],
      statusNotes().map(({ status, meaning, advice }) => [String(status), meaning, advice, codes(status).join(', ')]),
    ),
  ]);
}

/** Lists the statuses that a reason ends in, for a kind of transaction. */
function endsBy(reason: CancellationReason, kind: TransactionKind): string[] {
  const edges = stateMachines[kind].edges.filter(
    ({ on, from, to }) => from !== to && reasonsFor(kind, on).includes(reason),
  );
  return [...new Set(edges.map(({ to }) => `\`${to}\``))];
}

function cancellationReasonPage(): string {
  return renderPage('Cancellation reasons', 'shared/transactions/domain/cancellation-reason.ts', [
    'Why a transaction ended without its payout. The code is `cancellationReason` of the transaction and `reason` of its `CANCELLED_*` and `FAILED_*` webhooks; the sentence is `cancellationMessage` and `message`. Decide by the code: the list may grow, and sentences may change.',
    table(
      ['Code', 'Sentence', ...transactionKinds.map((kind) => payingSide[kind].title)],
      cancellationReasons.map((reason) => [
        `\`${reason}\``,
        cancellationMessage(reason),
        ...transactionKinds.map((kind) => endsBy(reason, kind).join(', ')),
      ]),
    ),
  ]);
}

const payingSide: Readonly<Record<TransactionKind, { readonly title: string; readonly field: string }>> = {
  ON_RAMP: { title: 'On-ramp', field: 'fiatAmount' },
  OFF_RAMP: { title: 'Off-ramp', field: 'cryptoAmount' },
  CROSS_RAMP: { title: 'Cross-ramp', field: 'sourceAmount' },
};

function sandboxPage(): string {
  const section = (kind: TransactionKind) => [
    `## ${payingSide[kind].title}`,
    table(
      [`\`${payingSide[kind].field}\``, 'Outcome', 'Reason', 'What happens'],
      sandboxRules[kind].map(({ amount, outcome, reason, description }) => [
        amount,
        `\`${outcome}\``,
        reason === null ? '' : `\`${reason}\``,
        description,
      ]),
    ),
  ];
  return renderPage('Sandbox amounts', 'shared/quotes/domain/sandbox-amounts.ts', [
    'A transaction whose amount on the paying side is one of these, in any currency, runs to its outcome by itself, through the real state machine and with every webhook. With a quote, the quote must have been locked with that amount on that side. Every other on-ramp and cross-ramp waits for a deposit; every other off-ramp completes after its execute call. An order at T+N waits N × 5 steps before its payout.',
    ...section('ON_RAMP'),
    ...section('OFF_RAMP'),
    ...section('CROSS_RAMP'),
  ]);
}

/** Renders a generated page, with a line that says so. */
function renderPage(title: string, source: string, parts: readonly string[]): string {
  return `${[`# ${title}`, `<!-- Written by "npm run docs" from ${source}; changes here are lost. -->`, ...parts].join('\n\n')}\n`;
}

/** Renders a table of Markdown. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
