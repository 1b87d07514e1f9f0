import { creationViolations } from './creations';
import { depositViolations } from './deposits';
import type { Evidence } from './evidence';
import { limitViolations } from './limits';
import { feedViolations, listViolations } from './lists';
import { logViolations } from './logs';
import { notificationViolations } from './notifications';
import { refundViolations } from './refunds';
import { transactionViolations } from './transactions';

/** Checks all invariants after a run. @returns one line per violation */
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

/** Maximum delay of a due item, in ms. It is time for 15 redrives, because messages and invocations can fail. */
const LATE_MS = 900_000;

/** Checks that no due item of a sandbox simulation (`SIM`) or of an order is overdue. */
function simulationViolations({ items, nowMs }: Evidence): string[] {
  return items.flatMap(({ PK, entity, duePk, dueAt }) =>
    (entity === 'SIM' || entity === 'ORDER') && duePk !== undefined && Number(dueAt) + LATE_MS < nowMs
      ? [`the ${entity} of ${PK} has not gone on since ${new Date(Number(dueAt)).toISOString()}`]
      : [],
  );
}
