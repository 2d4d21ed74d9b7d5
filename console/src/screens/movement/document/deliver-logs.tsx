import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi } from '@zhuiyuan/contract/movement/document/deliver';
import { deliverLogApi, type DeliverLogRow } from '@zhuiyuan/contract/movement/document/deliver-log';
import ScrollText from 'icon:scroll-text';
import { Link } from 'react-router';
import { deliverPage } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { cell, count, enumDot, enumTag, extra, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { CodeRun } from '../code-run.tsx';
import { usePartyFilter } from '../party-filters.tsx';

/** What codes look like; a refused text may be anything. */
const codeLike = /^[0-9A-Z]{12,32}$/;

/** The code of an entry, or the first and the last of its run; who may look codes up is led to them. */
const LoggedCodes = ({ runs }: { runs: string }) => {
  if (!runs) return '-';
  const [code = '', lastCode = ''] = runs.split(' 至 ');
  return <CodeRun code={code} lastCode={lastCode} isPlain={!codeLike.test(code)} />;
};

/** 发货日志: what was done to documents and their codes, and what was refused. */
export const DeliverLogs = () => {
  const may = useMay();
  const search = useSearch(deliverLogApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<DeliverLogRow>();
  const from = usePartyFilter(search, 'from');
  const to = usePartyFilter(search, 'to');
  const columns: Column<DeliverLogRow>[] = [
    time('at', '时间', { seconds: true }),
    enumDot('act', '动作', DeliverAct, { width: 96 }),
    enumTag('result', '结果', LogResult, { width: 80 }),
    cell(
      'deliverNo',
      '发货单号',
      (row) =>
        row.deliverId !== null && may(deliverApi.info.may) ? (
          <Link className="zy-mono" to={deliverPage(row.deliverId)}>
            {row.deliverNo}
          </Link>
        ) : (
          row.deliverNo || '-'
        ),
      { width: 168 },
    ),
    {
      ...cell<DeliverLogRow>('codeText', '编码', (row) => <LoggedCodes runs={row.codeText} />, { width: 220 }),
      raw: (row) => row.codeText,
    },
    count('itemQty', '件数', { width: 72 }),
    text('toName', '收货方', { width: 140 }),
    text('fromName', '发货方', { width: 130 }),
    text('errMsg', '失败原因', { width: 220 }),
    text('operatorName', '操作人', { width: 88 }),
    enumDot('opSrc', '来源', OpSource, { width: 88 }),
    extra(text('note', '说明', { width: 150 })),
    extra(text('place', '地点', { width: 150 })),
    ...firmColumn,
  ];
  return (
    <ListScreen
      search={search}
      thing="发货日志"
      columns={columns}
      filters={[
        ...firmFilter,
        textFilter('code', '编码'),
        selectFilter('act', '动作', DeliverAct),
        selectFilter('result', '结果', LogResult),
        ...from,
        ...to,
        selectFilter('opSrc', '来源', OpSource),
        dateFilter('dateLimit', '时间'),
      ]}
      buttons={<ExportButton biz="deliver_log" endpoint={deliverLogApi.export} input={search.values} />}
      card={{
        head: 'at',
        status: 'result',
        name: 'deliverNo',
        facts: ['act', 'codeText', 'itemQty', 'errMsg'],
      }}
      empty={{ icon: ScrollText, text: '发货、撤销、签收、退货和打印，每一步都记在这里，不能修改或删除。' }}
    />
  );
};
