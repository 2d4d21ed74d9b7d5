import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { codeOpApi, type OpDetail as Detail } from '@zhuiyuan/contract/codes/ops/code-op';
import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { Skeleton } from 'antd';
import { countText } from '../../../parts/format/numbers.ts';
import { Failed } from '../../../parts/feedback/states.tsx';
import { LotLink, ProductLink } from '../../../parts/format/object-links.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { PagedTable, PlainTable } from '../../../parts/list/plain-table.tsx';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { useRead } from '../../../lib/use-read.ts';
import { conflictColumns, itemColumns, OpState, RangeText } from './op-columns.tsx';

const factsOf = (op: Detail) => [
  { label: '操作类型', value: OpType.label(op.opType) },
  { label: '来源', value: OpSource.label(op.opSrc) },
  { label: '产品', value: op.storeName && <ProductLink id={op.productId}>{op.storeName}</ProductLink> },
  { label: '批号', value: op.lotNo && <LotLink id={op.lotId}>{op.lotNo}</LotLink> },
  { label: '渠道', value: op.channelName },
  { label: '数量', value: `共 ${countText(op.total)}，成功 ${countText(op.okCnt)}，失败 ${countText(op.failCnt)}` },
  ...(op.keptCnt > 0 ? [{ label: '撤销', value: `${countText(op.keptCnt)} 个码启用后有变化，撤销时未撤` }] : []),
  { label: '操作人', value: op.operatorName },
  { label: '操作时间', value: timeText(op.createTime, true) },
  { label: '完成时间', value: timeText(op.finishedAt, true) },
  { label: '所属企业', value: op.firmName },
  { label: '原因', value: op.reason },
  ...(op.policy === null
    ? []
    : [
        {
          label: '方式',
          value: [
            ConflictPolicy.label(op.policy),
            op.includesChildren ? '含下级' : '',
            op.isForced ? '强制改绑已发货的码' : '',
          ]
            .filter(Boolean)
            .join('，'),
        },
      ]),
  ...(op.dueAt ? [{ label: '计划时间', value: timeText(op.dueAt, true) }] : []),
  ...(op.message ? [{ label: '未执行原因', value: op.message, isWide: true }] : []),
  { label: '范围', value: <RangeText text={op.rangeText} />, isWide: true },
];

const Items = ({ opId }: { opId: number }) => {
  const search = useLocalSearch(codeOpApi.items, { fixed: { opId } });
  return (
    <>
      <h3 className="zy-codes-part">
        号段 <small>{search.total > 0 ? `${countText(search.total)} 段` : ''}</small>
      </h3>
      <PagedTable search={search} columns={itemColumns} keyOf={(row) => row.id} empty="没有改动任何码" />
    </>
  );
};

/** What one operation was asked, what it touched and what it left out. */
export const OpDetail = ({ id, close }: { id: number | undefined; close: () => void }) => {
  const { data, error, refetch } = useRead(codeOpApi.info, id === undefined ? undefined : { id });
  return (
    <SideDrawer
      width="min(1000px, calc(100vw - 200px))"
      isOpen={id !== undefined}
      close={close}
      title="操作详情"
      name={data?.opNo}
      mark={data && <OpState op={data} />}
    >
      {error && !data && <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />}
      {data && (
        <>
          <Facts items={factsOf(data)} isPaired />
          {data.conflicts.length > 0 && (
            <>
              <h3 className="zy-codes-part">
                未执行的码 <small>列出前 {data.conflicts.length} 项</small>
              </h3>
              <PlainTable
                columns={conflictColumns}
                rows={data.conflicts}
                keyOf={(row) => `${row.code} ${row.seg} ${row.serialFrom}`}
                empty="没有"
              />
            </>
          )}
          <Items key={data.id} opId={data.id} />
        </>
      )}
    </SideDrawer>
  );
};
