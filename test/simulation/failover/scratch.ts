import { runFailover } from '#test/simulation/failover/run-failover';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
const [seed = '1', n = '1', mode = 'lost', control] = process.argv.slice(2);
for (let i = 0; i < Number(n); i += 1) {
  const t = Date.now();
  const r = await runFailover({
    seed: Number(seed) + i,
    hours: Number(process.env.H ?? 1),
    isPlanned: mode === 'planned',
    control: control as never,
  });
  console.log(
    Number(seed) + i,
    Date.now() - t,
    'ms',
    JSON.stringify({ ...r, violations: r.violations.length, digest: r.digest.slice(0, 8) }),
  );
  for (const v of r.violations.slice(0, 8)) console.log('   ', v.slice(0, 300));
}
