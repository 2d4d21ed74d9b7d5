import { seal, unseal } from '../../kit/secret.ts';
import { randomBytes } from 'node:crypto';

const purposes = { seed: 'red batch seed', key: 'red batch key' };

/** What decides who gets what in a batch, and the key its amounts lie under. Never logged, never sent. */
export interface BatchSecrets {
  seed: Buffer;
  key: Buffer;
}

/** Fresh secrets of a batch as they are kept, under the master key. */
export const makeSecrets = (masterKey: Buffer): { seedSealed: Buffer; keySealed: Buffer } => ({
  seedSealed: seal(masterKey, purposes.seed, randomBytes(32)),
  keySealed: seal(masterKey, purposes.key, randomBytes(32)),
});

/** Opens what {@link makeSecrets} made. */
export const openSecrets = (masterKey: Buffer, of: { seedSealed: Buffer; keySealed: Buffer }): BatchSecrets => ({
  seed: unseal(masterKey, purposes.seed, of.seedSealed),
  key: unseal(masterKey, purposes.key, of.keySealed),
});
