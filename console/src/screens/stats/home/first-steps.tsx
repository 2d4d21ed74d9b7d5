import type { FirstSteps as Facts } from '@zhuiyuan/contract/stats/first-steps';
import { Button } from 'antd';
import Check from 'icon:check';
import { Link, useNavigate } from 'react-router';
import { session, useMay } from '../../../lib/session.ts';
import { shortTimeText } from '../../../parts/format/times.ts';
import { SheetHead } from '../../../parts/frame/sheet.tsx';
import { lazyPart } from '../../../parts/frame/lazy-part.tsx';
import { useLotDraft } from '../../../parts/pickers/use-lot-draft.ts';
import { FirstStepsPhone } from './first-steps-phone.tsx';
import { mayAct, stepsOf, type Step, type StepAct } from './steps-of.ts';

const LotDialog = lazyPart(async () => (await import('../../../parts/pickers/lot-dialog.tsx')).LotDialog);

/** The one thing to do next, or whom to ask for it. */
const Act = ({ act, addLot }: { act: StepAct; addLot: () => void }) => {
  const may = useMay();
  const navigate = useNavigate();
  const roles = session.use((current) => current?.roles) ?? [];
  if (!mayAct(act, may, roles)) return <small>需要“{act.named}”权限，可联系管理员开通</small>;
  const { to } = act;
  return (
    <Button type="primary" onClick={() => (to ? void navigate(to) : addLot())}>
      {act.label}
    </Button>
  );
};

const Card = ({ step, addLot }: { step: Step; addLot: () => void }) => (
  <div className="zy-step-card">
    <dl>
      {step.facts?.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd title={value}>{value}</dd>
        </div>
      ))}
      {step.cause && (
        <div>
          <dt>现状</dt>
          <dd title={step.cause}>{step.cause}</dd>
        </div>
      )}
    </dl>
    {step.progress !== undefined && (
      <progress className="zy-step-progress" max={100} value={step.progress} aria-label={step.title} />
    )}
    {step.act && <Act act={step.act} addLot={addLot} />}
  </div>
);

const StepRow = ({ step, isNow, addLot }: { step: Step; isNow: boolean; addLot: () => void }) => {
  const may = useMay();
  const state = step.isDone ? 'done' : isNow ? 'now' : 'ahead';
  return (
    <li className={`zy-step zy-step-${state}`} aria-current={isNow ? 'step' : undefined}>
      <span className="zy-step-node">
        {step.isDone && <Check size={12} strokeWidth={3} aria-hidden="true" />}
        <span className="sr-only">{step.isDone ? '已完成' : isNow ? '当前' : '未开始'}</span>
      </span>
      <div className="zy-step-head">
        <b>{step.title}</b>
        {step.time && <time>{shortTimeText(step.time)}</time>}
        {step.see && step.isDone && may(step.see.may) && (
          <Link className="zy-link" to={step.see.to} aria-label={`查看${step.title}`}>
            查看
          </Link>
        )}
      </div>
      <p>{step.text}</p>
      {isNow && <Card step={step} addLot={addLot} />}
    </li>
  );
};

/** 从企业到第一次扫码: six steps that tick themselves, and what a shopper will see. */
export const FirstSteps = ({ facts, fold }: { facts: Facts; fold: () => void }) => {
  const steps = stepsOf(facts);
  const now = steps.find(({ isDone }) => !isDone);
  const lotDraft = useLotDraft(() => undefined);
  const addLot = () => lotDraft.open(undefined, { productId: facts.product?.id });
  return (
    <div className="zy-steps-pair">
      <section className="sheet zy-sheet" aria-label="从企业到第一次扫码">
        <SheetHead
          title="从企业到第一次扫码"
          finding={`已完成 ${steps.filter(({ isDone }) => isDone).length} / ${steps.length} 步`}
        />
        <ol className="zy-steps">
          {steps.map((step) => (
            <StepRow key={step.key} step={step} isNow={step === now} addLot={addLot} />
          ))}
        </ol>
        <footer className="zy-steps-foot">
          <span>每一步做完自动打勾，六步都完成后这里换成数据看板</span>
          <button type="button" className="zy-link" onClick={fold}>
            收起清单
          </button>
        </footer>
      </section>
      <FirstStepsPhone facts={facts} />
      <LotDialog isOpen={lotDraft.isOpen} draft={lotDraft} />
    </div>
  );
};
