import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { Link } from 'react-router';
import { activityPage, drawOf } from '../../lib/object-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { Facts } from '../format/facts.tsx';
import { CodeLink } from '../format/object-links.tsx';
import { EnumDot, EnumTag } from '../format/tag.tsx';
import { timeText } from '../format/times.ts';
import { SideDrawer } from '../frame/side-drawer.tsx';
import { ActLinks, usableActs, type Act } from '../list/acts.tsx';
import { PlainFacts } from './plain-facts.tsx';
import { redemptionOf, wonText, type ClaimRow } from './won-text.ts';

/** One prize that was won, with all that is known of it. */
export const ClaimDetail = ({
  row,
  close,
  actsOf,
}: {
  row: ClaimRow | undefined;
  close: () => void;
  actsOf: (row: ClaimRow) => Act[];
}) => {
  const may = useMay();
  const usable = row ? usableActs(actsOf(row), may) : [];
  return (
    <SideDrawer
      isOpen={row !== undefined}
      close={close}
      title="领取详情"
      name={row?.claimNo}
      mark={row && <EnumTag of={ClaimStatus} value={row.status} />}
      foot={
        usable.length > 0 ? (
          <ActLinks
            acts={usable.map((act) => ({
              ...act,
              run: () => {
                close();
                return act.run();
              },
            }))}
          />
        ) : undefined
      }
      width={480}
    >
      {row && (
        <Facts
          items={[
            { label: '奖品', value: `${row.prizeName}（${row.tierName}，${PrizeType.label(row.prizeType)}）` },
            { label: '面额', value: wonText(row) },
            { label: '活动', value: <Link to={activityPage(row.activityId)}>{row.activityName}</Link> },
            { label: '消费者', value: row.consumer },
            {
              label: '收集信息',
              value: row.collectText && (
                <PlainFacts
                  key={row.id}
                  endpoint={claimApi.collected}
                  input={{ id: row.id }}
                  masked={row.collectText.split('，')}
                  toPlain={(told) => told.map(({ label, value }) => `${label} ${value}`)}
                />
              ),
            },
            { label: '领取方式', value: ClaimMode.label(row.claimMode) },
            { label: '红包状态', value: row.delivery && <EnumDot of={Delivery} value={row.delivery} /> },
            { label: '核销码', value: row.verTail && `**** ${row.verTail}` },
            { label: '核销门店', value: row.shopName },
            { label: '兑换单', value: row.redeemNo && <Link to={redemptionOf(row.redeemNo)}>{row.redeemNo}</Link> },
            { label: '审核', value: row.hold ? '中奖结果审核中' : '' },
            { label: '抽奖单号', value: <Link to={drawOf(row.activityId, row.drawNo)}>{row.drawNo}</Link> },
            { label: '码', value: row.codeText && <CodeLink code={row.codeText} /> },
            { label: '地区', value: row.region },
            { label: '中奖时间', value: timeText(row.drawnAt) },
            { label: '有效期', value: timeText(row.expireAt) },
            { label: '领取时间', value: row.claimedAt ? timeText(row.claimedAt) : '' },
            { label: '关闭原因', value: row.closeText },
          ].filter(({ label, value }) => (value !== '' && value !== null) || label === '收集信息')}
        />
      )}
    </SideDrawer>
  );
};
