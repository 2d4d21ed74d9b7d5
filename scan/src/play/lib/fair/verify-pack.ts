import type { FairPack } from '@zhuiyuan/contract/campaign/fair/fair';
import { hashOf, openNumbers, toBytes } from './fair-numbers.ts';
import { wrongFields } from './pack-form.ts';

const million = 1_000_000;
const reasons = new Set(['NONE', 'TIER_OFF', 'USER_WIN_CAP', 'HOUR_CAP', 'DAY_CAP', 'SOLD_OUT', 'BUDGET']);

/** Milliseconds; not a number where no calendar or clock shows that time. */
const momentOf = (drawnAt: string): number => {
  // To the millisecond, as every phone reads it.
  const at = Date.parse(`${drawnAt.slice(0, 23)}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === drawnAt.slice(0, 19) ? at : Number.NaN;
};

/** The day in Shanghai, as numbers of draws begin with it; '' where there is none. */
const dayOf = (moment: number): string =>
  Number.isNaN(moment) ? '' : new Date(moment + 8 * 3_600_000).toISOString().slice(0, 10).replace(/-/g, '');

/** Draws that wait for each other end in another order than their numbers, within a draw's longest wait. */
const longestWait = 60_000;

/** What was found in a pack: what differs, and its chain recomputed; '' where fields are wrong. */
export interface PackChecked {
  faults: string[];
  chainHash: string;
}

/**
 * Recomputes a period by the rules of `scripts/verify-draws.mjs`, which says the same of every pack. Null where this phone cannot compute
 * (pages without https have no such functions).
 */
export const checkPack = async (given: unknown): Promise<PackChecked | null> => {
  if (!(window.crypto?.subtle as SubtleCrypto | undefined)) return null;
  const faults: string[] = [];
  const wrong = wrongFields(given);
  if (wrong.length) return { faults: wrong.map((path) => `字段不正确：${path}`), chainHash: '' };
  const pack = given as FairPack;
  const { activityId, epochNo, draws, tiers, heads, fallbackTierId, chainVersion } = pack;
  const { version, prevHash, hash, entries } = pack.weightVersion;

  if ((await hashOf(toBytes(pack.seed))) !== pack.seedHash) faults.push('种子与承诺不符');
  const odds = entries.map(({ tierId, weight }) => `{"tierId":${tierId},"weight":${weight}}`).join(',');
  const published = `{"activityId":${activityId},"entries":[${odds}],"prevHash":"${prevHash}","version":${version}}`;
  if ((await hashOf(published)) !== hash) faults.push('概率版本与存证不符');
  if (entries.reduce((sum, { weight }) => sum + weight, 0) !== million) faults.push('概率合计不是100%');
  if (new Set(entries.map(({ tierId }) => tierId)).size < entries.length) faults.push('概率表奖级重复');
  const byId = new Map(tiers.map((tier) => [tier.tierId, tier]));
  if (byId.size < tiers.length) faults.push('奖级重复');
  if (tiers.some(({ amountMin, amountMax }) => amountMin > amountMax)) faults.push('奖级金额范围不正确');
  if (fallbackTierId !== null && !byId.has(fallbackTierId)) faults.push('保底奖级不存在');
  const blankTierId = entries[entries.length - 1]?.tierId;
  if (pack.drawCount !== draws.length) faults.push(`应有 ${pack.drawCount} 次抽奖，实有 ${draws.length} 次`);

  const numberBelow = await openNumbers(pack.seed);
  const [numbers, keys] = [new Set<string>(), new Set<string>()];
  let lastNumber = '';
  let lastMoment = 0;
  let chain =
    chainVersion === 1
      ? '0'.repeat(64)
      : await hashOf(['v2', activityId, epochNo, pack.seedHash, hash, fallbackTierId ?? 0].join('|'));
  const chains = [chain];
  for (const [at, draw] of draws.entries()) {
    const { no, drawNo, uid, key, clientSeed, rand, rawTierId, tierId, fallback, amount, drawnAt } = draw;
    const fault = (words: string): void => void faults.push(`${drawNo} ${words}`);
    if (no !== at + 1) fault(`序号应为 ${at + 1}`);
    // As long as each other, so that they stand in the order of numbers.
    const number = drawNo.slice(9).padStart(15, '0');
    if (numbers.has(number)) fault('抽奖编号重复');
    else if (number < lastNumber) fault('次序不正确');
    numbers.add(number);
    if (number > lastNumber) lastNumber = number;
    const payer = key.startsWith('P') ? `${key} ${uid}` : key;
    if (keys.has(payer)) fault('抽奖凭据重复');
    keys.add(payer);
    const moment = momentOf(drawnAt);
    if (dayOf(moment) !== drawNo.slice(1, 9)) fault('编号的日期与抽奖时间不符');
    if (moment < lastMoment - longestWait) fault('时间早于前面的抽奖');
    if (moment > lastMoment) lastMoment = moment;

    const message = ['v1', activityId, epochNo, key, uid, clientSeed].join('|');
    const right = await numberBelow(`${message}|r`, million);
    if (right !== rand) fault(`随机数应为 ${right}`);
    let end = 0;
    const hit = entries.find(({ weight }) => (end += weight) > right)?.tierId;
    if (hit !== rawTierId) fault(`随机数奖级应为 ${hit}`);
    if (!byId.has(rawTierId)) fault('随机数奖级不存在');
    const tier = byId.get(tierId);
    if (!tier) fault('奖级不存在');
    else if (tier.amountMin <= tier.amountMax) {
      const { amountMin, amountMax } = tier;
      const due =
        amountMin + (amountMax > amountMin ? await numberBelow(`${message}|a`, amountMax - amountMin + 1) : 0);
      if (amount !== due) fault(`金额应为 ${due}`);
    }
    if (!reasons.has(fallback)) fault('改发原因不存在');
    else if (fallback === 'NONE') {
      if (tierId !== rawTierId) fault('未说明为何不是所中奖级');
    } else if (tierId === rawTierId || rawTierId === blankTierId) fault('所中奖级并未改发');
    else if (tierId !== fallbackTierId && tierId !== blankTierId) fault('改发的既不是保底奖级，也不是谢谢参与');

    const links =
      chainVersion === 1
        ? [chain, drawNo, uid, key, rand, tierId, amount, drawnAt]
        : [chain, no, drawNo, uid, key, clientSeed, rand, rawTierId, tierId, fallback, amount, drawnAt];
    chain = await hashOf(links.join('|'));
    chains.push(chain);
  }
  if (chain !== pack.chainHash) faults.push('哈希链不符：有抽奖被改动、增加或删除');
  heads.forEach(({ at, count }, place) => {
    const before = heads[place - 1];
    if (before && (before.count > count || before.at > at)) faults.push(`链头次序不正确：${at}`);
  });
  for (const { at, count, head } of heads)
    if (chains[count] !== head) faults.push(`${at} 公布的链头不符：前 ${count} 次抽奖后来有改动`);
  return { faults, chainHash: chain };
};
