import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { bindingApi } from '@zhuiyuan/contract/redeem/binding';
import { ductApi } from '@zhuiyuan/contract/settlement/duct';
import { storeApi, type StoreRow } from '@zhuiyuan/contract/settlement/store/store';
import { storeTraceApi } from '@zhuiyuan/contract/settlement/store/store-trace';
import { scanDetailApi } from '@zhuiyuan/contract/stats/scans/scan-detail';
import { Button } from 'antd';
import StoreIcon from 'icon:store';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { scansOf } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { confirm, toast } from '../../../lib/toast.ts';
import { useRead } from '../../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { Cut } from '../../../parts/format/cut.tsx';
import { countText, maybeMoney, moneyText } from '../../../parts/format/numbers.ts';
import { ImportButton } from '../../../parts/import/import-button.tsx';
import { acts, cell, count, enumTag, extra, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../../parts/list/list-screen.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { activityFilter } from '../../../parts/pickers/activity-input.tsx';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { regionFilter } from '../../../parts/pickers/region-input.tsx';
import { useSalesmanFilter } from '../class-inputs.tsx';
import { BindActForm, useBindAct } from '../shop/bind-act-form.tsx';
import { useShopCodes } from '../shop/shop-codes.tsx';
import { ShopForm, toShopDraft } from '../shop/shop-form.tsx';
import { StoreDetail, type StorePart } from './store-detail.tsx';

/** What a change of a shop shows elsewhere. */
const reads = [storeApi.board, storeApi.info, shopApi.list, shopApi.info];

const Board = ({ firmId }: { firmId: number | undefined }) => {
  const { data, error, refetch } = useRead(storeApi.board, firmId ? { firmId } : {}, { keeps: true });
  if (error && !data)
    return (
      <section className="sheet">
        <BlockFailed error={error} retry={refetch} />
      </section>
    );
  const counted = (value: number | undefined) => (value === undefined ? '—' : countText(value));
  return (
    <StatStrip label="门店概况">
      <StatCard label="门店总数" value={counted(data?.total)} unit="家" />
      <StatCard label="已入驻" value={counted(data?.joined)} unit="家" hint="审核通过的门店" />
      <StatCard
        label="本月活跃"
        value={counted(data?.active)}
        unit="家"
        hint="本月签收过货物、核销过奖品或开过箱的门店"
      />
      <StatCard label="本月新增" value={counted(data?.added)} unit="家" />
      <StatCard label="待结算奖励" value={maybeMoney(data?.rewardWait)} unit="元" />
      <StatCard
        label="抵扣余额"
        value={maybeMoney(data?.ductBalance)}
        unit="元"
        hint="核销奖品后，企业或经销商应付门店的金额"
      />
    </StatStrip>
  );
};

const columnsOf = (open: (row: StoreRow, part: StorePart) => void): Column<StoreRow>[] => {
  const link = (row: StoreRow, part: StorePart, words: string, isZero: boolean) => (
    <button type="button" className={isZero ? 'zy-link zy-zero' : 'zy-link'} onClick={() => open(row, part)}>
      {words}
    </button>
  );
  return [
    name<StoreRow>('name', '门店名称', { picture: 'doorImage', open: (row) => open(row, 'facts') }),
    text<StoreRow>('agentName', '所属经销商', { width: 152 }),
    cell<StoreRow>('bindActs', '绑定活动', (row) => link(row, 'acts', countText(row.bindActs), row.bindActs === 0), {
      width: 84,
      align: 'right',
    }),
    cell<StoreRow>('verCnt', '核销数', (row) => link(row, 'ver', countText(row.verCnt), row.verCnt === 0), {
      width: 76,
      align: 'right',
    }),
    count<StoreRow>('unpackCnt', '开箱数', { width: 76 }),
    cell<StoreRow>(
      'rewardWait',
      '待结算（元）',
      (row) => link(row, 'rewards', moneyText(row.rewardWait), row.rewardWait === 0),
      { width: 108, align: 'right' },
    ),
    cell<StoreRow>(
      'ductBalance',
      '抵扣余额（元）',
      (row) => link(row, 'duct', moneyText(row.ductBalance), row.ductBalance === 0),
      { width: 116, align: 'right' },
    ),
    enumTag<StoreRow>('audit', '审核状态', Review, { width: 92 }),
    cell<StoreRow>('payChannel', '收款方式', (row) => (row.payChannel ? PayeeChannel.label(row.payChannel) : '-'), {
      width: 88,
    }),
    text<StoreRow>('shopNo', '编号', { width: 100 }),
    text<StoreRow>('contact', '联系人', { width: 80 }),
    text<StoreRow>('phone', '电话', { width: 112 }),
    cell<StoreRow>('place', '地址', (row) => <Cut>{`${row.regionName}${row.address}`}</Cut>, { width: 200 }),
    text<StoreRow>('picName', '业务员', { width: 80 }),
    time<StoreRow>('lastActiveAt', '最近活跃'),
    extra(time<StoreRow>('createTime', '创建时间')),
  ];
};

/** 门店管理: shops by what campaigns bring them. */
export const Stores = () => {
  const may = useMay();
  const navigate = useNavigate();
  const search = useSearch(storeApi.list);
  const [id, open] = useOpened();
  const [part, setPart] = useState<StorePart>('facts');
  const show = (row: number, of: StorePart) => {
    setPart(of);
    open(row);
  };
  const crud = useCrud(
    {
      list: storeApi.list,
      save: shopApi.save,
      update: shopApi.update,
      updateStatus: shopApi.updateStatus,
      remove: shopApi.remove,
    },
    { refresh: reads, blank: { status: Enabled.on }, from: toShopDraft },
  );
  const codes = useShopCodes();
  const bind = useBindAct();
  const switchMany = useAct(storeApi.switchMany, { done: '', refresh: crud.lists });
  const columns = columnsOf((row, of) => show(row.id, of));
  const turn = async (picked: Picked<StoreRow>, status: 0 | 1): Promise<void> => {
    const verb = status === Enabled.on ? '启用' : '停用';
    const isSure = await confirm({
      text: `确定${verb}选中的${countText(picked.keys.length)}家门店？${status === Enabled.on ? '' : '停用后不能再向其发货'}`,
      verb,
    });
    if (!isSure) return;
    const { ok, fail } = await switchMany({ ids: picked.keys.map(Number), status });
    if (fail.length === 0) toast.success('操作成功');
    else toast.warning(`已${verb} ${countText(ok)} 家，${countText(fail.length)} 家未${verb}：${fail[0]!.message}`);
    picked.clear();
  };
  const batch = (picked: Picked<StoreRow>) => (
    <>
      <May of={bindingApi.save.may}>
        <Button onClick={() => bind.open(undefined, { shopIds: picked.keys.map(Number) })}>批量绑定活动</Button>
      </May>
      <May of={storeApi.switchMany.may}>
        <Button onClick={() => void turn(picked, Enabled.on)}>批量启用</Button>
        <Button onClick={() => void turn(picked, Enabled.off)}>批量停用</Button>
      </May>
    </>
  );
  const add = crud.addButton('新增门店');
  return (
    <>
      <Board firmId={Number(search.values['firmId']) || undefined} />
      <ListScreen
        search={search}
        thing="门店"
        columns={[
          ...columns,
          crud.statusColumn((row) => row.name, '停用后不能再向其发货，确定停用？'),
          ...useFirmColumn<StoreRow>(),
          acts((row: StoreRow) => [
            { label: '详情', run: () => show(row.id, 'facts') },
            crud.editAct(row),
            {
              label: '绑定活动',
              may: bindingApi.save.may,
              run: () => bind.open(undefined, { shopIds: [row.id] }),
            },
            {
              label: '扫码明细',
              may: scanDetailApi.list.may,
              run: () => navigate(scansOf({ shopId: row.id })),
            },
            {
              label: '追溯',
              may: storeTraceApi.summary.may,
              run: () => navigate(`/lottery/merchants/storetrace?shopId=${row.id}`),
            },
            { label: '奖励明细', run: () => show(row.id, 'rewards') },
            { label: '抵扣记录', may: ductApi.list.may, run: () => show(row.id, 'duct') },
            ...codes.acts(row),
          ]),
        ]}
        filters={[
          ...useFirmFilter(),
          textFilter('keywords', '门店', '名称、编号或电话'),
          useAgentFilter('agentId'),
          useSalesmanFilter('salesmanId'),
          regionFilter('regionCode', '地区'),
          selectFilter('audit', '审核状态', Review),
          selectFilter('status', '状态', Enabled),
          activityFilter('activityId', '绑定活动'),
          dateFilter('dateLimit', '最近活跃'),
        ]}
        buttons={
          <>
            {add}
            <ImportButton endpoint={shopApi.import} biz="shop" thing="门店" refresh={crud.lists} />
            <ExportButton biz="store" endpoint={storeApi.export} input={search.values} />
          </>
        }
        batch={may({ any: [...bindingApi.save.may.any, ...storeApi.switchMany.may.any] }) ? batch : undefined}
        flash={crud.draft.savedId}
        card={{
          head: 'shopNo',
          status: 'audit',
          name: 'name',
          facts: [
            'agentName',
            (row) => `核销 ${countText(row.verCnt)} 件`,
            (row) => `待结算 ¥${moneyText(row.rewardWait)}`,
            (row) => `抵扣余额 ¥${moneyText(row.ductBalance)}`,
          ],
        }}
        empty={{ icon: StoreIcon, text: '门店核销奖品、开箱和动销得到的激励，都按门店列在这里。', action: add }}
      />
      <StoreDetail opened={id === undefined ? undefined : { id, part }} go={setPart} close={() => open(undefined)} />
      <ShopForm draft={crud.draft} />
      <BindActForm draft={bind} />
      {codes.dialogs}
    </>
  );
};
