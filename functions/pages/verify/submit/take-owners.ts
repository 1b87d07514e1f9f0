import type { HostedPageReply, HostedPageRequest } from '#shared/hosted-pages/link-endpoint';
import { closedLinkReply, stepReply } from '#shared/hosted-pages/verification/replies';
import { inputsOfOwner, MAX_ENTERED_OWNERS } from '#shared/identity/domain/entered-owners';
import { laterStep, stepBeside } from '#shared/identity/domain/verification-steps';
import { changeSession } from '#shared/identity/sessions/change-session';
import type { OpenVerificationSession } from '#shared/identity/sessions/open-verification-session';
import { ownerViolations } from '#shared/identity/sessions/validate-owners';
import { listPersons } from '#shared/signatures/associated-persons/repository';
import { changedFields, truncateForRedisplay, withChanges } from './entered-fields';
import { finishedThere } from './hand-off';

/** Takes the step of the owners: keeps what was entered, and goes on, removes an owner, or asks for another one. */
export async function takeOwners(found: OpenVerificationSession, request: HostedPageRequest): Promise<HostedPageReply> {
  const { form, language, nowMs } = request;
  const button = form.get('owner');
  const removed = removedInputs(button);
  const changed = { ...changedFields(found.session.kind, form), ...removed };
  const recorded = await listPersons(found.user.id);
  const next = stepBeside(found.session, 'owners', 1);
  const after = await changeSession(found, request, (session) => {
    const isDone = button === null && ownerViolations({ ...session.draft, ...changed }, recorded).size === 0;
    return {
      draft: withChanges(session, changed),
      ...(isDone ? { step: laterStep(session, session.step, next), ...finishedThere(found, session, 'owners') } : {}),
    };
  });
  if (after.state !== 'open') return closedLinkReply(after, language);
  if (removed !== undefined) return { again: true, step: 'owners' };
  const entered = truncateForRedisplay({ ...after.session.draft, ...changed });
  const violations = ownerViolations(entered, recorded);
  if (violations.size > 0)
    return stepReply('owners', after, { language, nowMs, refused: { owners: { entered, violations } } });
  if (button === 'add') return stepReply('owners', after, { language, nowMs, withAnother: true });
  return { again: true, step: next };
}

/** Returns the inputs of the owner that a button removes, empty; `undefined` for the other buttons. */
function removedInputs(button: string | null): Readonly<Record<string, string>> | undefined {
  const position = Number(/^remove\.([0-9])$/.exec(button ?? '')?.[1] ?? MAX_ENTERED_OWNERS);
  if (position >= MAX_ENTERED_OWNERS) return undefined;
  return Object.fromEntries(inputsOfOwner(position).map((input) => [input, '']));
}
