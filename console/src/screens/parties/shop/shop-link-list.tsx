import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { shopLinkApi, ShopLinkValid, type ShopLinkRow } from '@zhuiyuan/contract/parties/shop/shop-link';
import { Button } from 'antd';
import Handshake from 'icon:handshake';
import { useNavigate } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { useChannelFilter, useSalesmanFilter } from '../class-inputs.tsx';
import { acts, cell, enumDot, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { Cut } from '../../../parts/format/cut.tsx';
import { selectFilter, type Filter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { ListScreen, type Picked } from '../../../parts/list/list-screen.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { shopFilter } from '../../../parts/pickers/shop-input.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import type { TabProps } from './use-shop-tab.ts';
import { oneFirm, ShopLinkDialog, useShopLinkDialog } from './shop-link-dialog.tsx';
import { useUnbind, UnbindDialog } from './unbind-dialog.tsx';

/** 关联对象 of the chosen kind; without a kind there is nothing to choose from. */
const useTargetFilter = (kind: string | undefined): Filter<'targetId'>[] => {
  const agent = useAgentFilter('targetId');
  const salesman = useSalesmanFilter('targetId');
  const channel = useChannelFilter('targetId');
  return { 1: [agent], 2: [salesman], 3: [channel] }[Number(kind)] ?? [];
};

const reasonColumn: Column<ShopLinkRow> = cell(
  'reason',
  '原因',
  ({ reason, endReason }) => <Cut>{[reason, endReason && `解绑：${endReason}`].filter(Boolean).join('；') || '-'}</Cut>,
  { width: 180 },
);

/** 关联关系: whom shops belong to, now and before. */
export const ShopLinkList = ({ tabs }: TabProps) => {
  const navigate = useNavigate();
  const may = useMay();
  const search = useSearch(shopLinkApi.list);
  const dialog = useShopLinkDialog();
  const unbind = useUnbind();
  const columns: Column<ShopLinkRow>[] = [
    name('shopName', '门店'),
    text('shopNo', '门店编号', { width: 100 }),
    enumDot('kind', '关联类型', ShopLinkKind, { width: 84 }),
    text('targetName', '关联对象', { width: 180 }),
    time('bindAt', '绑定时间', { seconds: true }),
    time('unbindAt', '解绑时间', { seconds: true }),
    enumDot('bindSource', '来源', RowSource, { width: 68 }),
    text('operatorName', '操作人', { width: 88 }),
    reasonColumn,
    ...useFirmColumn<ShopLinkRow>(),
    acts((row) =>
      row.unbindAt
        ? []
        : [
            {
              label: '变更',
              may: shopLinkApi.update.may,
              run: () => navigate(`/identity/shopAssCreat/${row.id}`),
            },
            {
              label: '解绑',
              may: shopLinkApi.unbind.may,
              run: () => unbind.open(row),
              blocked: row.kind === ShopLinkKind.agent ? '门店必须归属一个经销商，请直接变更' : undefined,
            },
          ],
    ),
  ];
  const relink = (picked: Picked<ShopLinkRow>) => {
    const kinds = new Set(picked.rows.map(({ kind }) => kind));
    if (kinds.size > 1) return toast.warning('请选择同一类型的关联');
    const firmId = oneFirm(picked.rows);
    if (!firmId) return;
    const shopIds = [...new Set(picked.rows.map(({ shopId }) => shopId))];
    dialog.open(undefined, { kind: picked.rows[0]?.kind, firmId, shopIds });
    picked.clear();
  };
  const batch = (picked: Picked<ShopLinkRow>) => <Button onClick={() => relink(picked)}>批量变更</Button>;
  const add = (
    <May of={shopLinkApi.save.may}>
      <Button type="primary" onClick={() => navigate('/identity/shopAssCreat')}>
        新增关联
      </Button>
    </May>
  );
  return (
    <>
      <ListScreen
        search={search}
        thing="关联"
        tabs={tabs}
        columns={columns}
        filters={[
          ...useFirmFilter(),
          shopFilter('shopId'),
          selectFilter('kind', '关联类型', ShopLinkKind),
          ...useTargetFilter(search.values.kind),
          selectFilter('valid', '状态', ShopLinkValid),
        ]}
        buttons={add}
        batch={may(shopLinkApi.batch.may) ? batch : undefined}
        card={{ head: 'kind', name: 'shopName', facts: ['targetName', 'bindAt'] }}
        empty={{ icon: Handshake, text: '门店的经销商、业务员和渠道，变更后在这里留下历史。', action: add }}
      />
      <ShopLinkDialog draft={dialog} />
      <UnbindDialog draft={unbind} />
    </>
  );
};
