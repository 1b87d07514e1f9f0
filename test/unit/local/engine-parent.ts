/** A process that a test kills: starts the engine with the given folder, prints its URL, and waits. */
import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';

const { endpoint, pid } = await startDynamoDbEngine({ dataDir: process.argv[2] });
process.stdout.write(`${JSON.stringify({ endpoint, pid })}\n`);
setInterval(() => {}, 60_000);
