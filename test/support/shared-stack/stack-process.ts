/**
 * Runs a stack in a separate process, for test files that share it and for a test that kills it. Arguments: the file for function
 * output and, optionally, the data folder. The process sends the stack's data to its parent, and ends on request or with its
 * parent.
 */
import { startTestStack } from '#test/support/test-stack';

const [, , logFile, dataDir] = process.argv;
if (logFile === undefined) throw new Error('The name of the log file is missing');
// Ctrl-C also sends SIGINT to this process. The process ignores the signal, because its parent stops it.
process.on('SIGINT', () => undefined);

const settings = { WEBHOOK_DELAYS_S: '0,0,0,0,0' };
const running = await startTestStack({ logFile, settings, ...(dataDir === undefined ? {} : { dataDir }) });
process.on('message', () => process.disconnect());
process.once('disconnect', async () => {
  await running.stop();
  process.exit();
});
// Node.js sends the stack's data as JSON, without the methods of `running.stack`.
process.send?.(running.stack);
