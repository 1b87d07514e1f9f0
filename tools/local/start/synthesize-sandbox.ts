import { readersOfUsualAccount } from '#infra/config/capacity';
import { loadStage } from '#infra/config/stages';
import type { CodeFor } from '#infra/constructs/service-function';
import { synthesize } from '#infra/synthesize';

/** Synthesizes the sandbox stage for this machine. Skips the checks of a deployment, which take seconds. */
export function synthesizeSandbox(outDir: string, codeFor: CodeFor): void {
  const config = loadStage({ env: 'sandbox' });
  // The sandbox is configured for a new AWS account, which allows ten concurrent invocations. This machine has no such limit.
  const capacity = { ...config.capacity, queueReaders: readersOfUsualAccount };
  synthesize({ config: { ...config, capacity }, codeFor, outDir });
}
