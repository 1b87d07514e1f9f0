/**
 * Facts about a denied AWS call that are safe to log: service, operation, missing action and resource. We do not log the error's
 * text: it also names the caller's role session. For S3 it contains an object key with ids of people.
 */

export interface DeniedCall {
  /** Service name, e.g. `DynamoDB`, `S3`. */
  readonly service?: string | undefined;
  /** Operation, e.g. `TransactWriteItems`, which can require several actions. */
  readonly operation?: string | undefined;
  /** Missing action, named as in an IAM policy, e.g. `dynamodb:PutItem`. Absent if the service does not report the action. */
  readonly deniedAction?: string | undefined;
  /** Service and resource name, without region and account, e.g. `dynamodb:table/PartnerRamp-…`. */
  readonly deniedResource?: string | undefined;
}

interface CallName {
  readonly service: string;
  readonly operation: string;
}

const calls = new WeakMap<object, CallName>();

/** Records the call that caused an error, for a later log line. */
function noteCall(error: unknown, call: CallName): void {
  if (typeof error === 'object' && error !== null) calls.set(error, call);
}

/** Builds an error for a failed call that we signed without the SDK, in the form of the SDK's errors. */
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

/** The part of an SDK client that this module uses. */
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

/** Records service and operation of every failed call of a client. Returns the client. */
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

/** Error names that services return for a call that the role does not allow. */
const REFUSALS = new Set(['AccessDenied', 'AccessDeniedException', 'KMSAccessDeniedException', 'AllAccessDisabled']);

/** Maximum number of errors to search: the error and its nested causes. */
const DEPTH = 4;

/** Returns the denied call that caused an error, or `undefined`. */
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

/** Pattern of resource names that are safe to log: names from CloudFormation or from this service. Other names are not logged. */
const NAME = /^[\w.:/+=@-]+$/;

function resourceIn(arn: string): string | undefined {
  const [, , service = '', , , ...rest] = arn.split(':');
  // For S3, keep only the bucket name: the text after the bucket name is the object key.
  const name = service === 's3' ? rest.join(':').split('/')[0] : rest.join(':');
  return name !== undefined && NAME.test(name) ? `${service}:${name}` : undefined;
}
