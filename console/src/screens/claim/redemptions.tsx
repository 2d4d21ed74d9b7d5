import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { claimApi, plainPermission } from '@zhuiyuan/contract/claim/claim-list';
import { redemptionApi } from '@zhuiyuan/contract/claim/redemption';
import { RedemptionStatus, shipCompanies } from '@zhuiyuan/contract/claim/redemption-states';
import { enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { Button } from 'antd';
import Package from 'icon:package';
import { type ReactNode } from 'react';
import { useMay } from '../../lib/session.ts';
import { May } from '../../parts/feedback/may.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { AreaField, RadioField, SelectField, TextField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { ImportButton } from '../../parts/import/import-button.tsx';
import type { Act } from '../../parts/list/acts.tsx';
import { acts, cell, enumTag, extra, name, text, time, type Column } from '../../parts/list/columns.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../parts/list/filters.tsx';
import { ListScreen, type Picked } from '../../parts/list/list-screen.tsx';
import { useOpened } from '../../parts/list/use-opened.ts';
import { useSearch } from '../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../parts/pickers/firm-field.tsx';
import { useTierFilter } from '../../parts/pickers/use-tier-filter.ts';
import { Cut } from '../../parts/format/cut.tsx';
import { RedemptionDetail } from './redemption-detail.tsx';
import { useMany } from '../../parts/claims/use-many.ts';
import type { RedemptionRow } from '../../parts/claims/won-text.ts';

const changes = [redemptionApi.list, claimApi.list, claimApi.sums];
const Verdict = enumeration({ true: { label: '通过' }, false: { label: '驳回' } });
const companies = shipCompanies.map((company) => ({ value: company, label: company }));
const shipped = [
  { value: 'true', label: '已发货' },
  { value: 'false', label: '未发货' },
];

const columnsOf = (open: (row: RedemptionRow) => void): Column<RedemptionRow>[] => [
  text('redeemNo', '兑换单号', { width: 160 }),
  name('prizeName', '奖品', { open, picture: 'image', least: 148 }),
  enumTag('status', '状态', RedemptionStatus),
  cell('shipNo', '物流单号', (row) => <Cut>{row.shipNo ? `${row.shipCompany} ${row.shipNo}` : '-'}</Cut>, {
    width: 188,
  }),
  text('receiver', '收货人', { width: 72 }),
  text('phone', '手机号', { width: 108 }),
  cell('address', '收货地址', (row) => <Cut>{`${row.regionName}${row.address}`}</Cut>, { width: 176 }),
  time('createTime', '提交时间'),
  extra(text('consumer', '消费者', { width: 104 })),
  extra(text('claimNo', '领取单号', { width: 160 })),
  extra(text('activityName', '活动', { width: 148 })),
  extra(text('tierName', '奖级', { width: 80 })),
  extra(time('shippedAt', '发货时间')),
  extra(time('finishedAt', '完成时间')),
  extra(text('auditName', '审核人', { width: 84 })),
];

/** 兑换单: prizes that are sent by post. */
export const Redemptions = ({ tabs }: { tabs: ReactNode }) => {
  const may = useMay();
  const search = useSearch(redemptionApi.list);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<RedemptionRow>();
  const activities = useOptions('activity');
  const tierFilter = useTierFilter(search.values, search.values['activityId']);
  const [shownId, setShownId] = useOpened();
  const audit = useMany(
    redemptionApi.audit,
    changes,
    (id) => search.rows.find((row) => row.id === id)?.redeemNo ?? String(id),
  );
  const ship = useDraft({
    create: redemptionApi.ship,
    list: redemptionApi.list,
    refresh: changes,
    from: ({ id, version, shipCompany, shipNo }: RedemptionRow) => ({
      id,
      version,
      shipCompany: (shipCompany || undefined) as (typeof shipCompanies)[number] | undefined,
      shipNo,
    }),
    done: { update: '操作成功' },
  });
  const close = useDraft({
    create: redemptionApi.close,
    list: redemptionApi.list,
    refresh: changes,
    from: ({ id }: RedemptionRow) => ({ id }),
    done: { update: '操作成功' },
  });
  const finish = useAct(redemptionApi.finish, { refresh: changes });
  const { page: _page, limit: _limit, ...filters } = search.input;

  const actsOf = (row: RedemptionRow): Act[] => {
    const { waiting, passed } = RedemptionStatus;
    const isShipped = row.shipNo !== '';
    return [
      ...(row.status === waiting
        ? [{ label: '审核', may: redemptionApi.audit.may, run: () => audit.begin([row.id], { pass: 'true' }) }]
        : []),
      ...(row.status === passed && !isShipped
        ? [{ label: '发货', may: redemptionApi.ship.may, run: () => ship.open(row) }]
        : []),
      ...(row.status === passed && isShipped
        ? [
            {
              label: '完成',
              may: redemptionApi.finish.may,
              confirm: '确定该奖品已送达？',
              run: () => finish({ id: row.id }),
            },
            { label: '改单号', may: redemptionApi.ship.may, run: () => ship.open(row) },
          ]
        : []),
      ...((row.status === waiting || row.status === passed) && !isShipped
        ? [
            {
              label: '关闭',
              may: redemptionApi.close.may,
              destructive: true,
              asksItself: true,
              run: () => close.open(row),
            },
          ]
        : []),
    ];
  };
  const open = ({ id }: RedemptionRow) => setShownId(id);
  const columns = [
    ...columnsOf(open),
    ...firmColumn,
    acts<RedemptionRow>((row) => [...actsOf(row), { label: '详情', run: () => open(row) }]),
  ];
  const batch = (picked: Picked<RedemptionRow>) => (
    <Button onClick={() => audit.begin(picked.keys.map(Number), { pass: 'true' })}>批量审核</Button>
  );
  const shown = search.rows.find(({ id }) => id === shownId);
  return (
    <>
      <ListScreen
        search={search}
        thing="兑换单"
        tabs={tabs}
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('keywords', '单号', '兑换、领取或物流单号'),
          selectFilter('status', '状态', RedemptionStatus),
          selectFilter('isShipped', '发货', shipped),
          { ...selectFilter('activityId', '活动', activities), may: activityApi.listAll.may },
          ...tierFilter,
          textFilter('phone', '手机号', '完整手机号'),
          dateFilter('dateLimit', '提交时间'),
        ]}
        buttons={
          <>
            <ImportButton
              endpoint={redemptionApi.importShips}
              biz="redeem_ship"
              thing="物流单号"
              label="批量导入物流单号"
              refresh={changes}
            />
            <ExportButton biz="redeem" endpoint={redemptionApi.export} input={filters} />
            <May of={{ all: [redemptionApi.export.may, plainPermission] }}>
              <ExportButton endpoint={redemptionApi.export} input={{ ...filters, plain: true }} label="导出收货信息" />
            </May>
          </>
        }
        batch={may(redemptionApi.audit.may) ? batch : undefined}
        card={{
          head: 'redeemNo',
          status: 'status',
          name: 'prizeName',
          facts: ['receiver', 'phone', (row) => (row.shipNo ? `${row.shipCompany} ${row.shipNo}` : ''), 'createTime'],
        }}
        empty={{ icon: Package, text: '消费者为邮寄奖品填好收货信息后，兑换单列在这里。' }}
      />
      <RedemptionDetail row={shown} close={() => setShownId(undefined)} actsOf={actsOf} />
      <FormModal draft={audit} title="审核兑换单" save="确定">
        <RadioField name="pass" label="结论" from={Verdict} />
        <AreaField name="remark" label="驳回原因" rows={2} placeholder="驳回时必填，消费者看得到" />
      </FormModal>
      <FormModal draft={ship} title={ship.row?.shipNo ? '修改物流单号' : '发货'} save="确定">
        <SelectField name="shipCompany" label="物流公司" from={companies} placeholder="请选择物流公司" />
        <TextField name="shipNo" label="物流单号" placeholder="请输入物流单号" />
      </FormModal>
      <FormModal draft={close} title="关闭兑换单" save="关闭">
        <AreaField
          name="reason"
          label="关闭原因"
          rows={2}
          help="奖品退回未领取，至少再保留 7 天；可到店领取的换发新的核销码"
        />
      </FormModal>
    </>
  );
};
