import { Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { Button, Input } from 'antd';
import Check from 'icon:check';
import CircleDashed from 'icon:circle-dashed';
import X from 'icon:x';
import { useState } from 'react';
import { call } from '../../../../lib/call.ts';
import { NoticeBar } from '../../../../parts/feedback/notice-bar.tsx';
import { useSubmitLock } from '../../../../parts/feedback/use-submit-lock.ts';
import { SideDrawer } from '../../../../parts/frame/side-drawer.tsx';
import { Digits } from './digits.tsx';

type Proof = DataOf<typeof publicDrawApi.proof>;

const Step = ({ ok, title, children }: { ok: boolean | null; title: string; children: React.ReactNode }) => (
  <li className={ok === false ? 'zy-proof-bad' : undefined}>
    {ok === null ? (
      <CircleDashed size={16} strokeWidth={1.6} aria-label="待公开" />
    ) : ok ? (
      <Check size={16} strokeWidth={2} aria-label="一致" />
    ) : (
      <X size={16} strokeWidth={2} aria-label="不一致" />
    )}
    <div>
      <b>{title}</b>
      <div>{children}</div>
    </div>
  </li>
);

/** The steps of a proof, each with whether it came out as it was kept. */
export const ProofSteps = ({ proof }: { proof: Proof }) => (
  <>
    <NoticeBar tone={proof.ok === null ? 'idle' : proof.ok ? 'good' : 'bad'}>
      {proof.text || (proof.ok ? '重算结果与记录一致' : '重算结果与记录不一致')}
    </NoticeBar>
    <ol className="zy-proof">
      <Step ok={proof.seedOk} title="种子与承诺值">
        <Digits value={proof.isRevealed ? proof.seed : proof.seedHash} label={proof.isRevealed ? '种子' : '承诺值'} />
      </Step>
      <Step ok={proof.randOk} title="随机数">
        {proof.rand === null ? '种子公开后计算' : `${proof.rand}（0-999999），由 ${proof.message} 算出`}
      </Step>
      <Step ok={proof.tierOk} title="奖级">
        {proof.isRevealed ? proof.rawTierName || '谢谢参与' : '种子公开后计算'}
      </Step>
      <Step ok={proof.weightOk} title="发放">
        {proof.fallback === Fallback.none
          ? `发出 ${proof.tierName || '谢谢参与'}`
          : `${Fallback.label(proof.fallback)}，改为 ${proof.tierName || '谢谢参与'}`}
      </Step>
    </ol>
  </>
);

/** 重算一次抽奖: a draw's number, and from its seed step by step what it had to become. */
export const ProofDrawer = ({ isOpen, close }: { isOpen: boolean; close: () => void }) => {
  const [drawNo, setDrawNo] = useState('');
  const [proof, setProof] = useState<Proof>();
  const [error, setError] = useState('');
  const [isBusy, lock] = useSubmitLock();
  const prove = () =>
    lock(async () => {
      setProof(undefined);
      setError('');
      try {
        setProof(await call(publicDrawApi.proof, { drawNo: drawNo.trim() }, { quiet: true }));
      } catch (cause) {
        setError(cause instanceof Error ? cause.message : String(cause));
      }
    });
  return (
    <SideDrawer isOpen={isOpen} close={close} title="重算一次抽奖" width={560}>
      <div className="zy-proof-ask">
        <Input
          autoFocus
          aria-label="抽奖编号"
          placeholder="抽奖编号，在抽奖记录里复制"
          value={drawNo}
          maxLength={24}
          onChange={({ target }) => setDrawNo(target.value)}
          onPressEnter={() => void prove()}
        />
        <Button type="primary" loading={isBusy} disabled={drawNo.trim() === ''} onClick={() => void prove()}>
          重算
        </Button>
      </div>
      {error && <NoticeBar tone="bad">{error}</NoticeBar>}
      {proof && <ProofSteps proof={proof} />}
    </SideDrawer>
  );
};
