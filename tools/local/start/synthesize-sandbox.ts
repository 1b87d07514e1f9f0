import { readersOfUsualAccount } from '#infra/config/capacity';
import { loadStage } from '#infra/config/stages';
import type { CodeFor } from '#infra/constructs/service-function';
import { synthesize } from '#infra/synthesize';

/** Synthesizes the sandbox stage for this machine, without the checks that a deployment runs: they take seconds. */
export function synthesizeSandbox(outDir: string, codeFor: CodeFor): void {
  const config = loadStage({ env: 'sandbox' });
  // The sandbox is shipped for a new account, whose ten invocations at once this machine does not share.
  const capacity = { ...config.capacity, queueReaders: readersOfUsualAccount };
  synthesize({ config: { ...config, capacity }, codeFor, outDir });
}
