/** The API reference page. A library renders it in the browser. Without JavaScript, the page shows a list of the operations. */
import * as z from 'zod';
import { renderMarkdown } from './markdown';
import { escapeHtml, type SitePage, slug } from './page';
import { OPENAPI, readSource } from './sources';
import { summaryOf } from './summaries';

const operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string(),
});

const document = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), z.object({ post: operation })),
});

/** An operation or webhook event with its anchor in the rendered reference. */
interface Entry {
  readonly anchor: string;
  readonly subject: string;
  /** Name of a webhook event, or id of an operation. */
  readonly name: string;
  /** Method and path, for example `POST /api/partner/v2/users`. Empty for an event. */
  readonly line: string;
  readonly summary: string;
  readonly description: string;
}

const REFERENCE = '/docs';

/** Returns the URL of a webhook event in the reference. */
export function eventPath(event: string): string {
  return `${REFERENCE}#tag/webhook-events/webhook/${event}`;
}

/** Builds the page. @throws ZodError if an operation has no id, tag or summary */
export function referencePage(): SitePage {
  const { tags, paths, webhooks } = document.parse(JSON.parse(readSource(OPENAPI)));
  const entries = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, found]): Entry => {
        const [subject] = found.tags;
        const anchor = `tag/${slug(subject)}/${found.operationId}`;
        return { ...found, anchor, subject, name: found.operationId, line: `${method.toUpperCase()} ${path}` };
      }),
    ),
    ...Object.entries(webhooks).map(([name, { post }]): Entry => {
      const [subject] = post.tags;
      return { ...post, anchor: `tag/${slug(subject)}/webhook/${name}`, subject, name, line: '' };
    }),
  ];
  const groups = tags.map((tag) => ({ ...tag, entries: entries.filter(({ subject }) => subject === tag.name) }));
  return {
    path: REFERENCE,
    title: 'API reference',
    main: `<p>${summaryOf(REFERENCE)}</p>\n${groups.map(groupHtml).join('\n')}`,
    markdown: `# API reference\n\n${INTRODUCTION}\n\n${groups.map(groupMarkdown).join('\n\n')}\n`,
    headings: [],
    isApplication: true,
  };
}

const INTRODUCTION =
  'Every field, limit and error of these operations and events is in the [OpenAPI 3.1 document](/openapi.json). Client generators need [the document without webhooks](/docs/openapi-for-generators.json).';

interface Group {
  readonly name: string;
  readonly description: string;
  readonly entries: readonly Entry[];
}

function groupHtml({ name, description, entries }: Group): string {
  const parts = entries.map(({ anchor, name: id, line, summary, description: text }) => {
    const names = [line, id].filter(Boolean).map((one) => `<code>${escapeHtml(one)}</code>`);
    return `<h3 id="${anchor}">${escapeHtml(summary)}</h3>\n<p>${names.join(' ')}</p>\n${renderMarkdown(text).main}`;
  });
  return `<h2 id="tag/${slug(name)}">${escapeHtml(name)}</h2>\n<p>${escapeHtml(description)}</p>\n${parts.join('')}`;
}

function groupMarkdown({ name, description, entries }: Group): string {
  const items = entries.map(({ line, name, summary }) => `- \`${line || name}\`: ${summary}`);
  return `## ${name}\n\n${description}\n\n${items.join('\n')}`;
}
