import http from 'node:http';
import * as z from 'zod';

/** What one phase of a journey asked of the cloud. */
interface Counts {
  readonly calls: Map<string, number>;
  reads: number;
  writes: number;
}

const capacity = z.looseObject({
  CapacityUnits: z.optional(z.number()),
  ReadCapacityUnits: z.optional(z.number()),
  WriteCapacityUnits: z.optional(z.number()),
});
const answer = z.looseObject({ ConsumedCapacity: z.optional(z.union([capacity, z.array(capacity)])) });

const READS = ['GetItem', 'BatchGetItem', 'Query', 'TransactGetItems'];
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems', 'BatchWriteItem'];
/** Of the other services, what a deployed stage is billed for; polling is the local stack's own. */
const BILLED = /^(AmazonSQS\.SendMessage|AWSEvents\.PutEvents|TrentService\.)/;

/** Counts the requests that this process makes to the local engines, by phase. */
export class Tally {
  private readonly phases = new Map<string, Counts>();
  private current: Counts | undefined;

  /** Watches every HTTP request of the process, functions' included: they run in it. */
  static start(): Tally {
    const tally = new Tally();
    const original = http.request;
    const watched = (...args: Parameters<typeof http.request>): http.ClientRequest => {
      const [options] = args;
      const headers = typeof options === 'object' && 'headers' in options ? options.headers : undefined;
      const target =
        typeof headers === 'object' && headers !== null && 'x-amz-target' in headers
          ? String(headers['x-amz-target'])
          : '';
      if (target === '') return original(...args);
      return tally.watch(target, headers, () => original(...args));
    };
    Object.assign(http, { request: watched });
    return tally;
  }

  /** What is counted from here on belongs to a phase, or to none. */
  begin(name: string | undefined): void {
    if (name === undefined) {
      this.current = undefined;
      return;
    }
    this.current = { calls: new Map(), reads: 0, writes: 0 };
    this.phases.set(name, this.current);
  }

  /** Markdown. */
  table(): string {
    const rows = [...this.phases].map(([name, { calls, reads, writes }]) => {
      const listed = [...calls].map(([call, count]) => `${count} ${call}`).toSorted();
      return `| ${name} | ${reads} | ${writes} | ${listed.join(', ')} |`;
    });
    return ['| Phase | Read units | Write units | Calls |', '|---|---|---|---|', ...rows].join('\n');
  }

  private watch(target: string, headers: unknown, send: () => http.ClientRequest): http.ClientRequest {
    const phase = this.current;
    const operation = target.slice(target.indexOf('.') + 1);
    const database = target.startsWith('DynamoDB_');
    if (phase === undefined || !(database || BILLED.test(target))) return send();
    // The body grows by one member.
    if (database && typeof headers === 'object' && headers !== null)
      Reflect.deleteProperty(headers, 'content-length');
    const request = send();
    const name = database ? operation : target;
    if (!database) {
      phase.calls.set(name, (phase.calls.get(name) ?? 0) + 1);
      return request;
    }
    askForCapacity(request, (index) => {
      // The sweep looks every minute whatever happens; it is counted apart.
      if (index === 'byDue') return false;
      phase.calls.set(name, (phase.calls.get(name) ?? 0) + 1);
      return true;
    });
    request.on('response', (response) => readAlong(response, (text) => add(phase, operation, text)));
    return request;
  }
}

/** Has the database tell what a request consumes. */
function askForCapacity(request: http.ClientRequest, counts: (index: unknown) => boolean): void {
  const end = request.end.bind(request);
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    return true;
  };
  Object.assign(request, {
    write: keep,
    end: (chunk?: unknown) => {
      keep(chunk);
      const body = z.looseObject({}).parse(JSON.parse(Buffer.concat(chunks).toString()));
      const asked = counts(body.IndexName) ? { ...body, ReturnConsumedCapacity: 'INDEXES' } : body;
      return end(JSON.stringify(asked));
    },
  });
}

/** Reads an answer without taking it from whoever waits for it. */
function readAlong(response: http.IncomingMessage, done: (text: string) => void): void {
  const push = response.push.bind(response);
  const chunks: Buffer[] = [];
  Object.assign(response, {
    push: (chunk: Buffer | null) => {
      if (chunk === null) done(Buffer.concat(chunks).toString());
      else chunks.push(Buffer.from(chunk));
      return push(chunk);
    },
  });
}

function add(phase: Counts, operation: string, text: string): void {
  const parsed = answer.safeParse(JSON.parse(text === '' ? '{}' : text));
  const consumed = [parsed.data?.ConsumedCapacity ?? []].flat();
  for (const one of consumed) {
    const units = one.CapacityUnits ?? 0;
    if (READS.includes(operation)) phase.reads += units;
    else if (WRITES.includes(operation)) {
      phase.reads += one.ReadCapacityUnits ?? 0;
      phase.writes += units;
    }
  }
}
