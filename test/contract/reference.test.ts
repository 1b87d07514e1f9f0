import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '#scripts/docs/openapi/json-schema';
import { type Operation, readApiDocument, shownKeywords } from '#site/reference/api-document';
import { operationPath } from '#site/reference/paths';
import { referencePages } from '#site/reference/reference-pages';
import { samples } from '#site/reference/samples/samples';
import { newFolder } from '#test/support/guide-programs';
import { comparedHeaders, curlRequests, sampleOf } from '#test/support/sample-requests';
import { scriptedClient, success } from '#test/unit/sdk/scripted-fetch';

const KEY = 'partner-api-key';
const ROOT = resolve(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8');
const raw: JsonObject = JSON.parse(text);
const document = readApiDocument(text);
const pages = new Map(referencePages(text, 'sandbox').map((page) => [page.path, page]));
const main = document.operations.filter(({ deprecated }) => !deprecated);

const parseable = (html: string) => html.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The page of an operation or a webhook, and its own section of it. */
function sectionOf(operation: Operation) {
  const page = pages.get(operationPath(operation).split('#')[0] ?? '');
  const sections = page?.main.split('<section class="operation"') ?? [];
  const html = sections.find((section) => section.includes(`<h2 id="${operation.id}">`)) ?? '';
  return { html: parseable(html), page: parseable(page?.main ?? ''), markdown: page?.markdown ?? '' };
}

/** Returns the target of a reference. */
function follow(ref: string): unknown {
  const steps = ref.slice('#/'.length).split('/');
  return steps.reduce<unknown>((node, step) => (isObject(node) ? node[step] : undefined), raw);
}

/** Every property below a node of the document, with its description, through all references. */
function propertiesBelow(node: unknown, seen = new Set<unknown>()): [name: string, description: string][] {
  if (Array.isArray(node)) return node.flatMap((part) => propertiesBelow(part, seen));
  if (!isObject(node) || seen.has(node)) return [];
  seen.add(node);
  if (typeof node.$ref === 'string') return propertiesBelow(follow(node.$ref), seen);
  const own = isObject(node.properties) ? Object.entries(node.properties) : [];
  return [
    ...own.map(([name, property]): [string, string] => [
      name,
      isObject(property) ? String(property.description ?? '') : '',
    ]),
    ...Object.entries(node)
      .filter(([key]) => key !== 'example' && key !== 'examples' && key !== 'if')
      .flatMap(([, part]) => propertiesBelow(part, seen)),
  ];
}

describe('the reference has of the document', () => {
  it.each([...document.operations, ...document.webhooks])('$id', (operation) => {
    const { html, markdown } = sectionOf(operation);
    expect(html).toContain(operation.method === 'POST' && operation.path === '' ? operation.id : operation.summary);
    expect(html).toContain(`<code>${operation.path === '' ? operation.id : operation.path}</code>`);
    expect(markdown).toContain(
      operation.path === '' ? `## ${operation.id}` : `\`${operation.method} ${operation.path}\``,
    );
    expect(pages.get('/docs')?.main.includes(`#${operation.id}"`)).toBe(!operation.deprecated);
  });

  it.each(main)('every field, parameter and error of $id', ({ id, ...operation }) => {
    const { html, page, markdown } = sectionOf({ id, ...operation });
    const found: unknown = isObject(raw.paths) ? raw.paths[operation.path] : undefined;
    const node = isObject(found) ? found[operation.method.toLowerCase()] : undefined;
    const { requestBody, responses }: JsonObject = isObject(node) ? node : {};
    const good = Object.entries(isObject(responses) ? responses : {}).filter(([status]) => Number(status) < 400);
    const data = new Set(['success', 'data']);
    for (const [name, description] of propertiesBelow([requestBody, good.map(([, answer]) => answer)])) {
      if (!data.has(name)) expect(page, name).toContain(`<dt><code>${name}</code>`);
      if (!data.has(name)) expect(markdown, name).toContain(description);
    }
    for (const { name } of operation.parameters) expect(html).toContain(`<code>${name}</code>`);
    for (const { content } of operation.answers) {
      for (const code of Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples))) {
        if (/^[A-Z_]+$/.test(code)) expect(html).toContain(`<code>${code}</code>`);
      }
    }
  });

  it('every field of every event', () => {
    const [event] = document.webhooks;
    const { page, markdown } = event === undefined ? { page: '', markdown: '' } : sectionOf(event);
    for (const [name, description] of propertiesBelow(raw.webhooks)) {
      expect(page, name).toContain(`<dt><code>${name}</code>`);
      expect(markdown, name).toContain(description);
    }
  });

  it('every keyword of its schemas', () => {
    const keywords = new Set<string>();
    const collect = (node: unknown): void => {
      if (Array.isArray(node)) node.forEach(collect);
      if (!isObject(node)) return;
      for (const [key, part] of Object.entries(node)) {
        keywords.add(key);
        const isMap = key === 'properties' && isObject(part);
        if (isMap) Object.values(part).forEach(collect);
        else collect(part);
      }
    };
    collect(
      Object.values(isObject(raw.components) && isObject(raw.components.schemas) ? raw.components.schemas : {}).map(
        withoutMapping,
      ),
    );
    expect([...keywords].filter((keyword) => !shownKeywords.includes(keyword))).toEqual([]);
  });
});

/** A schema without the mapping of its discriminator, whose keys are values. */
function withoutMapping(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { discriminator: _, ...rest } = schema;
  return rest;
}

describe('the console', () => {
  it('is on no page of production', () => {
    const production = referencePages(text, 'production');
    expect(production.map(({ path }) => path)).toEqual([...pages.keys()]);
    for (const { main: html, scripts } of production) {
      expect(html).not.toContain('data-operation');
      expect(scripts ?? []).not.toContain('try-it');
    }
  });
});

describe('the samples', () => {
  const withClient = main.filter((operation) => samples(operation).length === 5);

  it('are there for each language, for every operation', () => {
    expect(withClient.map(({ id }) => id)).toEqual(main.map(({ id }) => id));
  });

  it('make the same request with curl and with the client', async () => {
    const calls = curlRequests(withClient);
    const { client, sent } = scriptedClient([() => success({ data: [] })], { baseUrl: 'https://api.test' });
    for (const operation of withClient) {
      await new AsyncFunction('ramp', sampleOf(operation, 'ts'))(client);
    }
    const requests = sent.map(({ method, url, body, headers }, at) => ({
      method,
      address: url.pathname + url.search,
      // The client sends its key to the document too, which needs none.
      headers: comparedHeaders([...headers.keys()].filter((name) => withClient[at]?.needsKey || name !== KEY)),
      body: body === undefined ? undefined : JSON.parse(body),
    }));
    expect(calls).toEqual(requests);
  });

  it('compile', async () => {
    const body = withClient.map((operation) => `{\n${sampleOf(operation, 'ts')}\nvoid answer;\n}`).join('\n');
    const folder = await newFolder();
    await writeFile(
      join(folder, 'samples.ts'),
      `import { PartnerRamp } from '#sdk/index';\nconst ramp = new PartnerRamp({ apiKey: '', baseUrl: '' });\n${body}\nexport {};\n`,
    );
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['samples.ts'], exclude: [] }),
    );
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--noEmit'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  });
});

const AsyncFunction: new (...source: string[]) => (...values: unknown[]) => Promise<unknown> = Object.getPrototypeOf(
  async () => undefined,
).constructor;
