import { BanState, blackApi, whiteApi, type BanRow } from '@zhuiyuan/contract/consumer/black';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { BanKind, BanScope, BanSource } from '@zhuiyuan/contract/risk/risk-enums';
import { Button, Form } from 'antd';
import Ban from 'icon:ban';
import ShieldCheck from 'icon:shield-check';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { consumerPage } from '../../lib/object-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { confirm, toast } from '../../lib/toast.ts';
import { May } from '../../parts/feedback/may.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { AreaField, RadioField, TextField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft, type FormDraft } from '../../parts/form/use-draft.ts';
import { timeText } from '../../parts/format/times.ts';
import { ImportButton } from '../../parts/import/import-button.tsx';
import { tellMany } from '../../parts/claims/use-many.ts';
import { acts, cell, count, enumTag, extra, name, text, time, type Column } from '../../parts/list/columns.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import { FirmField, useFirmColumn, useFirmFilter } from '../../parts/pickers/firm-field.tsx';
import { terms } from './changes.ts';
import './consumer.css';

const asks = '移除后该对象可正常参与活动，确定移除？';
const asksOf = ({ target }: BanRow): string => `移除后“${target}”可正常参与活动，确定移除？`;
const placeholders: Record<number, string> = {
  [BanKind.person]: '消费者编号，如 208146',
  [BanKind.address]: '如 203.0.113.9',
  [BanKind.device]: '设备标识，见抽奖记录',
  [BanKind.network]: '如 203.0.113.0/24',
};

const Target = () => {
  const kind = Number(Form.useWatch('kind') ?? BanKind.person);
  const isAddress = kind === BanKind.address || kind === BanKind.network;
  return (
    <TextField
      name="value"
      label="对象"
      placeholder={placeholders[kind]}
      help={isAddress ? '同一地址后面常有许多人，黑名单最多限制 30 天' : undefined}
    />
  );
};

const EntryForm = ({ draft, title, isWhite }: { draft: FormDraft; title: string; isWhite: boolean }) => (
  <FormModal draft={draft} title={title} save="确定" width={480}>
    <FirmField isNew={draft.isNew} />
    <RadioField name="kind" label="类型" from={BanKind} />
    <Target />
    {!isWhite && <RadioField name="scope" label="限制范围" from={BanScope} />}
    <RadioField name="days" label="期限" from={terms} />
    <AreaField name="reason" label="原因" rows={2} />
  </FormModal>
);

const useColumns = (isWhite: boolean): Column<BanRow>[] => {
  const navigate = useNavigate();
  return [
    name('target', '对象', {
      open: ({ consumerId }) => consumerId !== null && void navigate(consumerPage(consumerId)),
      least: 160,
    }),
    enumTag('state', '状态', BanState),
    cell('kind', '类型', (row) => BanKind.label(row.kind), { width: 72 }),
    ...(isWhite ? [] : [cell<BanRow>('scope', '限制范围', (row) => BanScope.label(row.scope), { width: 92 })]),
    text('reason', '原因', { width: 220 }),
    ...(isWhite
      ? []
      : [
          cell<BanRow>('source', '来源', (row) => BanSource.label(row.source), { width: 72 }),
          count<BanRow>('hitCount', '拦截次数', { width: 84 }),
        ]),
    cell('expireAt', '到期', (row) => (row.expireAt ? timeText(row.expireAt) : '永久'), { width: 136 }),
    text('createName', '添加人', { width: 88 }),
    time('createTime', '添加时间'),
    extra(cell<BanRow>('consumerId', '编号', (row) => row.consumerId ?? '-', { width: 88 })),
  ];
};

const useRemove = (api: typeof blackApi | typeof whiteApi, rows: readonly BanRow[]) => {
  const refresh = [api.list, consumerApi.list, consumerApi.info];
  const removeOne = useAct(api.remove, { refresh, done: '删除成功' });
  const removeMany = useAct(api.removeMany, { refresh, done: '' });
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.target ?? String(id);
  return {
    one: (row: BanRow) => removeOne({ id: row.id }),
    batch: (picked: Picked<BanRow>) => (
      <May of={api.removeMany.may}>
        <Button
          danger
          onClick={() =>
            void (async () => {
              if (!(await confirm({ text: asks, verb: '移除', isDanger: true }))) return;
              try {
                tellMany(await removeMany({ ids: picked.keys.map(Number) }), nameOf);
                picked.clear();
              } catch (error) {
                toast.failure(error);
              }
            })()
          }
        >
          批量移除
        </Button>
      </May>
    ),
  };
};

const filtersOf = (firmFilter: ReturnType<typeof useFirmFilter>, isWhite: boolean) => [
  ...firmFilter,
  textFilter('keywords', '对象或原因', '编号、昵称、IP、设备或原因'),
  selectFilter('kind', '类型', BanKind),
  ...(isWhite ? [] : [selectFilter('source', '来源', BanSource)]),
  selectFilter('state', '状态', BanState),
];
const card = {
  head: 'target',
  status: 'state',
  name: 'reason',
  facts: [
    'firmName',
    (row: BanRow) => BanKind.label(row.kind),
    (row: BanRow) => (row.expireAt ? timeText(row.expireAt) : '永久'),
    'createTime',
  ],
} as const;

/** 黑名单. */
export const BlackEntries = ({ tabs }: { tabs: ReactNode }) => {
  const may = useMay();
  const search = useSearch(blackApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<BanRow>();
  const columns = useColumns(false);
  const remove = useRemove(blackApi, search.rows);
  const refresh = [blackApi.list, consumerApi.list, consumerApi.info];
  const add = useDraft({
    create: blackApi.save,
    list: blackApi.list,
    refresh,
    blank: { kind: BanKind.person, scope: BanScope.all, days: 30 },
  });
  const term = useDraft({
    create: blackApi.term,
    list: blackApi.list,
    refresh,
    from: ({ id }: BanRow) => ({ id, days: 30 }),
    done: { update: '操作成功' },
  });
  const { page: _page, limit: _limit, ...filters } = search.input;
  return (
    <>
      <ListScreen
        search={search}
        thing="黑名单"
        tabs={tabs}
        columns={[
          ...columns,
          ...firmColumn,
          acts<BanRow>((row) => [
            { label: '改期限', may: blackApi.term.may, run: () => term.open(row) },
            {
              label: '移除',
              may: blackApi.remove.may,
              destructive: true,
              confirm: asksOf(row),
              run: () => remove.one(row),
            },
          ]),
        ]}
        filters={filtersOf(firmFilter, false) as never}
        buttons={
          <>
            <May of={blackApi.save.may}>
              <Button type="primary" onClick={() => add.open()}>
                新增
              </Button>
            </May>
            <ImportButton endpoint={blackApi.import} biz="black" thing="黑名单" label="批量导入" refresh={refresh} />
            <ExportButton biz="black" endpoint={blackApi.export} input={filters} />
          </>
        }
        batch={may(blackApi.removeMany.may) ? remove.batch : undefined}
        card={card as never}
        empty={{ icon: Ban, text: '被禁止抽奖或领奖的消费者、设备和地址列在这里。' }}
      />
      <EntryForm draft={add} title="新增黑名单" isWhite={false} />
      <FormModal draft={term} title={`改期限 ${term.row?.target ?? ''}`} save="确定">
        <RadioField name="days" label="新期限，从现在起" from={terms} />
      </FormModal>
    </>
  );
};

/** 白名单: whom the rules leave alone. */
export const WhiteEntries = ({ tabs }: { tabs: ReactNode }) => {
  const may = useMay();
  const search = { ...useSearch(whiteApi.list), openView: undefined };
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<BanRow>();
  const columns = useColumns(true);
  const remove = useRemove(whiteApi, search.rows);
  const add = useDraft({
    create: whiteApi.save,
    list: whiteApi.list,
    refresh: [whiteApi.list],
    blank: { kind: BanKind.person, days: 0 },
  });
  const { page: _page, limit: _limit, ...filters } = search.input;
  return (
    <>
      <ListScreen
        search={search}
        thing="白名单"
        tabs={tabs}
        columns={[
          ...columns,
          ...firmColumn,
          acts<BanRow>((row) => [
            {
              label: '移除',
              may: whiteApi.remove.may,
              destructive: true,
              confirm: '移除后风控规则对该对象恢复生效，确定移除？',
              run: () => remove.one(row),
            },
          ]),
        ]}
        filters={filtersOf(firmFilter, true) as never}
        buttons={
          <>
            <May of={whiteApi.save.may}>
              <Button type="primary" onClick={() => add.open()}>
                新增
              </Button>
            </May>
            <ExportButton biz="white" endpoint={whiteApi.export} input={filters} />
          </>
        }
        batch={may(whiteApi.removeMany.may) ? remove.batch : undefined}
        card={card as never}
        empty={{ icon: ShieldCheck, text: '测试人员和自有设备可加到这里：风控规则不处理他们，中奖概率不变。' }}
      />
      <EntryForm draft={add} title="新增白名单" isWhite />
    </>
  );
};
