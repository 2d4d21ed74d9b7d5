import { identityHomeApi, type Funnel } from '@zhuiyuan/contract/stats/identity-home';
import { countText, percentText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';

type Step = { name: keyof Funnel; label: string };

/** Codes and goods are two populations: a code may be shipped, taken back and shipped again. Each is a funnel of its own. */
const codeSteps: Step[] = [
  { name: 'codeNum', label: '生成' },
  { name: 'activeNum', label: '启用' },
  { name: 'firstNum', label: '首扫' },
];
const goodsSteps: Step[] = [
  { name: 'shipNum', label: '发货' },
  { name: 'signNum', label: '签收' },
];

/** Steps of one population, each as a share of the first. */
const Steps = ({ label, steps, data }: { label: string; steps: readonly Step[]; data: Funnel }) => {
  const most = Math.max(1, data[steps[0]!.name]);
  return (
    <ol className="zy-idhome-funnel" aria-label={label}>
      {steps.map((step) => (
        <li key={step.name}>
          <span>{step.label}</span>
          <span className="zy-idhome-funnel-bar" aria-hidden="true">
            <b style={{ width: `${Math.min(100, (data[step.name] / most) * 100)}%` }} />
          </span>
          <strong>{countText(data[step.name])}</strong>
          <small>{data[steps[0]!.name] === 0 ? '-' : percentText(data[step.name] / most)}</small>
        </li>
      ))}
    </ol>
  );
};

/** 码生命周期: how far the codes of products have come of those issued, and the goods of those the firm sent. */
export const LifeFunnel = () => {
  const { data, error, refetch } = useBlock(identityHomeApi.funnel, {});
  const issued = data?.codeNum ?? 0;
  return (
    <Sheet title="码生命周期" finding="累计" isFlush>
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && issued === 0 && <p className="zy-block-note">还没有产品码，新建生码任务后在这里看到进度</p>}
      {data && issued > 0 && (
        <>
          <h3 className="zy-idhome-part">产品码，个</h3>
          <Steps label="产品码" steps={codeSteps} data={data} />
          <h3 className="zy-idhome-part">企业发出的货，件</h3>
          <Steps label="企业发出的货" steps={goodsSteps} data={data} />
        </>
      )}
    </Sheet>
  );
};
