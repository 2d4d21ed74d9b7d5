import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shopLinkApi, type ShopLinkRow } from '@zhuiyuan/contract/parties/shop/shop-link';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import Handshake from 'icon:handshake';
import Route from 'icon:route';
import UserRound from 'icon:user-round';
import type { IconType } from '../../../parts/icon/make-icon.tsx';
import { call } from '../../../lib/call.ts';
import { Empty, Failed } from '../../../parts/feedback/states.tsx';
import { Tag } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { Timeline } from '../../../parts/format/timeline.tsx';

const icons: Record<number, IconType> = { 1: Handshake, 2: UserRound, 3: Route };
const most = 50;

const toFacts = (row: ShopLinkRow) => [
  row.unbindAt && `至 ${timeText(row.unbindAt)}`,
  row.reason,
  row.endReason && `解绑：${row.endReason}`,
  row.operatorName,
];

/** 关联历史: whom a shop belonged to, the newest fifty. */
export const ShopLinks = ({ id }: { id: number }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [shopLinkApi.list.path, 'shop', id],
    queryFn: () => call(shopLinkApi.list, { shopId: id, page: 1, limit: most }, { quiet: true }),
  });
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />;
  if (data.list.length === 0) return <Empty icon={Handshake} title="还没有关联记录" />;
  return (
    <Timeline
      items={data.list.map((row) => ({
        key: row.id,
        time: row.bindAt,
        icon: icons[row.kind] ?? Handshake,
        title: `${ShopLinkKind.label(row.kind)} ${row.targetName}`,
        mark: row.unbindAt ? undefined : <Tag tone="good">当前</Tag>,
        facts: toFacts(row),
      }))}
    />
  );
};
