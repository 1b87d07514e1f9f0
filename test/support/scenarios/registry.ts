/** The scenario of each endpoint, by operation id. */
import { type EndpointRow, endpoints } from '#shared/api/endpoints';
import { allowedAddresses } from '#test/scenarios/allowed-addresses';
import { associatedPersons } from '#test/scenarios/associated-persons';
import { bankingOnboarding } from '#test/scenarios/banking-onboarding';
import { banks } from '#test/scenarios/banks';
import { branding } from '#test/scenarios/branding';
import { capabilities } from '#test/scenarios/capabilities';
import { changes } from '#test/scenarios/changes';
import { crossRamp } from '#test/scenarios/cross-ramp';
import { docs } from '#test/scenarios/docs';
import { kyb } from '#test/scenarios/kyb';
import { kyc } from '#test/scenarios/kyc';
import { offRamp } from '#test/scenarios/off-ramp';
import { onRamp } from '#test/scenarios/on-ramp';
import { pages } from '#test/scenarios/pages';
import { providerCallbacks } from '#test/scenarios/provider-callbacks';
import { providerEvents } from '#test/scenarios/provider-events';
import { quotes } from '#test/scenarios/quotes';
import { receiverAccounts } from '#test/scenarios/receiver-accounts';
import { receivers } from '#test/scenarios/receivers';
import { reports } from '#test/scenarios/reports';
import { sandbox } from '#test/scenarios/sandbox';
import { settlementCalendar } from '#test/scenarios/settlement-calendar';
import { signatures } from '#test/scenarios/signatures';
import { transactions } from '#test/scenarios/transactions';
import { userAccounts } from '#test/scenarios/user-accounts';
import { users } from '#test/scenarios/users';
import { wallets } from '#test/scenarios/wallets';
import { webhookEndpoints } from '#test/scenarios/webhook-endpoints';
import { webhookNotifications } from '#test/scenarios/webhook-notifications';
import { webhookSettings } from '#test/scenarios/webhook-settings';
import type { Scenario, Scenarios } from './scenario';

const tables: Scenarios = {
  ...allowedAddresses,
  ...associatedPersons,
  ...bankingOnboarding,
  ...banks,
  ...branding,
  ...capabilities,
  ...changes,
  ...crossRamp,
  ...docs,
  ...kyb,
  ...kyc,
  ...offRamp,
  ...onRamp,
  ...pages,
  ...providerCallbacks,
  ...providerEvents,
  ...quotes,
  ...receiverAccounts,
  ...receivers,
  ...reports,
  ...sandbox,
  ...settlementCalendar,
  ...signatures,
  ...transactions,
  ...userAccounts,
  ...users,
  ...wallets,
  ...webhookEndpoints,
  ...webhookNotifications,
  ...webhookSettings,
};

/** In the order of the endpoint table. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  endpoints.map((row): [string, Scenario] => [row.id, withDefaults(row)]),
);

/** @throws Error if the endpoint has no scenario */
function withDefaults({ id, method, scope }: EndpointRow): Scenario {
  const scenario = tables[id];
  if (scenario === undefined) throw new Error(`test/scenarios has no scenario of ${id}`);
  return scope === 'partner' ? { roundTrips: method === 'GET' ? 2 : 3, ...scenario } : scenario;
}

/** @throws Error for an operation that is not in the endpoint table */
export function scenarioFor(id: string): Scenario {
  const scenario = scenarios.get(id);
  if (scenario === undefined) throw new Error(`${id} is not in the endpoint table`);
  return scenario;
}

/** @throws Error for an operation that is not in the endpoint table */
export function rowFor(id: string): EndpointRow {
  const row = endpoints.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`${id} is not in the endpoint table`);
  return row;
}
