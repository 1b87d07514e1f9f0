import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '#local/engines/json-object';
import { ServiceFault, startJsonService } from '#local/engines/json-service';
import { type EncryptionContext, keyCipher } from '#local/engines/key-cipher';
import { keyArn, LOCAL_ACCOUNT } from '#local/engines/local-cloud';

const MASTER_KEY_BYTES = 32;
/** Encrypt takes at most this many bytes; larger data is for a data key. */
const PLAINTEXT_LIMIT_BYTES = 4096;
const DATA_KEY_LIMIT_BYTES = 1024;

export interface KeyServiceOptions {
  /** Ids of the keys that exist; callers may also name them by ARN (`keyArn`). */
  readonly keyIds: readonly string[];
  /** Folder of the file that holds the master key; without it the key lives in memory only. */
  readonly dataDir?: string | undefined;
}

export interface KeyService {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** A small KMS: Encrypt, Decrypt, GenerateDataKey and DescribeKey for symmetric keys. */
export async function startKeyService({ keyIds, dataDir }: KeyServiceOptions): Promise<KeyService> {
  const cipher = keyCipher(await masterKey(dataDir));

  function findKey(name: unknown): string {
    if (typeof name !== 'string') throw new ServiceFault('ValidationException', 'KeyId must be a string');
    const found = keyIds.find((keyId) => name === keyId || name === keyArn(keyId));
    if (found === undefined) throw new ServiceFault('NotFoundException', `Key '${name}' does not exist`);
    return found;
  }

  return await startJsonService({
    target: 'TrentService',
    operations: {
      Encrypt(input) {
        const keyId = findKey(input.KeyId);
        const plaintext = readBytes(input, 'Plaintext');
        if (plaintext.length === 0 || plaintext.length > PLAINTEXT_LIMIT_BYTES) {
          throw new ServiceFault(
            'ValidationException',
            `Plaintext must have 1 to ${PLAINTEXT_LIMIT_BYTES} bytes`,
          );
        }
        const sealed = cipher.seal(keyId, plaintext, readContext(input));
        return { KeyId: keyArn(keyId), CiphertextBlob: sealed.toString('base64'), ...DEFAULT_ALGORITHM };
      },
      Decrypt(input) {
        const sealed = readBytes(input, 'CiphertextBlob');
        const context = readContext(input);
        const named = input.KeyId === undefined ? undefined : findKey(input.KeyId);
        const { keyId, plaintext } = openOrFault(() => cipher.open(sealed, context));
        if (named !== undefined && named !== keyId) {
          throw new ServiceFault('IncorrectKeyException', 'The ciphertext was made under another key');
        }
        findKey(keyId);
        return { KeyId: keyArn(keyId), Plaintext: plaintext.toString('base64'), ...DEFAULT_ALGORITHM };
      },
      GenerateDataKey(input) {
        const keyId = findKey(input.KeyId);
        const dataKey = randomBytes(dataKeyBytes(input));
        const sealed = cipher.seal(keyId, dataKey, readContext(input));
        return {
          KeyId: keyArn(keyId),
          Plaintext: dataKey.toString('base64'),
          CiphertextBlob: sealed.toString('base64'),
        };
      },
      DescribeKey(input) {
        const keyId = findKey(input.KeyId);
        return {
          KeyMetadata: {
            KeyId: keyId,
            Arn: keyArn(keyId),
            AWSAccountId: LOCAL_ACCOUNT,
            Enabled: true,
            KeyState: 'Enabled',
            KeyUsage: 'ENCRYPT_DECRYPT',
            KeySpec: 'SYMMETRIC_DEFAULT',
            KeyManager: 'CUSTOMER',
            Origin: 'AWS_KMS',
            MultiRegion: false,
            EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
          },
        };
      },
    },
  });
}

const DEFAULT_ALGORITHM = { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' } as const;

/** Kept beside the database: without it the secrets in there could not be read after a restart. */
async function masterKey(dataDir: string | undefined): Promise<Buffer> {
  if (dataDir === undefined) return randomBytes(MASTER_KEY_BYTES);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'master-key');
  try {
    // `wx`: never over an existing key.
    await writeFile(file, randomBytes(MASTER_KEY_BYTES), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = await readFile(file);
  if (key.length !== MASTER_KEY_BYTES)
    throw new Error(`${file} is damaged: it must have ${MASTER_KEY_BYTES} bytes.`);
  return key;
}

function openOrFault<Opened>(open: () => Opened): Opened {
  try {
    return open();
  } catch {
    // No detail: which part did not fit is nobody's business.
    throw new ServiceFault('InvalidCiphertextException', 'The ciphertext cannot be decrypted');
  }
}

function readBytes(input: JsonObject, field: string): Buffer {
  const value = input[field];
  if (typeof value !== 'string') throw new ServiceFault('ValidationException', `${field} must be a blob`);
  return Buffer.from(value, 'base64');
}

function readContext({ EncryptionContext: context }: JsonObject): EncryptionContext {
  if (context === undefined || context === null) return {};
  if (!isJsonObject(context))
    throw new ServiceFault('ValidationException', 'EncryptionContext must be a map of strings');
  return Object.fromEntries(
    Object.entries(context).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      throw new ServiceFault('ValidationException', 'EncryptionContext must be a map of strings');
    }),
  );
}

function dataKeyBytes({ KeySpec, NumberOfBytes }: JsonObject): number {
  if ((KeySpec === undefined) === (NumberOfBytes === undefined)) {
    throw new ServiceFault('ValidationException', 'Give either KeySpec or NumberOfBytes');
  }
  if (KeySpec === 'AES_256') return 32;
  if (KeySpec === 'AES_128') return 16;
  const given = typeof NumberOfBytes === 'number' && Number.isInteger(NumberOfBytes) ? NumberOfBytes : 0;
  if (given < 1 || given > DATA_KEY_LIMIT_BYTES) {
    throw new ServiceFault('ValidationException', 'KeySpec or NumberOfBytes is not valid');
  }
  return given;
}
