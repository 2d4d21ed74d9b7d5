import { drawLogApi, type DrawDetail } from '@zhuiyuan/contract/campaign/activity/draw-log';
import { Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import { payoutOf } from '../../../../lib/object-addresses.ts';
import { useRead } from '../../../../lib/use-read.ts';
import { claimOf } from '../../../../parts/claims/won-text.ts';
import { BlockFailed } from '../../../../parts/feedback/block-failed.tsx';
import { Code } from '../../../../parts/format/code.tsx';
import { Facts } from '../../../../parts/format/facts.tsx';
import { moneyText } from '../../../../parts/format/numbers.ts';
import { EnumTag } from '../../../../parts/format/tag.tsx';
import { timeText } from '../../../../parts/format/times.ts';
import { RowDrawer } from '../../../../parts/frame/row-drawer.tsx';
import { ProofSteps } from './proof-drawer.tsx';
import { DrawState } from './recent-draws.tsx';

const wonText = ({ prizeType, prizeName, amount, points }: DrawDetail): string => {
  if (prizeType === PrizeType.none) return '谢谢参与';
  if (prizeType === PrizeType.cash) return `${prizeName}，${moneyText(amount)} 元`;
  return prizeType === PrizeType.points ? `${prizeName}，${points} 积分` : prizeName;
};

const drawFacts = (draw: DrawDetail) => [
  { label: '活动', value: draw.actName, isWide: true },
  { label: '结果', value: `${draw.tierName}，${wonText(draw)}`, isWide: true },
  ...(draw.fallback === Fallback.none
    ? []
    : [
        {
          label: '兜底原因',
          value: `抽中${draw.rawTierName}，${Fallback.label(draw.fallback)}`,
          isWide: true,
        },
      ]),
  { label: '消费者', value: `${draw.consumer}（编号 ${draw.uid}）` },
  { label: '抽奖时间', value: timeText(draw.drawnAt, true) },
  { label: '编码', value: draw.codeText && <Code code={draw.codeText} />, isWide: true },
  {
    label: '产品',
    value: [draw.productName, draw.lotNo && `批次 ${draw.lotNo}`].filter(Boolean).join('，'),
    isWide: true,
  },
  { label: '消耗积分', value: draw.pointsCost > 0 ? draw.pointsCost : '' },
  { label: '渠道', value: draw.channelName },
  { label: '经销商', value: draw.agentName },
  { label: '门店', value: draw.shopName },
  { label: '业务员', value: draw.salesmanName },
  { label: '地区', value: draw.region },
  { label: 'IP', value: draw.ip },
  { label: '设备', value: draw.device },
];

const claimFacts = (claim: NonNullable<DrawDetail['claim']>) => [
  { label: '领取单号', value: <Link to={claimOf(claim.claimNo)}>{claim.claimNo}</Link> },
  { label: '领取方式', value: ClaimMode.label(claim.claimMode) },
  { label: '有效期至', value: timeText(claim.expireAt) },
  ...(claim.verCodeEnd ? [{ label: '核销码', value: `尾号 ${claim.verCodeEnd}` }] : []),
  { label: '领取时间', value: claim.claimedAt && timeText(claim.claimedAt, true) },
  ...(claim.closedAt
    ? [
        { label: '关闭时间', value: timeText(claim.closedAt, true) },
        { label: '关闭原因', value: [claim.closeReason, claim.closeText].filter(Boolean).join('，'), isWide: true },
      ]
    : []),
];

const payoutFacts = (payout: NonNullable<DrawDetail['payout']>) => [
  { label: '发放单号', value: <Link to={payoutOf(payout.billNo)}>{payout.billNo}</Link> },
  { label: '状态', value: <EnumTag of={Delivery} value={payout.status} /> },
  { label: '发放次数', value: payout.attemptNo },
  { label: '发放时间', value: payout.sentAt && timeText(payout.sentAt, true) },
  { label: '到账时间', value: payout.receivedAt && timeText(payout.receivedAt, true) },
  ...(payout.refundAt ? [{ label: '退款时间', value: timeText(payout.refundAt, true) }] : []),
  ...(payout.reason ? [{ label: '原因', value: payout.reason, isWide: true }] : []),
];

/** What recomputing the draw shows, as the shopper may ask himself. */
const Fair = ({ drawNo }: { drawNo: string }) => {
  const { data, error, refetch } = useRead(publicDrawApi.proof, { drawNo });
  if (error) return <BlockFailed error={error} retry={refetch} />;
  return data ? <ProofSteps proof={data} /> : <Skeleton active={false} title={false} paragraph={{ rows: 4 }} />;
};

const markOf = (draw: DrawDetail) => draw.claimStatus !== null && <DrawState row={draw} />;

/** One draw: what was drawn with, what became of it, and the proof that it had to come out so. */
export const DrawDrawer = ({ id, close }: { id: number | undefined; close: () => void }) => (
  <RowDrawer
    endpoint={drawLogApi.info}
    id={id}
    close={close}
    title="抽奖详情"
    name={({ drawNo }) => drawNo}
    mark={markOf}
    width={640}
  >
    {(draw) => (
      <div className="zy-draw-detail">
        <Facts items={drawFacts(draw)} isPaired />
        {draw.claim && (
          <section>
            <h3>领取</h3>
            <Facts items={claimFacts(draw.claim)} isPaired />
          </section>
        )}
        {draw.payout && (
          <section>
            <h3>红包发放</h3>
            <Facts items={payoutFacts(draw.payout)} isPaired />
          </section>
        )}
        <section>
          <h3>公平验证</h3>
          <Fair drawNo={draw.drawNo} />
        </section>
      </div>
    )}
  </RowDrawer>
);
