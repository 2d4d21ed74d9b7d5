import { RiskLevel, RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { scanLogApi, type RiskEventRow } from '@zhuiyuan/contract/scan/log/scan-log';
import Siren from 'icon:siren';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { acts, code, count, enumDot, enumTag, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { AreaField, RadioField } from '../../../parts/form/fields.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { codePage } from '../../../lib/code-addresses.ts';

const results = RiskStatus.options.filter(({ value }) => value !== 0);

/** 风险事件: codes that somebody or a rule warns of, and whoever guesses codes. */
export const Risks = ({ tabs, choose }: { tabs: ReactNode; choose: ReactNode }) => {
  const navigate = useNavigate();
  const search = useSearch(scanLogApi.risks);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<RiskEventRow>();
  const handle = useDraft({
    create: scanLogApi.handleRisk,
    list: scanLogApi.risks,
    from: ({ id, version, result }: RiskEventRow) => ({ id, version, status: 2 as const, result }),
    done: { update: '操作成功' },
  });
  const columns: Column<RiskEventRow>[] = [
    name('title', '事件', { least: 260 }),
    code('code', '编码', { width: 204, open: (row) => void navigate(codePage(row.code)) }),
    text('remark', '说明', { width: 160 }),
    enumDot('type', '类型', RiskType, { width: 116 }),
    enumDot('level', '级别', RiskLevel, { width: 76 }),
    enumTag('status', '状态', RiskStatus),
    count('hitCount', '命中次数', { width: 88 }),
    time('firstAt', '首次时间'),
    time('lastAt', '最近时间'),
    text('handledBy', '处理人', { width: 84 }),
    text('result', '处理结果', { width: 180 }),
    ...firmColumn,
    acts((row) =>
      row.status > RiskStatus.doing
        ? []
        : [{ label: '处理', may: scanLogApi.handleRisk.may, run: () => handle.open(row) }],
    ),
  ];
  return (
    <>
      <ListScreen
        search={search}
        thing="风险事件"
        tabs={tabs}
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('code', '编码', '完整编码'),
          selectFilter('type', '类型', RiskType),
          selectFilter('level', '级别', RiskLevel),
          selectFilter('status', '状态', RiskStatus),
          dateFilter('dateLimit', '最近时间'),
        ]}
        buttons={choose}
        card={{
          head: 'lastAt',
          status: 'status',
          name: 'title',
          facts: ['type', (row) => `命中 ${countText(row.hitCount)} 次`],
        }}
        empty={{ icon: Siren, text: '转为预警的编码、被复制的链接和批量猜码会列在这里。' }}
      />
      <FormModal draft={handle} title="处理风险事件" save="确定">
        <RadioField name="status" label="处理状态" from={results} />
        <AreaField name="result" label="处理结果" placeholder="已处理时必填" />
      </FormModal>
    </>
  );
};
