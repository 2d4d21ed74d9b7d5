import { diversionApi } from '@zhuiyuan/contract/diversion/diversion';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { scanLogApi, type AbnormalCodeRow } from '@zhuiyuan/contract/scan/log/scan-log';
import { Segmented } from 'antd';
import ShieldAlert from 'icon:shield-alert';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { acts, code, count, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { AreaField } from '../../../parts/form/fields.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { codePage } from '../../../lib/code-addresses.ts';
import { newKey } from '../../../lib/new-key.ts';
import { useWarning, WarnForm } from '../../../parts/form/warn-form.tsx';
import { Risks } from './risks.tsx';

const lists = [scanLogApi.abnormal];

/** 异常码: codes asked about too often or in too many places, those one trusts, and warnings. */
export const AbnormalCodes = ({ tabs }: { tabs: ReactNode }) => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const view = new URLSearchParams(search).get('view') ?? 'odd';
  const views = [
    { value: 'odd', label: '异常码' },
    { value: 'white', label: '白名单' },
    { value: 'risk', label: '风险事件' },
  ];
  const shownView = views.some(({ value }) => value === view) ? view : 'odd';
  const choose = (
    <Segmented
      options={views}
      value={shownView}
      onChange={(next) => void navigate({ pathname, search: `tab=abnormal&view=${next}` }, { replace: true })}
    />
  );
  if (shownView === 'risk') return <Risks tabs={tabs} choose={choose} />;
  return <Codes key={shownView} tabs={tabs} choose={choose} isWhite={shownView === 'white'} />;
};

const Codes = ({ tabs, choose, isWhite }: { tabs: ReactNode; choose: ReactNode; isWhite: boolean }) => {
  const navigate = useNavigate();
  const search = useSearch(scanLogApi.abnormal, { fixed: { isWhite } });
  const products = useOptions('product');
  const agents = useOptions('agent');
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<AbnormalCodeRow>();
  const trust = useDraft({
    create: scanLogApi.trust,
    list: scanLogApi.abnormal,
    from: ({ id }: AbnormalCodeRow) => ({ id }),
    done: { update: '操作成功' },
  });
  const freeze = useDraft({
    create: codeOpApi.freeze,
    list: scanLogApi.abnormal,
    from: (row: AbnormalCodeRow) => ({
      pick: { mode: 5 as const, codes: [row.code] },
      policy: 0 as const,
      idemKey: newKey(),
    }),
    done: { update: '冻结成功' },
  });
  const { warn, form: warning } = useWarning();
  const distrust = useAct(scanLogApi.distrust, { refresh: lists });
  const open = (row: AbnormalCodeRow) => void navigate(codePage(row.code));
  const columns: Column<AbnormalCodeRow>[] = [
    code('code', '编码', { width: 212, open }),
    name('storeName', '产品'),
    text('lotNo', '批号', { width: 120 }),
    count('cnt', '查询次数', { width: 100, sort: 'cnt' }),
    count('cityCount', '7天城市数', { width: 92 }),
    time('firstAt', '首次查询'),
    time('lastAt', '最近查询', { sort: 'lastAt' }),
    text('agentName', '归属经销商', { width: 136 }),
    ...(isWhite
      ? [
          text<AbnormalCodeRow>('whiteReason', '加入原因', { width: 160 }),
          text<AbnormalCodeRow>('whiteBy', '操作人', { width: 84 }),
          time<AbnormalCodeRow>('whiteAt', '加入时间'),
        ]
      : []),
    ...firmColumn,
    acts((row) => [
      { label: '详情', may: 'admin:identity:identity:list', run: () => open(row) },
      ...(isWhite
        ? [{ label: '移出白名单', may: scanLogApi.distrust.may, run: () => distrust({ id: row.id }) }]
        : [
            { label: '冻结', may: codeOpApi.freeze.may, run: () => freeze.open(row) },
            { label: '加入白名单', may: scanLogApi.trust.may, run: () => trust.open(row) },
            { label: '转预警', may: diversionApi.police.may, run: () => warn(row.code) },
          ]),
    ]),
  ];
  return (
    <>
      <ListScreen
        search={search}
        thing={isWhite ? '白名单编码' : '异常码'}
        tabs={tabs}
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('code', '编码', '完整编码'),
          selectFilter('productId', '产品', products),
          selectFilter('agentId', '归属经销商', agents),
          dateFilter('dateLimit', '最近查询'),
        ]}
        buttons={choose}
        card={{
          head: 'code',
          name: 'storeName',
          facts: [(row) => `${countText(row.cnt)} 次`, (row) => `${row.cityCount} 个城市`, 'lotNo'],
        }}
        empty={{
          icon: ShieldAlert,
          text: isWhite
            ? '加入白名单的编码不再列为异常。'
            : '查询达到超限次数，或 7 天内出现在 3 个以上城市的编码会列在这里。',
        }}
      />
      <FormModal draft={freeze} title="冻结编码" save="冻结">
        <AreaField name="reason" label="原因" placeholder="请填写原因，消费者查询将提示已冻结" />
      </FormModal>
      <FormModal draft={trust} title="加入白名单" save="确定">
        <AreaField name="reason" label="原因" placeholder="如门店陈列样品、内部测试" />
      </FormModal>
      <WarnForm form={warning} />
    </>
  );
};
