import { invalidTransition } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { offRamp } from '#shared/transactions/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'offRamps.execute',
    'Asks for the payout of an off-ramp, before or after its tokens have arrived. Without it nothing is paid out.',
  ],
  description:
    'Executes an off-ramp: its tokens, once they have arrived, are paid out in fiat. Any live or completed status answers 200 with the status as it is, so repeating the call is harmless, and the newest `transactionHash` is kept; a cancelled, expired or failed one answers 400. In the sandbox the tokens arrive by themselves, a step later.',
  example: { body: { transactionId: offRamp.id }, data: { id: offRamp.id, status: 'PENDING' } },
  refusals: [invalidTransition()],
});
