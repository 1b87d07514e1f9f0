import { invalidInput } from '#shared/api/problems';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readReport, toReportReply } from '#shared/transactions/settlement/report';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, query, accept, nowMs }) => {
  if (Date.parse(query.date) > nowMs) throw invalidInput([{ field: 'date', message: 'Must not be in the future' }]);
  return toReportReply(await readReport(caller.partnerId, query.date, nowMs), accept);
});
