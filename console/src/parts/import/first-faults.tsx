import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { useRead } from '../../lib/use-read.ts';
import { countText } from '../format/numbers.ts';

const mostShown = 5;

/** The first rows an import refused, each with its cause; the file has them all. */
export const FirstFaults = ({ id }: { id: number }) => {
  const { data } = useRead(importTaskApi.errors, { id, page: 1, limit: mostShown });
  if (!data || data.list.length === 0) return null;
  const rest = data.total - data.list.length;
  return (
    <section className="zy-import-faults" aria-label="未导入的行">
      <ol>
        {data.list.map(({ rowNo, field, errMsg }) => (
          <li key={`${rowNo} ${field}`}>
            <b>第 {countText(rowNo)} 行</b> {[field, errMsg].filter(Boolean).join('：')}
          </li>
        ))}
      </ol>
      {rest > 0 && <small>还有 {countText(rest)} 行，见错误明细</small>}
    </section>
  );
};
