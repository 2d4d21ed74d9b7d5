import { h } from '../../lib/elements.ts';
import { reasonOf } from '../../parts/field.ts';
import type { ProofShown } from '../lib/desk.ts';
import { playIcon } from '../lib/play-icons.ts';
import { currentDesk } from '../lib/scene.ts';
import { recompute, type Recomputed } from '../lib/verify-draw.ts';
import { checkPack, type PackChecked } from '../lib/verify-pack.ts';
import { card, facts } from '../parts/cards.ts';
import { copyText } from '../parts/copy-text.ts';
import { showLoaded } from '../parts/load.ts';

interface Shown {
  proof: ProofShown;
  own: Recomputed | null;
}

const hash = (text: string, label: string): Node | null =>
  text ? copyText(text, { label: `复制${label}`, look: 'p-hash', words: [h('code', {}, text)] }) : null;

const check = (words: string, ok: boolean | null, waits = '待公开'): HTMLElement =>
  h(
    'li',
    { class: ok === null ? 'p-waits' : ok ? '' : 'p-wrong' },
    playIcon(ok === null ? 'clock' : ok ? 'check' : 'cross', 18, 2),
    h('span', {}, words),
    h('b', {}, ok === null ? waits : ok ? '一致' : '不一致'),
  );

/** Recomputes all draws of the period on this phone, when it is asked to. */
const checkPeriod = ({ activityId, epochNo }: ProofShown): HTMLElement => {
  const said = h('div', { role: 'status' });
  const run = async (): Promise<void> => {
    button.disabled = true;
    said.replaceChildren(h('p', { class: 'p-note' }, '正在下载并重算，请稍候…'));
    try {
      const pack = await currentDesk().pack(activityId, epochNo);
      const checked = await checkPack(pack);
      if (checked) said.replaceChildren(...drawChecked(checked));
    } catch (error) {
      said.replaceChildren(h('p', { class: 'p-verdict p-wrong' }, reasonOf(error)));
    }
    button.disabled = false;
  };
  const button = h('button', { type: 'button', class: 'button', click: () => void run() }, '验证整期');
  return card(
    '整期验证',
    h('p', { class: 'p-note' }, `在本机重算第 ${epochNo} 期的每一次抽奖，并与期间公布的链头比对。`),
    button,
    said,
  );
};

const mostFaults = 10;

const drawChecked = ({ faults, chainHash }: PackChecked): HTMLElement[] => [
  h(
    'p',
    { class: `p-verdict${faults.length ? ' p-wrong' : ''}` },
    faults.length ? `${faults.length} 处不符，请联系主办方` : '全部相符',
  ),
  ...faults.slice(0, mostFaults).map((words) => h('p', { class: 'p-note' }, words)),
  ...(faults.length > mostFaults ? [h('p', { class: 'p-note' }, `其余 ${faults.length - mostFaults} 处未列出`)] : []),
  facts([['哈希链', hash(chainHash, '哈希链')]]),
];

const drawProof = ({ proof, own }: Shown): (Node | null)[] => {
  const isTaken = proof.rawTierName !== '' && proof.rawTierName !== proof.tierName;
  return [
    card(
      '验证结果',
      h(
        'p',
        { class: `p-verdict${proof.ok === false ? ' p-wrong' : ''}`, role: 'status' },
        proof.isRevealed
          ? proof.ok
            ? '本次抽奖的结果与开奖前公布的承诺一致'
            : '本次抽奖的结果与承诺不一致，请联系主办方'
          : proof.text,
      ),
      h(
        'ul',
        { class: 'p-checks' },
        check('种子与开奖前公布的承诺值', proof.seedOk),
        check('抽奖随机数', proof.randOk),
        check('随机数对应的奖级', proof.tierOk),
        check('概率表', proof.weightOk),
        proof.heads.length > 0 ? check('开奖期间公布的链头', proof.headsOk, '待封存') : null,
      ),
      own &&
        h(
          'p',
          { class: 'p-note' },
          own.seedOk && own.rand === proof.rand
            ? `本机已用公开的种子重算：随机数 ${own.rand}，与服务器一致`
            : `本机重算的结果与服务器不一致：随机数 ${own.rand}`,
        ),
    ),
    card(
      '抽奖数据',
      facts([
        ['抽奖编号', h('code', {}, proof.drawNo)],
        ['种子期', `第 ${proof.epochNo} 期`],
        ['抽中奖级', proof.tierName],
        ['随机数奖级', isTaken ? proof.rawTierName : ''],
        ['随机数', proof.rand === null ? '' : String(proof.rand)],
        ['承诺值', hash(proof.seedHash, '承诺值')],
        ['种子', hash(proof.seed, '种子')],
        ['抽奖信息', hash(proof.message, '抽奖信息')],
      ]),
      isTaken && h('p', { class: 'p-note' }, '随机数所对应的奖级当时不能发放，按规则改发上面的奖级。'),
    ),
    card(
      '链头',
      facts(
        proof.heads.map(({ at, count, head }): [string, Node | null] => [
          `${at.slice(5, 16)} 前 ${count} 次`,
          hash(head, '链头'),
        ]),
      ),
      h(
        'p',
        { class: 'p-note' },
        proof.heads.length === 0
          ? proof.headsOk === null && !proof.isRevealed
            ? '开奖期间每小时至少公布一次链头，本次抽奖将计入下一个。'
            : '这一期没有公布链头。'
          : '每个链头由它之前的全部抽奖算出。复制保存，公开后用它比对：这些抽奖只要改动过一次，就不再相符。',
      ),
    ),
    proof.isRevealed && own ? checkPeriod(proof) : null,
    card(
      '如何验证',
      h(
        'p',
        { class: 'p-note' },
        '每期开奖前公布种子的 SHA-256 值（承诺值），期满后公开种子。用种子对“抽奖信息”计算 HMAC-SHA256，取前8字节对一百万取余，就是随机数；它落在概率表的哪一段，就是哪个奖级。任何人都可以重算，结果抽出后不能更改。',
      ),
    ),
  ];
};

/** 公平验证: the promise made before the draw, and whether the draw keeps it; computed here too where the phone can. */
export const showFair = (drawNo: string): void => {
  const desk = currentDesk();
  showLoaded<Shown>({ title: '公平验证', bar: '公平验证' }, `fair ${drawNo}`, {
    load: async () => {
      const proof = await desk.proof(drawNo);
      const own = proof.isRevealed ? await recompute(proof.seed, proof.seedHash, proof.message) : null;
      return { proof, own };
    },
    draw: drawProof,
  });
};
