import { creationViolations } from './creations';
import { depositViolations } from './deposits';
import type { Evidence } from './evidence';
import { limitViolations } from './limits';
import { feedViolations, listViolations } from './lists';
import { logViolations } from './logs';
import { notificationViolations } from './notifications';
import { refundViolations } from './refunds';
import { transactionViolations } from './transactions';

/** Everything that must hold after a run. Each violation is one line. */
export function inspect(evidence: Evidence): string[] {
  return [
    creationViolations,
    transactionViolations,
    depositViolations,
    notificationViolations,
    limitViolations,
    refundViolations,
    listViolations,
    feedViolations,
    simulationViolations,
    logViolations,
  ].flatMap((violations) => violations(evidence));
}

/** Time after its due time that a step of the sandbox may wait, ms: the redrive looks each minute. */
const LATE_MS = 900_000;

/** No step of a simulation or of an order stays due. */
function simulationViolations({ items, nowMs }: Evidence): string[] {
  return items.flatMap(({ PK, entity, duePk, dueAt }) =>
    (entity === 'SIM' || entity === 'ORDER') && duePk !== undefined && Number(dueAt) + LATE_MS < nowMs
      ? [`the ${entity} of ${PK} has not gone on since ${new Date(Number(dueAt)).toISOString()}`]
      : [],
  );
}
