import { webcrypto } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, emptyPage, settle } from '../../../test/answers.ts';
import { playAnswer } from '../../../test/draws.ts';
import { chained, makePack } from '../../../test/fair-pack.ts';
import { serverDesk } from '../lib/desk.ts';
import { openPlay } from '../open-play.ts';

const pack = makePack();
const draw = pack.draws[4]!;
const proof = {
  drawNo: draw.drawNo,
  activityId: pack.activityId,
  isRevealed: true,
  text: '',
  epochNo: pack.epochNo,
  seedHash: pack.seedHash,
  seed: pack.seed,
  message: `v1|${pack.activityId}|${pack.epochNo}|${draw.key}|${draw.uid}|${draw.clientSeed}`,
  rand: draw.rand,
  rawTierName: '谢谢参与',
  tierName: '谢谢参与',
  fallback: 'NONE',
  ok: true,
  seedOk: true,
  randOk: true,
  tierOk: true,
  weightOk: true,
  heads: [pack.heads[1], pack.heads[3]],
  headsOk: true,
};
const text = (): string => document.body.textContent ?? '';

const open = async (proved: object, all: object): Promise<void> => {
  const play = playAnswer({});
  answerCalls({
    '/public/lottery/scan': play,
    '/public/lottery/winners': [],
    '/public/lottery/fair': proved,
    '/public/lottery/fair/pack': all,
  });
  history.replaceState(null, '', `#fair/${draw.drawNo}`);
  openPlay({ desk: serverDesk('t1'), code: 'C1', productName: '茶', play, place: null, isTicked: false });
  await expect.poll(text).toContain('验证结果');
};

const verify = async (): Promise<void> => {
  [...document.querySelectorAll('button')].find((one) => one.textContent === '验证整期')!.click();
  await settle();
};

beforeEach(() => {
  emptyPage();
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});

it('shows the heads that cover a draw, and recomputes its whole period', async () => {
  await open(proof, pack);
  expect(text()).toContain(`11-20 11:00 前 10 次${pack.heads[1]!.head}`);
  expect(text()).toContain(`11-20 13:00 前 20 次${pack.heads[3]!.head}`);
  await verify();
  await expect.poll(text).toContain('全部相符');
  expect(text()).toContain(pack.chainHash);
});

it('says what differs where a draw was changed after a head was told', async () => {
  const draws = pack.draws.slice(0, -1).filter((_draw, at) => at !== 7);
  const changed = chained({
    ...pack,
    drawCount: draws.length,
    draws: draws.map((one, at) => ({ ...one, no: at + 1 })),
  });
  await open({ ...proof, ok: false, headsOk: false }, changed);
  expect(text()).toContain('开奖期间公布的链头不一致');
  await verify();
  await expect.poll(text).toContain('3 处不符，请联系主办方');
  expect(text()).toContain('2026-11-20 11:00:00 公布的链头不符');
});

it('says how many faults it does not list', async () => {
  await open(proof, { ...pack, draws: pack.draws.map((one) => ({ ...one, fallback: 'UNHEARD_OF' })) });
  await verify();
  await expect.poll(text).toContain('处不符，请联系主办方');
  const [, all] = /(\d+) 处不符/.exec(text())!;
  const listed = [...document.querySelectorAll('[role="status"] .p-note')].length - 1;
  expect(Number(all)).toBeGreaterThan(listed);
  expect(text()).toContain(`其余 ${Number(all) - listed} 处未列出`);
});

it('says when the first head will be', async () => {
  await open({ ...proof, isRevealed: false, ok: null, headsOk: null, heads: [], seed: '', message: '' }, pack);
  expect(text()).toContain('每小时至少公布一次链头，本次抽奖将计入下一个');
  expect(text()).not.toContain('开奖期间公布的链头');
  expect(text()).not.toContain('验证整期');
});

it('promises no head of a period that is over', async () => {
  await open({ ...proof, heads: [] }, pack);
  expect(text()).toContain('这一期没有公布链头');
  expect(text()).not.toContain('开奖期间公布的链头');
});

it('waits for the period to be sealed before it says that its heads agree', async () => {
  await open({ ...proof, isRevealed: false, ok: null, headsOk: null, seed: '', message: '' }, pack);
  expect(text()).toContain('开奖期间公布的链头待封存');
});
