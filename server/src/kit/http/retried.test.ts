import { describe, expect, it } from 'vitest';
import { retried } from './serve.ts';

describe('retried', () => {
  const broken = (code: string) => Object.assign(new Error(code), { code });

  it('runs a transaction again after a deadlock, three times at most', async () => {
    let runs = 0;
    const twice = await retried(async () => {
      runs += 1;
      if (runs < 3) throw broken('40P01');
      return runs;
    });
    expect(twice).toBe(3);
    runs = 0;
    await expect(
      retried(async () => {
        runs += 1;
        throw broken('40001');
      }),
    ).rejects.toMatchObject({ message: '系统繁忙，请稍后重试' });
    expect(runs).toBe(4);
  });

  it('does not run again after anything else', async () => {
    let runs = 0;
    await expect(
      retried(async () => {
        runs += 1;
        throw broken('23505');
      }),
    ).rejects.toThrow('23505');
    expect(runs).toBe(1);
  });
});
