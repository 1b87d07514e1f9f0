import type { TemplateExemption } from '#test/template-linters/template-findings';

const TRACES = 'Traces and execution logs hold whole addresses, and those of hosted pages a token: docs/adr/012.';
const LOG_KEY = 'Lines hold ids and no personal data; CloudWatch encrypts them with a key of its own.';
const NETWORK =
  'Functions call the internet and services of AWS; a network of our own would add a NAT gateway and protect nothing; a stage may have one for fixed addresses: docs/adr/073.';
const OBJECT_NAMES = 'Names of objects hold ids of people, and an access log would repeat them in a second bucket.';

/** Findings of cfn-lint, checkov and cfn-guard (test/template-linters/main.ts) that are meant, a line each. */
// biome-ignore format: a table reads by its rows
export const templateExemptions: readonly TemplateExemption[] = [
  { tool: 'cfn-lint', rule: 'W3005', where: 'AWS::', reason: 'The library names dependencies that references enforce already. It changes nothing.' },
  { tool: 'checkov', rule: 'CKV_AWS_7', where: 'AWS::KMS::Key LinkKey', reason: 'A key of this kind cannot be rotated, and another would make other tokens of the same links: docs/adr/007.' },
  { tool: 'checkov', rule: 'CKV_AWS_18', where: 'AWS::S3::Bucket Files', reason: OBJECT_NAMES },
  { tool: 'checkov', rule: 'CKV_AWS_27', where: 'AWS::SQS::Queue', reason: 'They are encrypted by SQS itself, and the event bus could not send under a key of ours.' },
  { tool: 'checkov', rule: 'CKV_AWS_73', where: 'AWS::ApiGateway::Stage', reason: TRACES },
  { tool: 'checkov', rule: 'CKV_AWS_115', where: 'AWS::Lambda::Function', reason: 'Queues bound their readers by their mappings, and a reserved share would take from what endpoints have in common.' },
  { tool: 'checkov', rule: 'CKV_AWS_116', where: 'AWS::Lambda::Function', reason: 'Callers wait for their answer, queues and streams have dead letters of their own, and the schedule comes again.' },
  { tool: 'checkov', rule: 'CKV_AWS_117', where: 'AWS::Lambda::Function', reason: NETWORK },
  { tool: 'checkov', rule: 'CKV_AWS_120', where: 'AWS::ApiGateway::Stage', reason: 'No answer may be given to another caller or be older than the last write.' },
  { tool: 'checkov', rule: 'CKV_AWS_158', where: 'AWS::Logs::LogGroup', reason: LOG_KEY },
  { tool: 'cfn-guard', rule: 'api_gw_domain_tls_check', where: 'AWS::ApiGateway::DomainName', stage: 'production', reason: 'The rule knows TLS_1_2 alone. This policy has the same lowest version, with forward secrecy: docs/adr/034.' },
  { tool: 'cfn-guard', rule: 'api_gw_v1_execution_logging_enabled_check', where: 'AWS::ApiGateway::Stage', reason: TRACES },
  { tool: 'cfn-guard', rule: 'api_gw_xray_enabled_check', where: 'AWS::ApiGateway::Stage', reason: TRACES },
  { tool: 'cfn-guard', rule: 'cloudwatch_alarm_action_check', where: 'AWS::CloudWatch::Alarm', stage: 'sandbox', reason: 'The shipped sandbox names no topic: its alarms show in the console. Production needs one.' },
  { tool: 'cfn-guard', rule: 'cloudwatch_log_group_retention_period_check', where: 'AWS::Logs::LogGroup', stage: 'sandbox', reason: 'A stage with invented data keeps its logs for a month.' },
  { tool: 'cfn-guard', rule: 'cloudwatch_log_group_retention_period_check', where: 'AWS::Logs::LogGroup AccessLogs', stage: 'production', reason: 'It has addresses of persons: 30 days, as docs/data-retention.md promises.' },
  { tool: 'cfn-guard', rule: 'cloudwatch_log_group_encrypted_check', where: 'AWS::Logs::LogGroup', reason: LOG_KEY },
  { tool: 'cfn-guard', rule: 'lambda_function_public_access_prohibited_check', where: 'AWS::Lambda::Permission', reason: 'SourceArn names the routes of this API, and with them the account, which the rule wants beside it.' },
  { tool: 'cfn-guard', rule: 'lambda_inside_vpc_check', where: 'AWS::Lambda::Function', reason: NETWORK },
  { tool: 'cfn-guard', rule: 's3_bucket_logging_enabled_check', where: 'AWS::S3::Bucket Files', reason: OBJECT_NAMES },
  { tool: 'cfn-guard', rule: 's3_event_notifications_enabled_check', where: 'AWS::S3::Bucket Files', reason: 'Functions know what they store, and an upload is read when its page is submitted.' },
  { tool: 'cfn-guard', rule: 's3_bucket_object_lock_enabled_check', where: 'AWS::S3::Bucket Files', stage: 'sandbox', reason: 'Production locks signed declarations, the sandbox nothing: docs/adr/033.' },
  { tool: 'cfn-guard', rule: 'sqs_dlq_check', where: 'AWS::SQS::Queue', reason: 'The end of the line: what is in a queue of dead letters waits for a person, and an alarm calls one.' },
  { tool: 'checkov', rule: 'CKV_AWS_173', where: 'AWS::Lambda::Function', reason: 'Variables hold names, ARNs and settings, and no secret; Lambda encrypts them with a key of its own.' },
];
