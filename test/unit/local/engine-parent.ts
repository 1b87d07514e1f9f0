/** A runner to be killed: starts the engine on the named folder, prints its address, and waits. */
import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';

const { endpoint, pid } = await startDynamoDbEngine({ dataDir: process.argv[2] });
process.stdout.write(`${JSON.stringify({ endpoint, pid })}\n`);
setInterval(() => {}, 60_000);
