/**
 * Recomputes a period of draws from what is published of it, with nothing of the product but this file and Node:
 *
 *   npm run verify-draws -- pack.json
 *   npm run verify-draws -- "https://host/api/public/lottery/fair/pack?activityId=1&epochNo=1" [saved heads.json ...]
 *
 * How a draw is decided, and what is in a pack, says docs/guides/fair-draws.md. Further files are answers of `fair/epoch` that were kept
 * while the period was open or after: their heads, and what else they promised, are held against the pack too. Ends with 1 when anything differs, with 2 when there is no pack.
 */
import { createHash, createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';

const most = 128 * 1024 * 1024;
const million = 1_000_000;

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** A number from 0 below `range`, each equally likely. */
const numberBelow = (seed, message, range) => {
  const size = BigInt(range);
  const limit = (2n ** 64n / size) * size;
  for (let turn = 0; ; turn += 1) {
    const value = createHmac('sha256', seed).update(`${message}|${turn}`).digest().readBigUInt64BE(0);
    if (value < limit) return Number(value % size);
  }
};

const isText = (pattern) => (value) => typeof value === 'string' && pattern.test(value);
const isNumber = (least, last) => (value) => Number.isSafeInteger(value) && value >= least && value <= last;
const isHash = isText(/^[0-9a-f]{64}$/);
const isId = isNumber(1, Number.MAX_SAFE_INTEGER);
const isCount = isNumber(0, Number.MAX_SAFE_INTEGER);
/** Fen. */
const isAmount = isNumber(0, 10_000_000_000);
const isTime = isText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** What each field has to be: a rule, fields in turn, or a list of them. */
const headForm = { at: isTime, count: isCount, head: isHash };
const packForm = {
  activityId: isId,
  epochNo: isId,
  seedHash: isHash,
  seed: isHash,
  chainVersion: isNumber(1, 2),
  chainHash: isHash,
  drawCount: isCount,
  fallbackTierId: (value) => value === null || isId(value),
  heads: [headForm],
  weightVersion: { version: isId, prevHash: isHash, hash: isHash, entries: [{ tierId: isId, weight: isCount }] },
  tiers: [{ tierId: isId, tierName: isText(/^/), amountMin: isAmount, amountMax: isAmount }],
  draws: [
    {
      no: isId,
      drawNo: isText(/^D\d{16,23}$/),
      uid: isId,
      key: isText(/^[CBP]\d{1,20}$/),
      clientSeed: isText(/^[0-9a-f]{0,32}$/),
      rand: isNumber(0, million - 1),
      rawTierId: isId,
      tierId: isId,
      fallback: isText(/^/),
      amount: isCount,
      drawnAt: isText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    },
  ],
};

/** The fields that are not what they have to be. */
const wrongFields = (form, value, path = '') => {
  if (typeof form === 'function') return form(value) ? [] : [path];
  if (Array.isArray(form))
    return Array.isArray(value) ? value.flatMap((one, at) => wrongFields(form[0], one, `${path}[${at}]`)) : [path];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(form).flatMap(([name, part]) =>
    wrongFields(part, Object.hasOwn(value, name) ? value[name] : undefined, path ? `${path}.${name}` : name),
  );
};

const reasons = new Set(['NONE', 'TIER_OFF', 'USER_WIN_CAP', 'HOUR_CAP', 'DAY_CAP', 'SOLD_OUT', 'BUDGET']);

/** The day in Shanghai, as numbers of draws begin with it. */
const dayOf = (drawnAt) => new Date(Date.parse(drawnAt) + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');

/** Milliseconds; not a number where no calendar or clock shows that time. */
const momentOf = (drawnAt) => {
  const at = Date.parse(drawnAt);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === drawnAt.slice(0, 19) ? at : Number.NaN;
};

/** Draws that wait for each other end in another order than their numbers, within a draw's longest wait. */
const longestWait = 60_000;

/** What was told of a period that an answer of `fair/epoch` holds, and that a pack does not give: its field in Chinese and in English. */
const brokenPromises = (answer, given) => {
  const isSealed = Boolean(answer.chainHash);
  return [
    ['seedHash', '种子承诺', 'hash of the seed'],
    ['weightHash', '概率存证', 'hash of the odds'],
    ['fallbackTierId', '保底奖级', 'fallback tier'],
    ['chainVersion', '哈希链版本', 'version of the chain'],
    ...(answer.seed ? [['seed', '种子', 'seed']] : []),
    ...(isSealed ? [['chainHash', '哈希链', 'chain']] : []),
    ...(isSealed ? [['drawCount', '抽奖次数', 'count of draws']] : []),
  ].filter(([name]) => Object.hasOwn(answer, name) && answer[name] !== given[name]);
};

/**
 * Holds a pack, and answers of `fair/epoch` that were kept, against every rule. Each fault is what it says in Chinese and in English; `chainHash`
 * is the one recomputed, '' where fields are wrong.
 */
export const checkPack = (pack, kept = []) => {
  const faults = [];
  const fault = (chinese, english) => void faults.push([chinese, english]);
  const wrong = wrongFields(packForm, pack);
  for (const path of wrong) fault(`字段不正确：${path}`, `wrong field: ${path}`);
  if (wrong.length > 0) return { faults, chainHash: '' };

  const { activityId, epochNo, draws, tiers, heads, fallbackTierId, chainVersion } = pack;
  const { version, prevHash, hash, entries } = pack.weightVersion;
  const seed = Buffer.from(pack.seed, 'hex');
  if (sha256(seed) !== pack.seedHash) fault('种子与承诺不符', 'the seed is not the one that was promised');
  const published = `{"activityId":${activityId},"entries":[${entries
    .map(({ tierId, weight }) => `{"tierId":${tierId},"weight":${weight}}`)
    .join(',')}],"prevHash":"${prevHash}","version":${version}}`;
  if (sha256(published) !== hash) fault('概率版本与存证不符', 'the odds are not those that were published');
  if (entries.reduce((sum, { weight }) => sum + weight, 0) !== million)
    fault('概率合计不是100%', 'the odds do not add up');
  if (new Set(entries.map(({ tierId }) => tierId)).size < entries.length)
    fault('概率表奖级重复', 'a tier stands in the odds twice');
  const byId = new Map(tiers.map((tier) => [tier.tierId, tier]));
  if (byId.size < tiers.length) fault('奖级重复', 'a tier is given twice');
  if (tiers.some(({ amountMin, amountMax }) => amountMin > amountMax))
    fault('奖级金额范围不正确', 'a tier has a least amount above its most');
  if (fallbackTierId !== null && !byId.has(fallbackTierId)) fault('保底奖级不存在', 'the fallback tier is unknown');
  const blankTierId = entries.at(-1)?.tierId;
  if (pack.drawCount !== draws.length)
    fault(
      `应有 ${pack.drawCount} 次抽奖，实有 ${draws.length} 次`,
      `${pack.drawCount} draws expected, ${draws.length} given`,
    );

  const [numbers, keys] = [new Set(), new Set()];
  let lastNumber = 0n;
  let lastMoment = 0;
  let chain =
    chainVersion === 1
      ? '0'.repeat(64)
      : sha256(['v2', activityId, epochNo, pack.seedHash, hash, fallbackTierId ?? 0].join('|'));
  const chains = [chain];
  draws.forEach((draw, at) => {
    const { no, drawNo, uid, key, clientSeed, rand, rawTierId, tierId, fallback, amount, drawnAt } = draw;
    const of = (chinese, english) => fault(`${drawNo} ${chinese}`, `${drawNo} ${english}`);
    if (no !== at + 1) of(`序号应为 ${at + 1}`, `place should be ${at + 1}`);
    const number = BigInt(drawNo.slice(9));
    if (numbers.has(number)) of('抽奖编号重复', 'number twice');
    else if (number < lastNumber) of('次序不正确', 'out of order');
    numbers.add(number);
    if (number > lastNumber) lastNumber = number;
    // A turn that points or nothing paid for is counted for each person.
    const payer = key.startsWith('P') ? `${key} ${uid}` : key;
    if (keys.has(payer)) of('抽奖凭据重复', 'key twice');
    keys.add(payer);
    const moment = momentOf(drawnAt);
    if (Number.isNaN(moment) || dayOf(drawnAt) !== drawNo.slice(1, 9))
      of('编号的日期与抽奖时间不符', 'the day of the number is not the one of the draw');
    if (moment < lastMoment - longestWait) of('时间早于前面的抽奖', 'earlier than draws before it');
    if (moment > lastMoment) lastMoment = moment;

    const message = ['v1', activityId, epochNo, key, uid, clientSeed].join('|');
    const right = numberBelow(seed, `${message}|r`, million);
    if (right !== rand) of(`随机数应为 ${right}`, `number should be ${right}`);
    let end = 0;
    const hit = entries.find(({ weight }) => (end += weight) > right)?.tierId;
    if (hit !== rawTierId) of(`随机数奖级应为 ${hit}`, `tier that was hit should be ${hit}`);
    if (!byId.has(rawTierId)) of('随机数奖级不存在', 'unknown tier that was hit');
    const tier = byId.get(tierId);
    if (!tier) of('奖级不存在', 'unknown tier');
    else if (tier.amountMin <= tier.amountMax) {
      const { amountMin, amountMax } = tier;
      const more = amountMax > amountMin ? numberBelow(seed, `${message}|a`, amountMax - amountMin + 1) : 0;
      if (amount !== amountMin + more) of(`金额应为 ${amountMin + more}`, `amount should be ${amountMin + more}`);
    }
    if (!reasons.has(fallback)) of('改发原因不存在', 'unknown reason');
    else if (fallback === 'NONE') {
      if (tierId !== rawTierId) of('未说明为何不是所中奖级', 'another tier without a reason');
    } else if (tierId === rawTierId || rawTierId === blankTierId) of('所中奖级并未改发', 'a reason, and the same tier');
    else if (tierId !== fallbackTierId && tierId !== blankTierId)
      of('改发的既不是保底奖级，也不是谢谢参与', 'neither the fallback tier nor none stands in');

    const links =
      chainVersion === 1
        ? [chain, drawNo, uid, key, rand, tierId, amount, drawnAt]
        : [chain, no, drawNo, uid, key, clientSeed, rand, rawTierId, tierId, fallback, amount, drawnAt];
    chain = sha256(links.join('|'));
    chains.push(chain);
  });
  if (chain !== pack.chainHash)
    fault('哈希链不符：有抽奖被改动、增加或删除', 'the chain differs: a draw was changed, added or left out');
  heads.forEach(({ at, count }, place) => {
    const before = heads[place - 1];
    if (before && (before.count > count || before.at > at)) fault(`链头次序不正确：${at}`, `heads out of order: ${at}`);
  });
  for (const { at, count, head } of heads)
    if (chains[count] !== head)
      fault(
        `${at} 公布的链头不符：前 ${count} 次抽奖后来有改动`,
        `the head of ${at} differs: its ${count} draws were changed since`,
      );
  const given = { ...pack, weightHash: hash, chainHash: chain, drawCount: draws.length };
  for (const answer of kept)
    for (const [name, chinese, english] of brokenPromises(answer, given))
      fault(`保存的${chinese}不符：${answer[name]}`, `the ${english} that was kept differs: ${answer[name]}`);
  for (const { at, count, head } of kept.flatMap((answer) => answer.heads))
    if (chains[count] !== head)
      fault(
        `${at} 保存的链头不符：前 ${count} 次抽奖后来有改动`,
        `the head kept of ${at} differs: its ${count} draws were changed since`,
      );
  return { faults, chainHash: chain };
};

/** Why there is nothing to check; ends with 2. */
class NoPack extends Error {}

const readAll = async (source) => {
  const isAddress = /^https?:/.test(source);
  const answer = isAddress ? await fetch(source) : undefined;
  const parts = [];
  let size = 0;
  for await (const part of answer ? (answer.body ?? []) : createReadStream(source)) {
    size += part.length;
    if (size > most) throw new NoPack('数据过大 / too large: 128 MB at most');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

/** Text of somebody else, without what would steer a terminal. */
const plain = (text) => [...text].map((one) => (one < ' ' || (one >= '\x7f' && one <= '\x9f') ? ' ' : one)).join('');

const readJson = async (source) => {
  let text;
  try {
    text = await readAll(source);
  } catch (error) {
    if (error instanceof NoPack) throw error;
    throw new NoPack(`读不到 / cannot be read: ${source} (${error.cause?.code ?? error.code ?? error.name})`);
  }
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new NoPack(`不是 JSON / not JSON: ${source}`);
  }
  const data = parsed?.data ?? parsed;
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new NoPack(typeof parsed?.message === 'string' ? parsed.message : '不是抽奖存证数据 / no data of a period');
  return { data, message: parsed.message };
};

const main = async ([source, ...saved]) => {
  if (!source)
    throw new NoPack(
      '用法 / usage: npm run verify-draws -- <文件或地址 / file or address> [保存的链头 / kept heads ...]',
    );
  const { data: pack, message } = await readJson(source);
  if (!Object.hasOwn(pack, 'seed') && !Object.hasOwn(pack, 'draws'))
    throw new NoPack(typeof message === 'string' ? message : '不是抽奖存证数据 / no data of a period');
  const kept = [];
  for (const one of saved) {
    const { data } = await readJson(one);
    const isOfPeriod = data.activityId === pack.activityId && data.epochNo === pack.epochNo;
    if (!isOfPeriod || wrongFields({ heads: [headForm] }, data).length > 0)
      throw new NoPack(`不是这一期的链头 / no heads of this period: ${one}`);
    kept.push(data);
  }
  const { faults, chainHash } = checkPack(pack, kept);
  const heads = pack.heads?.length + kept.flatMap((answer) => answer.heads).length;
  const say = (line) => process.stdout.write(`${plain(line)}\n`);
  for (const [chinese, english] of faults.slice(0, 100)) say(`✗ ${chinese} / ${english}`);
  say(
    faults.length === 0
      ? `✓ 第${pack.epochNo}期 ${pack.draws.length} 次抽奖全部相符，${heads} 个链头相符 / all ${pack.draws.length} draws of period ${pack.epochNo} and ${heads} heads agree`
      : `${faults.length} 处不符 / differences`,
  );
  say(`哈希链 / chain: ${chainHash || `${String(pack.chainHash).slice(0, 64)} (未能重算 / not recomputed)`}`);
  return faults.length === 0 ? 0 : 1;
};

// Nothing runs where another program asks for the rules alone.
if (process.argv[1]?.endsWith('verify-draws.mjs')) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(
      `${plain(error instanceof NoPack ? error.message : `无法检查 / cannot be checked: ${error.message}`)}\n`,
    );
    process.exitCode = 2;
  }
}
