import { DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import type { DeliverLine } from '@zhuiyuan/contract/movement/document/deliver';
import { Select } from 'antd';
import { countText } from '../../parts/format/numbers.ts';
import type { useSignScan } from './use-sign-scan.ts';

type Deed = 'scan' | 'whole' | 1 | 2;

const whole = { value: 'whole' as const, label: '整行签收' };
const byScan = { value: 'scan' as const, label: '按扫码' };
const notings = [DiffKind.missing, DiffKind.damaged].map((value) => ({ value, label: DiffKind.label(value) }));

/** How a line is signed for: by what is scanned, as a whole, or not, because it did not come or came damaged. */
export const LineDeed = ({ line, work }: { line: DeliverLine; work: ReturnType<typeof useSignScan> }) => {
  const noted = work.diffs.find(({ lineId }) => lineId === line.id)?.kind;
  const scanned = work.scans
    .filter(({ lineId, errMsg }) => lineId === line.id && errMsg === '')
    .reduce((sum, { itemQty }) => sum + itemQty, 0);
  const isWhole = work.lines.some(({ id }) => id === line.id);
  return (
    <Select<Deed>
      size="small"
      className="zy-full"
      aria-label={`${line.code} 签收情况`}
      // Of a run one says in words what did not come.
      options={[
        scanned > 0 ? { ...byScan, label: `已扫 ${countText(scanned)} 件` } : byScan,
        whole,
        ...(line.codeCnt === 1 ? notings : []),
      ]}
      value={isWhole ? 'whole' : (noted ?? 'scan')}
      onChange={(deed) => work.settle(line, deed)}
    />
  );
};
