import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerAct, VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { verificationApi, type VerEvent, type VerInfo } from '@zhuiyuan/contract/redeem/verification';
import { Button } from 'antd';
import HandCoins from 'icon:hand-coins';
import PackageCheck from 'icon:package-check';
import Sparkles from 'icon:sparkles';
import Undo2 from 'icon:undo-2';
import Wallet from 'icon:wallet';
import type { IconType } from '../../../parts/icon/make-icon.tsx';
import { useMay } from '../../../lib/session.ts';
import { ChinaMap } from '../../../parts/charts/china-map.tsx';
import { Facts } from '../../../parts/format/facts.tsx';
import { moneyText } from '../../../parts/format/numbers.ts';
import { CodeLink } from '../../../parts/format/object-links.tsx';
import { EnumDot, EnumTag } from '../../../parts/format/tag.tsx';
import { Timeline } from '../../../parts/format/timeline.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { RowDrawer } from '../../../parts/frame/row-drawer.tsx';
import { runAct, type Act } from '../../../parts/list/acts.tsx';
import './vers.css';

const icons: Record<number, IconType> = {
  [VerAct.draw]: Sparkles,
  [VerAct.verify]: PackageCheck,
  [VerAct.reverse]: Undo2,
  [VerAct.settle]: HandCoins,
  [VerAct.settleAgent]: Wallet,
};

const movedText = (fen: number): string => `${fen > 0 ? '+' : '−'}¥${moneyText(Math.abs(fen))}`;

const happening = (event: VerEvent, nth: number) => ({
  key: nth,
  time: event.at,
  icon: icons[event.act] ?? PackageCheck,
  title: VerAct.label(event.act),
  isBad: event.act === VerAct.reverse,
  facts: [event.shopName, event.no, event.amount !== 0 && movedText(event.amount), event.operatorName, event.remark],
});

const Place = ({ ver: { lng, lat, region, shopName, shopAddress } }: { ver: VerInfo }) => (
  <section className="zy-ver-part">
    <h3>核销位置</h3>
    <Facts
      items={[
        { label: '门店地址', value: shopAddress },
        {
          label: '手机定位',
          value: lng === null || lat === null ? '核销时没有定位' : `${region || '地区未知'}（${lng}, ${lat}）`,
        },
      ]}
    />
    {lng !== null && lat !== null && (
      <ChinaMap
        label={`核销的位置：${region || `${lng}, ${lat}`}`}
        height={280}
        points={[{ lng, lat, name: shopName }]}
      />
    )}
  </section>
);

const Whole = ({ ver }: { ver: VerInfo }) => (
  <>
    <section className="zy-ver-part">
      <Facts
        isPaired
        items={[
          { label: '奖品', value: ver.prizeName },
          { label: '奖级', value: ver.tierName },
          { label: '活动', value: ver.actName },
          { label: '消费者', value: ver.consumer },
          { label: '核销门店', value: ver.shopName },
          { label: '核销时间', value: timeText(ver.verAt, true) },
          { label: '所属经销商', value: ver.agentName },
          { label: '业务员', value: ver.picName },
          { label: '抵扣金额', value: `¥${moneyText(ver.deductAmount)}` },
          {
            label: '结算状态',
            value: ver.status === VerStatus.done ? <EnumDot of={SettleState} value={ver.settleState} /> : '',
          },
          { label: '备注', value: ver.remark, isWide: true },
        ]}
      />
    </section>
    <section className="zy-ver-part">
      <h3>抽奖与领取</h3>
      <Facts
        isPaired
        items={[
          { label: '抽奖编号', value: ver.drawNo },
          { label: '抽奖时间', value: timeText(ver.drawnAt, true) },
          { label: '标识码', value: ver.codeText && <CodeLink code={ver.codeText} />, isWide: true },
          { label: '产品', value: ver.productName, isWide: true },
          { label: '领取编号', value: ver.claimNo },
          { label: '领取状态', value: <EnumDot of={ClaimStatus} value={ver.claimStatus} /> },
          ...(ver.claimStatus === ClaimStatus.open
            ? [{ label: '领取期限', value: timeText(ver.expireAt), isWide: true }]
            : []),
        ]}
      />
    </section>
    <section className="zy-ver-part">
      <h3>经过</h3>
      <Timeline items={ver.events.map(happening)} />
    </section>
    <Place ver={ver} />
  </>
);

const toNumber = ({ verNo }: VerInfo) => <span className="zy-mono">{verNo}</span>;

/** Its state, and what can be done with it. */
const Head = ({ ver, acts }: { ver: VerInfo; acts: readonly Act[] }) => {
  const may = useMay();
  return (
    <span className="zy-ver-head">
      <EnumTag of={VerStatus} value={ver.status} />
      {acts
        .filter((act) => !act.blocked && (!act.may || may(act.may)))
        .map((act) => (
          <Button key={act.label} danger={act.destructive} onClick={() => void runAct(act)}>
            {act.label}
          </Button>
        ))}
    </span>
  );
};
const headWith = (acts: (row: VerInfo) => Act[]) => (ver: VerInfo) => <Head ver={ver} acts={acts(ver)} />;

/** One verification: how the prize was won, where it was handed out, and what happened since. */
export const VerDetail = ({
  id,
  close,
  acts,
}: {
  id: number | undefined;
  close: () => void;
  acts: (row: VerInfo) => Act[];
}) => (
  <RowDrawer
    endpoint={verificationApi.info}
    id={id}
    close={close}
    title="核销详情"
    name={toNumber}
    mark={headWith(acts)}
  >
    {(ver) => <Whole ver={ver} />}
  </RowDrawer>
);
