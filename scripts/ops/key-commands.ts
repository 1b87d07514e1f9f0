import type { Command } from '#scripts/ops/command';
import { OperationFailed } from '#scripts/ops/faults';
import { columns, fields, instant } from '#scripts/ops/lines';
import { readDuration, readId, readName, readWhole } from '#scripts/ops/values';
import { findPartner, issueKey, listApiKeys, revokeKey, rotateKey } from '#shared/partners/repository';

const noun = 'key';
const partner = { value: 'ID', required: true, about: "The partner's identifier" };
const id = { value: 'KEYID', required: true, about: "The key's identifier (see key list)" };

const issue: Command = {
  noun,
  verb: 'issue',
  about: 'Issue one more key and print it, only this once',
  writes: 'unasked',
  options: {
    partner,
    name: { value: 'NAME', about: 'What the key is for (default: Key)' },
    'expires-in': { value: 'DURATION', about: 'Life of the key, such as 90m, 12h or 30d (default: no end)' },
  },
  prepare(given) {
    const partnerId = readId('partner', given.required('partner'));
    const name = readName('name', given.text('name') ?? 'Key');
    const life = given.text('expires-in');
    const lifetimeMs = life === undefined ? undefined : readDuration('expires-in', life);
    return {
      async run(scene) {
        const { keyId, apiKey, expiresAtMs } = await issueKey({ partnerId, name, lifetimeMs, ...scene });
        const expiresAt = instant(expiresAtMs);
        return {
          json: { partnerId, keyId, apiKey, name, expiresAt },
          text: fields(`Issued ${name}.`, {
            keyId,
            'apiKey (shown once)': apiKey,
            expires: expiresAt ?? 'never',
          }),
        };
      },
    };
  },
};

const rotate: Command = {
  noun,
  verb: 'rotate',
  about: 'Issue the successor of a key and print it, only this once; the old key works on for a grace period',
  writes: { askedWhen: '--grace-hours is 0' },
  options: {
    partner,
    id,
    'grace-hours': { value: 'HOURS', about: 'How long the old key still works, 0 to 720 (default: 24)' },
  },
  prepare(given) {
    const partnerId = readId('partner', given.required('partner'));
    const keyId = readId('id', given.required('id'));
    const graceHours = readWhole('grace-hours', given.text('grace-hours') ?? '24', { least: 0, most: 720 });
    return {
      // Without a grace the partner is cut off until it has the new key.
      ...(graceHours === 0 && { confirm: { partnerId, act: `end its key ${keyId} at once` } }),
      async run(scene) {
        const order = { partnerId, keyId, graceMs: graceHours * 3_600_000, ...scene };
        const issued = await rotateKey(order);
        const expiresAt = instant(issued.expiresAtMs);
        const oldExpiresAt = instant(issued.oldExpiresAtMs);
        return {
          json: {
            partnerId,
            keyId: issued.keyId,
            apiKey: issued.apiKey,
            expiresAt,
            rotated: { keyId, expiresAt: oldExpiresAt },
          },
          text: fields(`Rotated key ${keyId}, which works until ${oldExpiresAt}.`, {
            keyId: issued.keyId,
            'apiKey (shown once)': issued.apiKey,
            expires: expiresAt ?? 'never',
          }),
        };
      },
    };
  },
};

const revoke: Command = {
  noun,
  verb: 'revoke',
  about: 'End a key; it is refused everywhere within 60 s',
  writes: 'asked',
  options: { partner, id },
  prepare(given) {
    const partnerId = readId('partner', given.required('partner'));
    const keyId = readId('id', given.required('id'));
    return {
      confirm: { partnerId, act: `revoke its key ${keyId}` },
      async run(scene) {
        await revokeKey({ partnerId, keyId, ...scene });
        return {
          json: { partnerId, keyId, revokedAt: instant(scene.atMs) },
          text: `Key ${keyId} is revoked; it is refused everywhere within 60 s.`,
        };
      },
    };
  },
};

const list: Command = {
  noun,
  verb: 'list',
  about: "List a partner's keys, by their last four characters",
  options: { partner },
  prepare(given) {
    const partnerId = readId('partner', given.required('partner'));
    return {
      async run({ atMs }) {
        if ((await findPartner(partnerId)) === undefined)
          throw new OperationFailed(`There is no partner ${partnerId}.`);
        const keys = (await listApiKeys(partnerId)).map((key) => ({
          keyId: key.keyId,
          name: key.name,
          lastFour: key.lastFour,
          state: stateOf(key, atMs),
          createdAt: key.createdAt,
          lastUsedAt: key.lastUsedOn ?? null,
          expiresAt: instant(key.expiresAtMs),
          revokedAt: instant(key.revokedAtMs),
        }));
        const rows = keys.map((key) => {
          const end = key.revokedAt ?? key.expiresAt ?? 'never';
          return [
            key.keyId,
            `…${key.lastFour}`,
            key.state,
            key.createdAt,
            key.lastUsedAt ?? 'never',
            end,
            key.name,
          ];
        });
        const text = columns(['ID', 'KEY', 'STATE', 'CREATED', 'LAST USED', 'ENDS', 'NAME'], rows);
        return { json: { partnerId, keys }, text };
      },
    };
  },
};

interface Ends {
  readonly expiresAtMs?: number | undefined;
  readonly revokedAtMs?: number | undefined;
  readonly replacedBy?: string | undefined;
}

function stateOf(key: Ends, atMs: number): string {
  if (key.revokedAtMs !== undefined) return 'revoked';
  if (key.expiresAtMs !== undefined && key.expiresAtMs <= atMs) return 'expired';
  return key.replacedBy === undefined ? 'active' : 'in grace';
}

export const keyCommands: readonly Command[] = [issue, rotate, revoke, list];
