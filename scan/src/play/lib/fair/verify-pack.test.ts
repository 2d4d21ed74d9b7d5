import { execFile } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chained, makePack, type PackDraw } from '../../../../test/fair-pack.ts';
import { checkPack } from './verify-pack.ts';

const script = join(import.meta.dirname, '../../../../../scripts/verify-draws.mjs');
const folder = mkdtempSync(join(tmpdir(), 'packs-'));
afterAll(() => rmSync(folder, { recursive: true }));
vi.setConfig({ testTimeout: 120_000 });
beforeAll(() => vi.stubGlobal('crypto', webcrypto));

type Checked = { faults: [string, string][]; chainHash: string };
let byScript: (pack: unknown, kept?: unknown[]) => Checked;
beforeAll(async () => {
  ({ checkPack: byScript } = (await import(/* @vite-ignore */ pathToFileURL(script).href)) as {
    checkPack: typeof byScript;
  });
});

/** What is said of a pack; page and script must say the same. */
const faultsOf = async (pack: unknown): Promise<string[]> => {
  const given: unknown = JSON.parse(JSON.stringify(pack));
  const [onPage, strangers] = [await checkPack(given), byScript(given)];
  expect({ ...strangers, faults: strangers.faults.map(([chinese]) => chinese) }).toEqual(onPage);
  return onPage!.faults;
};

/** The tool, with what it was given to read. */
const run = (...args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    );
  });
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const good = makePack();
const change = (at: number, to: Partial<PackDraw>) =>
  chained({ ...good, heads: [], draws: good.draws.map((draw, place) => (place === at ? { ...draw, ...to } : draw)) });
const find = (test: (draw: PackDraw) => boolean): number => good.draws.findIndex(test);
const [first, second] = [good.draws[1]!, good.draws[2]!];
const renumbered = (draws: PackDraw[]) => draws.map((draw, at) => ({ ...draw, no: at + 1 }));

describe('a pack', () => {
  it.each([1, 2])('that agrees has no faults, chained by version %d', async (version) => {
    expect(await faultsOf(makePack(version))).toEqual([]);
    expect(await faultsOf(makePack(version, 0))).toEqual([]);
  });

  it('brings both what stands in and what does not', () => {
    expect(new Set(good.draws.map(({ fallback, tierId }) => `${fallback} ${tierId}`))).toEqual(
      new Set(['NONE 11', 'NONE 12', 'NONE 13', 'SOLD_OUT 12', 'SOLD_OUT 13']),
    );
  });

  const bad: [string, () => object, string][] = [
    ['a number twice', () => change(2, { drawNo: first.drawNo }), '抽奖编号重复'],
    ['a number twice on two days', () => change(2, { drawNo: `D20261121${first.drawNo.slice(9)}` }), '抽奖编号重复'],
    ['a key twice', () => change(2, { key: first.key }), '抽奖凭据重复'],
    ['a turn of one person twice', () => change(8, { key: 'P1', uid: 500 }), '抽奖凭据重复'],
    [
      'draws out of order',
      () =>
        chained({
          ...good,
          heads: [],
          draws: renumbered(good.draws.map((draw, at) => good.draws[at === 1 ? 2 : at === 2 ? 1 : at]!)),
        }),
      '次序不正确',
    ],
    [
      'a draw left out, its place empty',
      () => chained({ ...good, heads: [], draws: good.draws.filter((_draw, at) => at !== 5) }),
      '序号应为 6',
    ],
    [
      'fewer draws than were counted',
      () => chained({ ...good, heads: [], draws: renumbered(good.draws.slice(1)) }),
      '应有 24 次抽奖，实有 23 次',
    ],
    [
      'a draw left out after a head, all counted anew',
      () => chained({ ...good, drawCount: 23, draws: renumbered(good.draws.filter((_draw, at) => at !== 5)) }),
      '2026-11-20 13:00:00 公布的链头不符：前 20 次抽奖后来有改动',
    ],
    [
      'fewer draws than a head covers',
      () => chained({ ...good, drawCount: 12, draws: good.draws.slice(0, 12) }),
      '公布的链头不符',
    ],
    ['heads out of order', () => ({ ...good, heads: good.heads.toReversed() }), '链头次序不正确'],
    ['an unknown tier', () => change(2, { tierId: 99 }), '奖级不存在'],
    ['a tier that was hit that is unknown', () => change(2, { rawTierId: 99 }), '随机数奖级不存在'],
    [
      'an unknown reason',
      () =>
        change(
          find(({ fallback }) => fallback !== 'NONE'),
          { fallback: 'BAD_LUCK' },
        ),
      '改发原因不存在',
    ],
    [
      'another tier without a reason',
      () =>
        change(
          find(({ fallback }) => fallback !== 'NONE'),
          { fallback: 'NONE' },
        ),
      '未说明为何不是所中奖级',
    ],
    [
      'a reason without another tier',
      () =>
        change(
          find(({ fallback, tierId }) => fallback === 'NONE' && tierId === 12),
          { fallback: 'BUDGET' },
        ),
      '所中奖级并未改发',
    ],
    [
      'a reason for none',
      () =>
        change(
          find(({ rawTierId }) => rawTierId === 13),
          { fallback: 'BUDGET', tierId: 12 },
        ),
      '所中奖级并未改发',
    ],
    [
      'a better tier that stands in',
      () =>
        change(
          find(({ rawTierId, fallback }) => rawTierId === 12 && fallback !== 'NONE'),
          { tierId: 11 },
        ),
      '改发的既不是保底奖级，也不是谢谢参与',
    ],
    [
      'a fallback that was not named',
      () => chained({ ...good, heads: [], fallbackTierId: null }),
      '改发的既不是保底奖级，也不是谢谢参与',
    ],
    ['a fallback that is no tier', () => chained({ ...good, heads: [], fallbackTierId: 98 }), '保底奖级不存在'],
    ['another day', () => change(2, { drawnAt: second.drawnAt.replace('11-20', '11-22') }), '编号的日期与抽奖时间不符'],
    ['no such day', () => change(2, { drawnAt: second.drawnAt.replace('11-20', '13-20') }), '编号的日期与抽奖时间不符'],
    [
      'a day that no calendar has',
      () => change(2, { drawnAt: '2026-02-31T04:00:00.000000Z', drawNo: `D20260303${second.drawNo.slice(9)}` }),
      '编号的日期与抽奖时间不符',
    ],
    [
      'an hour that no clock shows',
      () =>
        change(2, {
          drawnAt: second.drawnAt.replace(/T.*/, 'T24:00:00.000000Z'),
          drawNo: `D20261121${second.drawNo.slice(9)}`,
        }),
      '编号的日期与抽奖时间不符',
    ],
    [
      'a draw long before those in front of it',
      () => change(15, { drawnAt: good.draws[15]!.drawnAt.replace('T01', 'T00') }),
      `${good.draws[15]!.drawNo} 时间早于前面的抽奖`,
    ],
    ['another number', () => change(2, { rand: (second.rand + 1) % 1_000_000 }), `随机数应为 ${second.rand}`],
    ['another client seed', () => change(2, { clientSeed: 'ab' }), '随机数应为'],
    [
      'another amount',
      () =>
        change(
          find(({ tierId }) => tierId === 11),
          { amount: 29 },
        ),
      '金额应为',
    ],
    ['another seed', () => ({ ...good, seed: 'ab'.repeat(32) }), '种子与承诺不符'],
    ['another chain', () => ({ ...good, chainHash: 'ab'.repeat(32) }), '哈希链不符'],
    ['a draw of the chain changed', () => ({ ...good, draws: change(3, { uid: 7 }).draws }), '哈希链不符'],
    ['odds changed', () => ({ ...good, weightVersion: { ...good.weightVersion, version: 2 } }), '概率版本与存证不符'],
    ['a tier twice', () => ({ ...good, tiers: [...good.tiers, good.tiers[0]] }), '奖级重复'],
    [
      'a tier from more to less',
      () => ({ ...good, tiers: good.tiers.map((tier) => ({ ...tier, amountMin: 900 })) }),
      '奖级金额范围不正确',
    ],
  ];
  it.each(bad)('with %s is refused by page and script alike', async (_what, pack, fault) => {
    expect((await faultsOf(pack())).join('\n')).toContain(fault);
  });

  it('with any field missing or of another kind is refused, and nothing breaks', async () => {
    const odd = [undefined, null, '', 'x', -1, 0.5, 1e300, true, {}, [], [null], { length: 1 }];
    const at = (path: string[], value: unknown): unknown => {
      const pack = JSON.parse(JSON.stringify(good)) as Record<string, unknown>;
      const holder = path.slice(0, -1).reduce((part, name) => part[name] as Record<string, unknown>, pack);
      if (value === undefined) delete holder[path.at(-1)!];
      else holder[path.at(-1)!] = value;
      return pack;
    };
    const fields = [
      ...Object.keys(good).map((name) => [name]),
      ...Object.keys(good.weightVersion).map((name) => ['weightVersion', name]),
      ...Object.keys(good.heads[0]!).map((name) => ['heads', '0', name]),
      ...Object.keys(good.tiers[0]!).map((name) => ['tiers', '0', name]),
      ...Object.keys(first).map((name) => ['draws', '1', name]),
    ].filter(([name]) => name !== 'rejectedHolds');
    const passed = [];
    for (const path of fields)
      for (const value of odd) if ((await faultsOf(at(path, value))).length === 0) passed.push([path.join('.'), value]);
    // A name is anything that is text, and no head is one that differs: who kept one has it.
    expect(passed).toEqual([
      ['heads', []],
      ['tiers.0.tierName', ''],
      ['tiers.0.tierName', 'x'],
    ]);
    for (const pack of [null, 42, 'x', [], {}]) expect((await faultsOf(pack)).length).toBeGreaterThan(0);
  });
});

describe('the tool for strangers', () => {
  it('prints the chain whatever it found', async () => {
    const fine = await run(file('good.json', JSON.stringify({ code: 200, message: '', data: good })));
    expect(fine.code).toBe(0);
    expect(fine.said).toContain('24 次抽奖全部相符，4 个链头相符');
    expect(fine.said).toContain(`哈希链 / chain: ${good.chainHash}`);
    const unknown = change(2, { tierId: 99 });
    const refused = await run(file('tier.json', JSON.stringify(unknown)));
    expect(refused.code).toBe(1);
    expect(refused.said).toContain(`✗ ${second.drawNo} 奖级不存在 / ${second.drawNo} unknown tier`);
    expect(refused.said).toContain(`哈希链 / chain: ${unknown.chainHash}`);
    const formless = await run(file('form.json', JSON.stringify({ ...good, draws: [{}] })));
    expect(formless.code).toBe(1);
    expect(formless.said).toContain('✗ 字段不正确：draws[0].no / wrong field: draws[0].no');
    expect(formless.said).toContain(`哈希链 / chain: ${good.chainHash} (未能重算 / not recomputed)`);
  });

  it('holds heads that somebody kept against a pack that was made anew', async () => {
    const anew = file(
      'anew.json',
      JSON.stringify(
        chained({ ...good, heads: [], drawCount: 23, draws: renumbered(good.draws.filter((_draw, at) => at !== 5)) }),
      ),
    );
    const { activityId, epochNo, heads } = good;
    const kept = file('kept.json', JSON.stringify({ code: 200, data: { activityId, epochNo, heads } }));
    expect((await run(anew)).code).toBe(0);
    const held = await run(anew, kept);
    expect(held.code).toBe(1);
    expect(held.said).toContain('2026-11-20 11:00:00 保存的链头不符');
    expect((await run(file('good.json', JSON.stringify(good)), kept)).said).toContain('8 个链头相符');
    const other = file('other.json', JSON.stringify({ activityId, epochNo: 4, heads }));
    expect(await run(anew, other)).toEqual({ code: 2, said: expect.stringContaining('不是这一期的链头') });
  });

  it('lets draws that waited for each other end in another order', async () => {
    const at = (seconds: string) => first.drawnAt.replace(/:\d\d\.\d{6}Z/, `:${seconds}.000000Z`);
    const draws = good.draws.map((draw, place) => ({ ...draw, drawnAt: at(place % 2 === 0 ? '09' : '03') }));
    expect(await faultsOf(chained({ ...good, heads: [], draws }))).toEqual([]);
  });

  it('holds all that a kept answer promised against a pack', async () => {
    const pack = file('good.json', JSON.stringify(good));
    const { activityId, epochNo, seed, seedHash, chainVersion, chainHash, fallbackTierId } = good;
    const kept = {
      activityId,
      epochNo,
      heads: [],
      seedHash,
      weightHash: good.weightVersion.hash,
      chainVersion,
      fallbackTierId,
      drawCount: 0,
      chainHash: '',
      seed: '',
    };
    const sealed = { ...kept, drawCount: good.draws.length, chainHash };
    const revealed = { ...sealed, seed };
    const held = (answer: object) => run(pack, file('kept.json', JSON.stringify(answer)));
    for (const answer of [kept, sealed, revealed]) expect((await held(answer)).code).toBe(0);
    const other = 'ab'.repeat(32);
    const bad: [object, string][] = [
      [{ ...kept, seedHash: other }, '保存的种子承诺不符'],
      [{ ...kept, weightHash: other }, '保存的概率存证不符'],
      [{ ...kept, fallbackTierId: null }, '保存的保底奖级不符'],
      [{ ...kept, chainVersion: 1 }, '保存的哈希链版本不符'],
      [{ ...sealed, chainHash: other }, '保存的哈希链不符'],
      [{ ...sealed, drawCount: 25 }, '保存的抽奖次数不符：25'],
      [{ ...revealed, seed: other }, '保存的种子不符'],
    ];
    for (const [answer, said] of bad)
      expect(await held(answer)).toEqual({ code: 1, said: expect.stringContaining(said) });
  });

  it('says in one line that there is no pack', async () => {
    const large = file('large.json', '');
    truncateSync(large, 129 * 1024 * 1024);
    const none: [string[], string][] = [
      [[], '用法 / usage'],
      [[join(folder, 'nowhere.json')], '读不到 / cannot be read'],
      [['http://127.0.0.1:1/pack'], '读不到 / cannot be read'],
      [[file('html.json', '<html>')], '不是 JSON / not JSON'],
      [[file('empty.json', '')], '不是 JSON / not JSON'],
      [[file('null.json', 'null')], '不是抽奖存证数据'],
      [[file('list.json', '[]')], '不是抽奖存证数据'],
      [[file('number.json', '42')], '不是抽奖存证数据'],
      [[file('nothing.json', '{}')], '不是抽奖存证数据'],
      [[file('refusal.json', '{"code":404,"message":"该期种子尚未公开","data":null}')], '该期种子尚未公开'],
      [[large], '数据过大 / too large'],
    ];
    await Promise.all(
      none.map(async ([args, said]) => {
        const answer = await run(...args);
        expect(answer, args.join()).toEqual({ code: 2, said: expect.stringContaining(said) });
        expect(answer.said.trim().split('\n')).toHaveLength(1);
      }),
    );
  });
});
