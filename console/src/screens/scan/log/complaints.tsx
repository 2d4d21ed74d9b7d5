import { complaintApi, ComplaintState, type ComplaintRow } from '@zhuiyuan/contract/scan/log/complaint';
import MessageSquareWarning from 'icon:message-square-warning';
import { type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { acts, cell, code, enumTag, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { AreaField, RadioField } from '../../../parts/form/fields.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { Thumb } from '../../../parts/format/thumb.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { codePage } from '../../../lib/code-addresses.ts';
import { ComplaintDetail } from './complaint-detail.tsx';

const results = ComplaintState.options.filter(({ value }) => value !== 0);

/** 消费者举报: what shoppers report, and what came of it. */
export const Complaints = ({ tabs }: { tabs: ReactNode }) => {
  const navigate = useNavigate();
  const search = useSearch(complaintApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<ComplaintRow>();
  const [shownComplaint, setShownComplaint] = useOpened();
  const handle = useDraft({
    create: complaintApi.handle,
    list: complaintApi.list,
    from: (row: ComplaintRow) => ({ id: row.id, version: row.version, state: 2 as const, result: row.result }),
    done: { update: '操作成功' },
  });
  const columns: Column<ComplaintRow>[] = [
    time('at', '举报时间'),
    code('code', '编码', { width: 204, open: (row) => void navigate(codePage(row.code)) }),
    text('storeName', '产品', { width: 168 }),
    name('content', '举报内容', { least: 240, open: (row) => setShownComplaint(row.id) }),
    cell(
      'images',
      '图片',
      (row) =>
        row.images.length === 0 ? (
          '-'
        ) : (
          <span className="zy-pictures">
            {row.images.map((src) => (
              <Thumb key={src} src={src} label="举报图片" />
            ))}
          </span>
        ),
      { width: 132 },
    ),
    text('contact', '联系方式', { width: 120 }),
    text('buyPlace', '购买地点', { width: 160 }),
    enumTag('state', '状态', ComplaintState),
    text('handledBy', '处理人', { width: 84 }),
    text('result', '处理结果', { width: 180 }),
    ...firmColumn,
    acts((row) => [
      { label: '详情', run: () => setShownComplaint(row.id) },
      ...(row.state === ComplaintState.done
        ? []
        : [{ label: '处理', may: complaintApi.handle.may, run: () => handle.open(row) }]),
    ]),
  ];
  return (
    <>
      <ListScreen
        search={search}
        thing="举报"
        tabs={tabs}
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('code', '编码'),
          textFilter('content', '举报内容'),
          selectFilter('state', '状态', ComplaintState),
          dateFilter('dateLimit', '举报时间'),
        ]}
        buttons={<ExportButton biz="complaint" endpoint={complaintApi.export} input={search.values} />}
        card={{ head: 'at', status: 'state', name: 'content', facts: ['storeName', 'buyPlace'] }}
        empty={{ icon: MessageSquareWarning, text: '消费者在查询结果页提交的举报会列在这里。' }}
      />
      <ComplaintDetail id={shownComplaint} close={() => setShownComplaint(undefined)} />
      <FormModal draft={handle} title="处理举报" save="确定">
        <RadioField name="state" label="处理状态" from={results} />
        <AreaField name="result" label="处理结果" placeholder="已处理时必填" />
      </FormModal>
    </>
  );
};
