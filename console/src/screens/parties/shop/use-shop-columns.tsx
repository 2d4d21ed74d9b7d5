import { Review } from '@zhuiyuan/contract/kit/review';
import type { ShopRow } from '@zhuiyuan/contract/parties/shop/shop';
import { ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { ReactNode } from 'react';
import { cell, enumDot, enumTag, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { Cut } from '../../../parts/format/cut.tsx';
import { useFirmColumn } from '../../../parts/pickers/firm-field.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import type { useShopCrud } from './shop-form.tsx';
import type { GoTab } from './use-shop-tab.ts';

const link = (content: string, isZero: boolean, run: () => void): ReactNode => (
  <button type="button" className={isZero ? 'zy-link zy-zero' : 'zy-link'} onClick={run}>
    {content}
  </button>
);

/** Columns of the list of shops; numbers lead to the part of the screen that explains them. */
export const useShopColumns = ({
  open,
  crud,
  go,
}: {
  open: (row: ShopRow) => void;
  crud: ReturnType<typeof useShopCrud>;
  go: GoTab;
}): Column<ShopRow>[] => {
  return [
    name('name', '门店名称', { picture: 'doorImage', open }),
    text('shopNo', '编号', { width: 100 }),
    enumDot('shopType', '类型', ShopType, { width: 76 }),
    text('grade', '等级', { width: 52 }),
    text('agentName', '所属经销商', { width: 156 }),
    text('picName', '业务员', { width: 76 }),
    text('channelName', '渠道', { width: 88 }),
    text('contact', '联系人', { width: 76 }),
    text('phone', '电话', { width: 108 }),
    cell('place', '地址', (row) => <Cut>{`${row.regionName}${row.address}`}</Cut>, { width: 200 }),
    cell(
      'actCount',
      '绑定活动',
      (row) => link(countText(row.actCount), row.actCount === 0, () => go('act', { shopId: row.id })),
      { width: 84, align: 'right' },
    ),
    cell(
      'verCnt',
      '核销数',
      (row) => link(countText(row.verCnt), row.verCnt === 0, () => go('ver', { shopId: row.id })),
      { width: 76, align: 'right' },
    ),
    cell(
      'dedBalance',
      '抵扣余额（元）',
      (row) => link(moneyText(row.dedBalance), row.dedBalance === 0, () => go('ded', { shopId: row.id })),
      { width: 112, align: 'right' },
    ),
    enumTag('audit', '审核状态', Review),
    crud.statusColumn((row) => row.name, '停用后不能再向其发货，确定停用？'),
    ...useFirmColumn<ShopRow>(),
    time('lastActiveAt', '最近活跃'),
  ];
};
