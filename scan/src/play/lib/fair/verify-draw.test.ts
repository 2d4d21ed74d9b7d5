import { webcrypto } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { recompute } from './verify-draw.ts';

const seed = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, '0')).join('');
const seedHash = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';
const message = 'v1|1001|3|C900001|555|00112233445566778899aabbccddeeff';

beforeAll(() => vi.stubGlobal('crypto', webcrypto));

describe('a draw recomputed on the phone', () => {
  it('has the number of the published vector', async () => {
    expect(await recompute(seed, seedHash, message)).toEqual({ seedOk: true, rand: 149_150 });
  });

  it('says when the seed is not the one that was promised', async () => {
    expect(await recompute(seed.replace('00', 'ff'), seedHash, message)).toMatchObject({ seedOk: false });
  });
});
