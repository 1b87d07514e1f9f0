import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';

const PROGRAM = join(import.meta.dirname, 'emulator/aws_calls.py');

/** A call of a service, by the names of its interface: `lambda`, `ListFunctions`. */
export interface AwsCall {
  readonly service: string;
  readonly operation: string;
  /** @default none */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** A service refused a call. */
export class AwsRefusal extends Error {
  override readonly name = 'AwsRefusal';
  constructor(
    call: AwsCall,
    /** As the service spells it: `ResourceInUseException`. */
    readonly code: string,
    message: string,
  ) {
    super(`${call.service} ${call.operation} was refused: ${code}, ${message}`);
  }
}

const answer = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  message: z.string().default(''),
});
type Answer = z.infer<typeof answer>;

/** Calls any service of a cloud, through the library of the AWS command line. */
export class AwsCaller {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;
  #hasEnded = false;

  /** @param python an interpreter that has botocore; @param environment says where the cloud is */
  constructor(python: string, environment: Readonly<Record<string, string>>) {
    this.#child = spawn(python, [PROGRAM], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, ...environment },
    });
    this.#child.stdin?.on('error', () => {});
    if (this.#child.stdout !== null)
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        const found = answer.parse(JSON.parse(line));
        this.#waiting.get(found.id)?.(found);
        this.#waiting.delete(found.id);
      });
    const end = () => {
      this.#hasEnded = true;
      for (const [id, settle] of this.#waiting) settle({ id, result: undefined, error: 'Ended', message: 'no answer' });
      this.#waiting.clear();
    };
    this.#child.once('exit', end);
    this.#child.once('error', end);
  }

  /** One call, its result in the form that the caller needs. @throws AwsRefusal */
  async call<T extends z.ZodType>(call: AwsCall, result: T): Promise<z.infer<T>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { service, operation, parameters = {} } = call;
    if (this.#hasEnded) throw new AwsRefusal(call, 'Ended', 'the caller has stopped');
    const found = await new Promise<Answer>((settle) => {
      this.#waiting.set(id, settle);
      this.#child.stdin?.write(`${JSON.stringify({ id, service, operation, parameters })}\n`);
    });
    if (found.error !== undefined) throw new AwsRefusal(call, found.error, found.message);
    return result.parse(found.result);
  }

  /** One call whose result does not matter. @throws AwsRefusal */
  async send(call: AwsCall): Promise<void> {
    await this.call(call, z.unknown());
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    await ended;
  }
}
