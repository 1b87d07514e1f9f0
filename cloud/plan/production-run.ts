import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type Assembly, bootstrap, deploy } from '#cloud/cdk/commands';
import { synthesizeVariants } from '#cloud/cdk/run-synthesis';
import type { Certificate } from '#cloud/emulator/certificate';
import { EMULATED_ACCOUNT, type Emulator } from '#cloud/emulator/emulator';
import { FILE_PATH, type Providers, startProviders } from '#cloud/emulator/providers';
import { emulatedTarget } from '#cloud/emulator/target';
import { check, expectStatus } from '#cloud/phases/checks';
import { checkLogs } from '#cloud/phases/logs';
import { findPlantedFaults, preflightBeforeBootstrap, preflightOfDeployed } from '#cloud/phases/preflight';
import { checkProtection } from '#cloud/phases/protection';
import { checkNoDifference } from '#cloud/phases/releases';
import { verifiedUser } from '#cloud/phases/transactions';
import { PROVIDER_KEY, productionSettings } from '#cloud/plan/production-settings';
import type { Report } from '#cloud/plan/report';
import { type Cloud, newPartner, type Target } from '#cloud/plan/target';
import { docs } from '#functions/kyc/start/docs';

export interface ProductionRun {
  readonly cloud: Cloud;
  readonly emulator: Emulator;
  readonly report: Report;
  readonly certificate: Certificate;
  /** Takes the settings and the templates. */
  readonly folder: string;
}

/** Production as it is shipped, but for its placeholders and the gradual release, up to where it calls its providers. */
export async function runProduction({ cloud, emulator, report, certificate, folder }: ProductionRun): Promise<void> {
  const { name } = cloud;
  const assembly: Assembly = { stage: 'production', folder: join(folder, 'production') };
  const place = { cloud, configPath: join(folder, 'production.json') };
  const { configPath } = place;
  const providers = await startProviders(certificate);
  try {
    await report.needed(name, 'settings and templates', async () => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(configPath, await productionSettings(cloud, providers.url));
      const variant = {
        env: 'production',
        configPath,
        outDir: assembly.folder,
        enforcesIam: true,
        release: 'first',
      } as const;
      await synthesizeVariants(cloud.programs, folder, [variant]);
    });
    await report.phase(name, 'preflight of an empty account', () => preflightBeforeBootstrap(place));
    await report.needed(name, 'bootstrap', () => bootstrap(cloud, assembly, EMULATED_ACCOUNT));
    await report.phase(name, 'preflight with planted faults', () => findPlantedFaults(place));
    const outputs = await report.needed(
      name,
      'deploy production',
      () => deploy(cloud, assembly),
      ({ ApiUrl }) => ApiUrl,
    );
    const target = await emulatedTarget({ cloud, emulator, stage: 'production', outputs });
    await report.phase(name, 'preflight of the deployed stage', () => preflightOfDeployed(place));
    await report.phase(name, 'a journey up to the providers', () => reachProviders(target, providers));
    await Promise.all([
      report.phase(name, 'cdk diff after the deployment', () => checkNoDifference(target, assembly)),
      report.phase(name, 'root, table and bucket refuse deletion', () => checkProtection(target, assembly)),
    ]);
    await report.phase(name, 'logs of all functions', () => checkLogs(target));
  } finally {
    await providers.stop();
  }
}

const submission = z.looseObject({ identity: z.looseObject({}), documents: z.array(z.looseObject({})) });
const quoted = z.object({ data: z.object({ targetAmount: z.number() }) });

/** A person is verified by the provider, and a price is made from the provider's rate. */
async function reachProviders(target: Target, { url, calls }: Providers): Promise<string> {
  const partner = await newPartner(target, 'Acme');
  const file = `${url}${FILE_PATH}`;
  // The documented submission with every file where the providers are.
  const { identity, documents, ...person } = submission.parse(docs.example.body);
  await verifiedUser(partner, {
    ...person,
    identity: { ...identity, frontIdUrl: file, backIdUrl: file },
    selfieUrl: file,
    documents: documents.map((document) => ({ ...document, fileUrl: file })),
  });
  const order = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000 };
  const quote = quoted.parse(expectStatus(await partner.post('/cross-ramp/quotes', order), 200, 201).body);
  check(quote.data.targetAmount > 0, 'the quote has no amount');
  for (const path of ['/verifications', '/rates/'])
    check(
      calls.some((call) => call.path.startsWith(path) && call.authorization === `Bearer ${PROVIDER_KEY}`),
      `no call of ${path} with the provider's key`,
    );
  return `${calls.length} calls with the key of the secret; a person verified, ${quote.data.targetAmount} USD quoted`;
}
