import { afterAll, describe, expect, it } from 'vitest';
import { docsFor } from '#docs/endpoint-docs';
import { WEBHOOK_URL } from '#shared/webhooks/examples';
import { newReceiver } from '#test/support/lifetime';
import { awaitExample, sendExample, story } from '#test/support/scenarios/documented-story';
import { ExampleValues } from '#test/support/scenarios/example-values';
import { sampleFiles, startFileServer } from '#test/support/servers/file-server';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

/** Values that differ in each run. The actual value must have the same format. */
const VARYING = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  /^whsec_[A-Za-z0-9+/]{40,}=*$/,
  /^ramp_sbx_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/,
  /^PR[0-9A-F]{14}$/,
  // References of the sandbox payment rails.
  /^PR[0-9A-F]{24}$/,
  /^\d{15}$/,
  /^0\.0\d{9,}$/,
  /^\d{3}\.\d{2}$/,
  // Account numbers of the sandbox bank.
  /^90\d{10}$/,
  /^0x[0-9a-fA-F]{40}$/,
  // Hashes of sandbox transfers.
  /^0x[0-9a-f]{64}$/,
  /^user:[0-9a-f-]{36}$/,
  // Addresses of logos.
  /^https?:\/\/[^/]+(\/\w+)*\/logos\/[0-9a-f]{64}\.png$/,
  // Links to pages.
  /^https?:\/\/[^/]+(\/\w+)*\/(verify|sign|pay)\/[\w-]{43}$/,
  // Paths of receipts.
  /^\/transactions\/[0-9a-f-]{36}\/receipt(\/return)?$/,
];
/** Numbers that differ in each run, because they depend on the rate or the time. */
const VARYING_NUMBERS = ['rate', 'exchangeRate', 'targetAmount', 'cryptoAmount', 'fiatAmount', 'amount', 'durationMs'];

class Substitutions extends ExampleValues {
  /** Replaces the values of an example that can differ from the response. @returns the expected response */
  expected(example: unknown, actual: unknown, name = ''): unknown {
    if (typeof example === 'number' && VARYING_NUMBERS.includes(name)) return expect.any(Number);
    // If the test runs in the evening or on a weekend, the array lists the days that the settlement date skips.
    if (name === 'forwardingAdjustments') return expect.any(Array);
    // A cursor belongs to the list of one partner, and each run uses another partner.
    if (name === 'nextCursor') return expect.stringMatching(/^[\w-]{20,}$/);
    // The settlement report sums the amounts of all transactions in this run, which depend on the rate.
    if (name === 'currencies' && JSON.stringify(example).includes('"net"')) return expect.any(Array);
    if (typeof example === 'string') return this.expectedText(example, actual);
    if (Array.isArray(example)) {
      const items: readonly unknown[] = Array.isArray(actual) ? actual : [];
      return example.map((item, at) => this.expected(item, items[at]));
    }
    if (typeof example !== 'object' || example === null) return example;
    const members = new Map<string, unknown>(
      typeof actual === 'object' && actual !== null ? Object.entries(actual) : [],
    );
    return Object.fromEntries(
      Object.entries(example).map(([key, inner]) => [key, this.expected(inner, members.get(key), key)]),
    );
  }

  private expectedText(example: string, actual: unknown): string {
    const known = this.get(example);
    if (known !== undefined) return known;
    const kind = VARYING.find((pattern) => pattern.test(example));
    if (kind === undefined || typeof actual !== 'string' || !kind.test(actual)) return example;
    // The same id occurs in several examples, so its actual value is stored for all of them. Times, rates and amounts are not
    // stored, because equal examples can have different actual values.
    if (!/^\d{4}-/.test(example) && !/^\d+\./.test(example)) this.set(example, actual);
    return actual;
  }
}

const service = await sharedStack();
const receiver = await newReceiver();
const files = await startFileServer();
afterAll(files.stop);
const partner = await service.newPartner();
const substitutions = new Substitutions();
substitutions.set(WEBHOOK_URL, receiver.url);
for (const url of JSON.stringify(docsFor('startKyc').example.body).match(/https:\/\/files\.[^"]+/g) ?? [])
  substitutions.set(url, files.serve(new URL(url).pathname, sampleFiles.jpeg));

describe('the examples of the OpenAPI document', () => {
  it.each(story)('%s responds as its example says', async (id) => {
    const run = { partner, receiver, values: substitutions };
    await awaitExample(id, run);
    const response = await sendExample(id, run);
    expect(response.status, response.text).toBe(docsFor(id).contract.status);
    const { file } = docsFor(id).contract;
    if (file !== undefined) {
      expect(response.headers.get('content-type')).toBe(file);
      expect(response.text).toMatch(/^%PDF-/);
      return;
    }
    expect(response.body).toEqual({
      success: true,
      data: substitutions.expected(docsFor(id).example.data, response.body.data),
    });
  });
});
