/**
 * Recomputes a period of draws from what is published of it, with nothing of the product but this file and Node:
 *
 *   npm run verify-draws -- pack.json
 *   npm run verify-draws -- "https://host/api/public/lottery/fair/pack?activityId=1&epochNo=1"
 *
 * How a draw is decided, and what is in a pack, says docs/guides/fair-draws.md. Ends with 1 when anything differs.
 */
import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const [source] = process.argv.slice(2);
if (!source) {
  process.stderr.write('用法 / usage: npm run verify-draws -- <文件或地址 / file or address>\n');
  process.exit(2);
}

const text = /^https?:/.test(source) ? await (await fetch(source)).text() : await readFile(source, 'utf8');
const parsed = JSON.parse(text);
const pack = parsed.data ?? parsed;
if (!pack?.seed || !Array.isArray(pack.draws)) {
  process.stderr.write(`${parsed.message ?? '不是抽奖存证数据 / no data of a period'}\n`);
  process.exit(2);
}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const faults = [];
const seed = Buffer.from(pack.seed, 'hex');
if (sha256(seed) !== pack.seedHash) faults.push('种子与承诺不符 / the seed is not the one that was promised');

const { version, prevHash, hash, entries } = pack.weightVersion;
const published = `{"activityId":${pack.activityId},"entries":[${entries
  .map(({ tierId, weight }) => `{"tierId":${tierId},"weight":${weight}}`)
  .join(',')}],"prevHash":"${prevHash}","version":${version}}`;
if (sha256(published) !== hash) faults.push('概率版本与存证不符 / the odds are not those that were published');
if (entries.reduce((sum, { weight }) => sum + weight, 0) !== 1_000_000)
  faults.push('概率合计不是100% / the odds do not add up');

/** A number from 0 below `range`, each equally likely. */
const numberBelow = (message, range) => {
  const size = BigInt(range);
  const limit = (2n ** 64n / size) * size;
  for (let turn = 0; ; turn += 1) {
    const value = createHmac('sha256', seed).update(`${message}|${turn}`).digest().readBigUInt64BE(0);
    if (value < limit) return Number(value % size);
  }
};

const tiers = new Map(pack.tiers.map((tier) => [tier.tierId, tier]));
let chain = '0'.repeat(64);
for (const draw of pack.draws) {
  const message = ['v1', pack.activityId, pack.epochNo, draw.key, draw.uid, draw.clientSeed].join('|');
  const rand = numberBelow(`${message}|r`, 1_000_000);
  let end = 0;
  const hit = entries.find(({ weight }) => (end += weight) > rand);
  const tier = tiers.get(draw.tierId);
  const amount =
    tier.amountMax === 0
      ? 0
      : tier.amountMin +
        (tier.amountMax > tier.amountMin ? numberBelow(`${message}|a`, tier.amountMax - tier.amountMin + 1) : 0);
  if (rand !== draw.rand) faults.push(`${draw.drawNo} 号码应为 / number should be ${rand}`);
  if (hit?.tierId !== draw.rawTierId) faults.push(`${draw.drawNo} 奖级应为 / tier should be ${hit?.tierId}`);
  if (draw.fallback === 'NONE' && draw.tierId !== draw.rawTierId)
    faults.push(`${draw.drawNo} 未说明为何不是所中奖级 / another tier without a reason`);
  if (amount !== draw.amount) faults.push(`${draw.drawNo} 金额应为 / amount should be ${amount}`);
  chain = sha256([chain, draw.drawNo, draw.uid, draw.key, draw.rand, draw.tierId, draw.amount, draw.drawnAt].join('|'));
}
if (chain !== pack.chainHash)
  faults.push('哈希链不符：有抽奖被改动、增加或删除 / the chain differs: a draw was changed, added or left out');

for (const fault of faults.slice(0, 100)) process.stdout.write(`✗ ${fault}\n`);
process.stdout.write(
  faults.length === 0
    ? `✓ 第${pack.epochNo}期 ${pack.draws.length} 次抽奖全部相符 / all ${pack.draws.length} draws of period ${pack.epochNo} agree\n`
    : `${faults.length} 处不符 / differences\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
