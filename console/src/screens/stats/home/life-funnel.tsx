import { identityHomeApi, type Funnel } from '@zhuiyuan/contract/stats/identity-home';
import { countText, percentText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';

const steps: { name: keyof Funnel; label: string }[] = [
  { name: 'codeNum', label: '生成' },
  { name: 'activeNum', label: '启用' },
  { name: 'packNum', label: '装箱' },
  { name: 'shipNum', label: '发货' },
  { name: 'signNum', label: '签收' },
  { name: 'firstNum', label: '首扫' },
];

/** 码生命周期: how far the codes of products have come, each step as a share of those issued. */
export const LifeFunnel = () => {
  const { data, error, refetch } = useBlock(identityHomeApi.funnel, {});
  const issued = data?.codeNum ?? 0;
  return (
    <Sheet title="码生命周期" finding="产品码，累计；发货和签收为企业发出的" isFlush>
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && issued === 0 && <p className="zy-block-note">还没有产品码，新建生码任务后在这里看到进度</p>}
      {data && issued > 0 && (
        <ol className="zy-idhome-funnel">
          {steps.map(({ name, label }) => (
            <li key={name}>
              <span>{label}</span>
              <span className="zy-idhome-funnel-bar" aria-hidden="true">
                <b style={{ width: `${Math.min(100, (data[name] / issued) * 100)}%` }} />
              </span>
              <strong>{countText(data[name])}</strong>
              <small>{percentText(data[name] / issued)}</small>
            </li>
          ))}
        </ol>
      )}
    </Sheet>
  );
};
