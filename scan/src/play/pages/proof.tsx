import type { Proof } from '@zhuiyuan/contract/campaign/fair/fair';
import { useState } from 'react';
import { shortMoment } from '../../lib/words.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import type { Desk } from '../lib/desk.ts';
import { recompute, type Recomputed } from '../lib/fair/verify-draw.ts';
import { checkPack, type PackChecked } from '../lib/fair/verify-pack.ts';
import { Card, Fact, Facts } from '../parts/cards.tsx';
import { CopyHash } from '../parts/copy-text.tsx';
import { PlayIcon } from '../parts/play-icon.tsx';
import '../styles/pieces.css';
import '../styles/papers.css';

/** What is known of a draw's fairness: what the server says, and what this phone computed where it can. */
interface Proved {
  proof: Proof;
  own: Recomputed | null;
}

/** Computes a draw anew once its seed is public. */
export const prove = async (proof: Proof): Promise<Proved> => ({
  proof,
  own: proof.isRevealed ? await recompute(proof.seed, proof.seedHash, proof.message) : null,
});

const HashFact = ({ label, text, name = label }: { label: string; text: string; name?: string }) => (
  <Fact label={label}>{text && <CopyHash text={text} name={name} />}</Fact>
);

const Check = ({ words, ok, waits = '待公开' }: { words: string; ok: boolean | null; waits?: string }) => (
  <li className={ok === null ? 'p-waits' : ok ? '' : 'p-wrong'}>
    <PlayIcon name={ok === null ? 'clock' : ok ? 'check' : 'cross'} size={18} weight={2} />
    <span>{words}</span>
    <b>{ok === null ? waits : ok ? '一致' : '不一致'}</b>
  </li>
);

const Verdict = ({ proof, own }: Proved) => (
  <Card title="验证结果">
    <p className={`p-verdict${proof.ok === false ? ' p-wrong' : ''}`} role="status">
      {proof.isRevealed
        ? proof.ok
          ? '本次抽奖的结果与开奖前公布的承诺一致'
          : '本次抽奖的结果与承诺不一致，请联系主办方'
        : proof.text}
    </p>
    <ul className="p-checks">
      <Check words="种子与开奖前公布的承诺值" ok={proof.seedOk} />
      <Check words="抽奖随机数" ok={proof.randOk} />
      <Check words="随机数对应的奖级" ok={proof.tierOk} />
      <Check words="概率表" ok={proof.weightOk} />
      {proof.heads.length > 0 && <Check words="开奖期间公布的链头" ok={proof.headsOk} waits="待封存" />}
    </ul>
    {own && (
      <p className="p-note">
        {own.seedOk && own.rand === proof.rand
          ? `本机已用公开的种子重算：随机数 ${own.rand}，与服务器一致`
          : `本机重算的结果与服务器不一致：随机数 ${own.rand}`}
      </p>
    )}
  </Card>
);

const DrawData = ({ proof }: { proof: Proof }) => {
  const isTaken = proof.rawTierName !== '' && proof.rawTierName !== proof.tierName;
  return (
    <Card title="抽奖数据">
      <Facts>
        <Fact label="抽奖编号">
          <code>{proof.drawNo}</code>
        </Fact>
        <Fact label="种子期">{`第 ${proof.epochNo} 期`}</Fact>
        <Fact label="抽中奖级">{proof.tierName}</Fact>
        <Fact label="随机数奖级">{isTaken && proof.rawTierName}</Fact>
        <Fact label="随机数">{proof.rand !== null && String(proof.rand)}</Fact>
        <HashFact label="承诺值" text={proof.seedHash} />
        <HashFact label="种子" text={proof.seed} />
        <HashFact label="抽奖信息" text={proof.message} />
      </Facts>
      {isTaken && <p className="p-note">随机数所对应的奖级当时不能发放，按规则改发上面的奖级。</p>}
    </Card>
  );
};

const headsNote = ({ heads, headsOk, isRevealed }: Proof): string => {
  if (heads.length > 0)
    return '每个链头由它之前的全部抽奖算出。复制保存，公开后用它比对：这些抽奖只要改动过一次，就不再相符。';
  return headsOk === null && !isRevealed
    ? '开奖期间每小时至少公布一次链头，本次抽奖将计入下一个。'
    : '这一期没有公布链头。';
};

const Heads = ({ proof }: { proof: Proof }) => (
  <Card title="链头">
    <Facts>
      {proof.heads.map(({ at, count, head }) => (
        <HashFact key={head} label={`${shortMoment(at)} 前 ${count} 次`} text={head} name="链头" />
      ))}
    </Facts>
    <p className="p-note">{headsNote(proof)}</p>
  </Card>
);

const mostFaults = 10;

/** What came of recomputing a period. */
const Checked = ({ checked: { faults, chainHash } }: { checked: PackChecked }) => (
  <>
    <p className={`p-verdict${faults.length ? ' p-wrong' : ''}`}>
      {faults.length ? `${faults.length} 处不符，请联系主办方` : '全部相符'}
    </p>
    {faults
      .slice(0, mostFaults)
      .map((words, at) => ({ words, at }))
      .map(({ words, at }) => (
        <p key={at} className="p-note">
          {words}
        </p>
      ))}
    {faults.length > mostFaults && <p className="p-note">{`其余 ${faults.length - mostFaults} 处未列出`}</p>}
    <Facts>
      <HashFact label="哈希链" text={chainHash} />
    </Facts>
  </>
);

/** Recomputes all draws of the period on this phone, when it is asked to. */
const PeriodCheck = ({ desk, proof: { activityId, epochNo } }: { desk: Desk; proof: Proof }) => {
  const [isBusy, setBusy] = useState(false);
  const [came, setCame] = useState<{ checked?: PackChecked | null; failed?: string }>({});
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      setCame({ checked: await checkPack(await desk.pack(activityId, epochNo)) });
    } catch (error) {
      setCame({ failed: reasonOf(error) });
    }
    setBusy(false);
  };
  return (
    <Card title="整期验证">
      <p className="p-note">{`在本机重算第 ${epochNo} 期的每一次抽奖，并与期间公布的链头比对。`}</p>
      <button type="button" className="button" disabled={isBusy} onClick={() => void run()}>
        验证整期
      </button>
      <div role="status">
        {isBusy ? (
          <p className="p-note">正在下载并重算，请稍候…</p>
        ) : came.failed ? (
          <p className="p-verdict p-wrong">{came.failed}</p>
        ) : (
          came.checked && <Checked checked={came.checked} />
        )}
      </div>
    </Card>
  );
};

const howWords =
  '每期开奖前公布种子的 SHA-256 值（承诺值），期满后公开种子。用种子对“抽奖信息”计算 HMAC-SHA256，取前8字节对一百万取余，就是随机数；它落在概率表的哪一段，就是哪个奖级。任何人都可以重算，结果抽出后不能更改。';

/** Whether a draw keeps the promise made before it. */
export const ProofShown = ({ desk, proved: { proof, own } }: { desk: Desk; proved: Proved }) => (
  <>
    <Verdict proof={proof} own={own} />
    <DrawData proof={proof} />
    <Heads proof={proof} />
    {proof.isRevealed && own && <PeriodCheck desk={desk} proof={proof} />}
    <Card title="如何验证">
      <p className="p-note">{howWords}</p>
    </Card>
  </>
);
