/** Request as IAM decides it: one action on one resource, and its context. */
export interface IamRequest {
  /** As a policy names it, e.g. `dynamodb:PutItem`. */
  readonly action: string;
  /** ARN. */
  readonly resource: string;
  /** Condition keys of the service, by the names that policies use. */
  readonly context: Readonly<Record<string, string | readonly string[]>>;
}

/** A signed request to a service of the cloud. */
export interface ServiceRequest {
  /** As the signature names it: `dynamodb`, `sqs`, `kms`, `events`, `s3`. */
  readonly service: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** `x-amz-target`, e.g. `DynamoDB_20120810.GetItem`; empty for services that have none. */
  readonly target: string;
  /** Text of the body; empty where it holds no parameters. */
  readonly body: string;
  /** Of the answer, where it decides what was asked for; otherwise undefined. */
  readonly status?: number | undefined;
}
