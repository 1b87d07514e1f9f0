/**
 * The API of the local stack with everything behind it held: gateway, function runtime and engines run, and no
 * stream, queue or schedule invokes a function. Deployed, those have machines of their own. The database is the one
 * at DYNAMODB_ENDPOINT; CDK_OUT is the folder of the templates.
 */
import { join } from 'node:path';
import { reportToStderr } from '#local/engines/local-cloud';
import { startGateway } from '#local/gateway/server';
import { openLogFile } from '#local/lambda/log-sink';
import { FunctionRuntime } from '#local/lambda/runtime';
import { newEventSecrets } from '#local/stack';
import { readRestApi } from '#local/wiring/api';
import { startEngines } from '#local/wiring/engines';
import { readFunctions } from '#local/wiring/functions';
import { readParts } from '#local/wiring/parts';
import { Shutdown } from '#local/wiring/shutdown';
import { required } from '#shared/platform/config/environment';
import { answerParent } from '../processes/parent';
import { scratchFolder } from '../processes/scratch-folder';
import { cpuMs } from './cpu-time';

const shutdown = new Shutdown();
const logs = scratchFolder();
shutdown.add('Logs', () => logs.remove());
const baseUrl = await start();
answerParent({ address: () => baseUrl, cpuMs }, () => shutdown.run(reportToStderr));

async function start(): Promise<string> {
  const parts = readParts(required('CDK_OUT'));
  const sink = openLogFile(join(logs.path, 'functions.log'));
  shutdown.add('Function log', () => sink.close());
  const engines = await startEngines(parts, undefined, shutdown);
  const { functions } = readFunctions(parts, {
    endpoints: {
      dynamodb: engines.dynamodbEndpoint,
      sqs: engines.queuesEndpoint,
      s3: engines.bucketsEndpoint,
      kms: engines.kmsEndpoint,
      // No endpoint publishes: that is the stream's reader's work, which is held.
      eventBridge: engines.queuesEndpoint,
    },
    // As the local stack runs unless told otherwise.
    run: { RATE_LIMIT_RPS: '0' },
    providerEventsSecrets: newEventSecrets(),
  });
  const rest = readRestApi(parts, new Set(functions.map(({ name }) => name)));
  const gateway = await startGateway({ ...rest, invoker: new FunctionRuntime(functions, sink), port: 0 });
  shutdown.add('Gateway', () => gateway.stop());
  return gateway.baseUrl;
}
