/**
 * Facts of a call that the cloud refused that are safe to log: service and operation, the action its role lacks,
 * and on what. The text of the refusal also names the session, and for a bucket the key of an object, which holds
 * ids of people: neither is taken.
 */

export interface DeniedCall {
  /** Service, named as the client or the signature names it, e.g. `DynamoDB`, `s3`. */
  readonly service?: string | undefined;
  /** E.g. `TransactWriteItems`, which asks for several actions. */
  readonly operation?: string | undefined;
  /** Action, named as in a policy, e.g. `dynamodb:PutItem`. Absent if the service does not report it. */
  readonly deniedAction?: string | undefined;
  /** Service and name, without region and account, e.g. `dynamodb:table/PartnerRamp-…`. */
  readonly deniedResource?: string | undefined;
}

interface CallName {
  readonly service: string;
  readonly operation: string;
}

const calls = new WeakMap<object, CallName>();

/** Notes which call an error came from, for the line that may be written of it. */
function noteCall(error: unknown, call: CallName): void {
  if (typeof error === 'object' && error !== null) calls.set(error, call);
}

/** Builds the refusal of a call that was signed here and not by the SDK, as the SDK would throw it. */
export function refusal(call: CallName, name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  noteCall(error, call);
  return error;
}

interface CallContext {
  readonly clientName?: string;
  readonly commandName?: string;
}

/** The part of a client of the SDK that this module needs. */
interface SdkClient {
  readonly middlewareStack: {
    add(
      middleware: <Args, Result>(
        next: (args: Args) => Promise<Result>,
        context: CallContext,
      ) => (args: Args) => Promise<Result>,
      options: { readonly step: 'initialize'; readonly name: string },
    ): void;
  };
}

/** Has every failed call of a client noted by service and operation. Returns the client. */
export function namingCalls<Client extends SdkClient>(client: Client): Client {
  client.middlewareStack.add(
    (next, { clientName = '', commandName = '' }) =>
      async (args) => {
        try {
          return await next(args);
        } catch (error) {
          noteCall(error, {
            service: clientName.replace(/Client$/, ''),
            operation: commandName.replace(/Command$/, ''),
          });
          throw error;
        }
      },
    { step: 'initialize', name: 'namingCalls' },
  );
  return client;
}

/** Names of the errors that services return for a call that the role does not allow. */
const REFUSALS = new Set(['AccessDenied', 'AccessDeniedException', 'KMSAccessDeniedException', 'AllAccessDisabled']);

/** Number of nested causes that are searched. */
const DEPTH = 4;

/** The refusal that an error is or was caused by, if there is one. */
export function deniedCall(error: unknown): DeniedCall | undefined {
  let current = error;
  for (let depth = 0; depth < DEPTH && current instanceof Error; depth += 1) {
    if (isRefusal(current)) return { ...calls.get(current), ...permissionIn(current.message) };
    current = current.cause;
  }
  return undefined;
}

function isRefusal({ name, message }: Error): boolean {
  return REFUSALS.has(name) || ACTION.test(message);
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html */
const ACTION = /\bis not authorized to perform: ([a-z0-9-]{2,40}:[A-Za-z]{2,60})\b/;
const RESOURCE = /\bon (?:the )?resource: "?(arn:[^\s",]{1,400})/;

function permissionIn(text: string): Pick<DeniedCall, 'deniedAction' | 'deniedResource'> {
  const [, deniedAction] = ACTION.exec(text) ?? [];
  const [, arn = ''] = RESOURCE.exec(text) ?? [];
  return { deniedAction, deniedResource: resourceIn(arn) };
}

/** Names that CloudFormation or we gave to tables, queues, buckets, keys, buses and secrets. */
const NAME = /^[\w.:/+=@-]+$/;

function resourceIn(arn: string): string | undefined {
  const [, , service = '', , , ...rest] = arn.split(':');
  // Text after the name of a bucket is the key of an object.
  const name = service === 's3' ? rest.join(':').split('/')[0] : rest.join(':');
  return name !== undefined && NAME.test(name) ? `${service}:${name}` : undefined;
}
