import { redemptionApi } from '@zhuiyuan/contract/claim/redemption';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { Link } from 'react-router';
import { Facts } from '../../parts/format/facts.tsx';
import { EnumTag } from '../../parts/format/tag.tsx';
import { timeText } from '../../parts/format/times.ts';
import { SideDrawer } from '../../parts/frame/side-drawer.tsx';
import { ActLinks, type Act } from '../../parts/list/acts.tsx';
import { PlainFacts } from '../../parts/claims/plain-facts.tsx';
import { claimOf, type RedemptionRow } from '../../parts/claims/won-text.ts';

/** One order: what is sent, where to, and how far it has come. */
export const RedemptionDetail = ({
  row,
  close,
  actsOf,
}: {
  row: RedemptionRow | undefined;
  close: () => void;
  actsOf: (row: RedemptionRow) => Act[];
}) => (
  <SideDrawer
    isOpen={row !== undefined}
    close={close}
    title="兑换单"
    name={row?.redeemNo}
    mark={row && <EnumTag of={RedemptionStatus} value={row.status} />}
    foot={row && actsOf(row).length > 0 ? <ActLinks acts={actsOf(row)} /> : undefined}
    width={480}
  >
    {row && (
      <Facts
        items={[
          { label: '奖品', value: `${row.prizeName}（${row.tierName}）` },
          { label: '活动', value: row.activityName },
          { label: '领取单号', value: <Link to={claimOf(row.claimNo)}>{row.claimNo}</Link> },
          { label: '消费者', value: row.consumer },
          {
            label: '收货信息',
            value: (
              <PlainFacts
                key={row.id}
                endpoint={redemptionApi.receiving}
                input={{ id: row.id }}
                masked={[`${row.receiver} ${row.phone}`, `${row.regionName}${row.address}`]}
                toPlain={(whole) => [`${whole.receiver} ${whole.phone}`, `${whole.regionName}${whole.address}`]}
              />
            ),
          },
          { label: '提交时间', value: timeText(row.createTime) },
          {
            label: '审核',
            value: row.auditAt && `${[row.auditName, timeText(row.auditAt)].filter(Boolean).join(' ')}`,
          },
          { label: '驳回原因', value: row.auditRemark },
          { label: '物流', value: row.shipNo && `${row.shipCompany} ${row.shipNo}` },
          { label: '发货时间', value: row.shippedAt && timeText(row.shippedAt) },
          { label: '完成时间', value: row.finishedAt && timeText(row.finishedAt) },
          { label: '关闭', value: row.closedAt && `${timeText(row.closedAt)} ${row.closeReason}` },
        ].filter(({ value }) => value !== '' && value !== null)}
      />
    )}
  </SideDrawer>
);
