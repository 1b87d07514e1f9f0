/** Generated Markdown pages: tables and diagrams of facts in the code. */

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

/** Generates the pages, by file name in docs/generated/. */
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
    'Each row is one Lambda function. The column "Table" lists the DynamoDB actions and the other permissions of its role.',
    table(['Method', 'Path', 'Function', 'Key', 'Table', 'Idempotent', 'Stages', 'Purpose'], endpoints.map(row)),
    '## Workers',
    table(
      ['Function', 'Table', 'Sends to', 'Limit', 'Purpose'],
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
    'Each arrow shows the report that causes the change and, after a slash, the webhook event. A change without an event sends no webhook. The second table lists reports that do not change the status.',
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
    '## Reports without a change of the status',
    'In every status, an unexpected deposit is booked to the refund account of the user and then paid back.',
    table(
      ['Status', 'Reported', 'Event', 'Booked'],
      edges
        .filter(({ from, to }) => from === to)
        .map(({ from, on, event, postingRule }) => [code(from), code(on), code(event), code(postingRule)]),
    ),
  ]);
}

/** Formats a name as code; empty for null. */
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
    'Handle errors by `code`, and by `reason` if the code has several causes. Messages are for people. If a code has several messages, the table shows an example. The `docUrl` of an error links to its row in this table.',
    table(
      ['Status', 'Code', 'Meaning', 'Message'],
      lines.map(({ status, code, meaning, message }) => [String(status), `\`${code}\``, meaning, message]),
    ),
    '## Reasons',
    'Errors with one of these codes contain a `reason`. If you do not know a reason, handle the error by its code.',
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
    'The meaning of each HTTP status, and whether to send the request again. Handle errors by their `code`.',
    table(
      ['Status', 'Meaning', 'What to do', 'Codes'],
      statusNotes().map(([status, ...texts]) => [String(status), ...texts, codes(status).join(', ')]),
    ),
  ]);
}

/** Lists the final statuses that a transaction of this type can have with this cancellation reason. */
function endsBy(reason: CancellationReason, kind: TransactionKind): string[] {
  const edges = stateMachines[kind].edges.filter(
    ({ on, from, to }) => from !== to && reasonsFor(kind, on).includes(reason),
  );
  return [...new Set(edges.map(({ to }) => `\`${to}\``))];
}

function cancellationReasonPage(): string {
  return renderPage('Cancellation reasons', 'shared/transactions/domain/cancellation-reason.ts', [
    'Reasons why a transaction ended without a payout. The transaction contains the code as `cancellationReason` and the sentence as `cancellationMessage`. Its `CANCELLED_*` and `FAILED_*` webhooks contain them as `reason` and `message`. Handle reasons by the code. We can add codes and change sentences.',
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
    'If the user pays one of these amounts, in any currency, the transaction reaches the outcome automatically. The transaction passes all usual states and sends every webhook. If you use a quote, lock the quote with this amount as the amount that the user pays. On-ramps and cross-ramps with other amounts wait for a deposit. Off-ramps with other amounts complete after the execute request. An order at T+N waits N × 5 steps before its payout.',
    ...section('ON_RAMP'),
    ...section('OFF_RAMP'),
    ...section('CROSS_RAMP'),
  ]);
}

/** Renders a generated page with a note that it is generated. */
function renderPage(title: string, source: string, parts: readonly string[]): string {
  return `${[`# ${title}`, `<!-- Written by "npm run docs" from ${source}; changes here are lost. -->`, ...parts].join('\n\n')}\n`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
