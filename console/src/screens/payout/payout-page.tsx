import { Code as Codes } from '@zhuiyuan/contract/kit/codes';
import { redInfoApi, type RedInfo } from '@zhuiyuan/contract/payout/red-info';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Button, Skeleton } from 'antd';
import SearchX from 'icon:search-x';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { activityPage, payoutList } from '../../lib/object-addresses.ts';
import { usePageName } from '../../lib/page-name.ts';
import { useRead } from '../../lib/use-read.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { Empty, Failed } from '../../parts/feedback/states.tsx';
import { Code } from '../../parts/format/code.tsx';
import { Facts } from '../../parts/format/facts.tsx';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import { timeText } from '../../parts/format/times.ts';
import { Sheet } from '../../parts/frame/sheet.tsx';
import { askedText, usePayoutButtons } from './payout-foot.tsx';
import {
  Attempts,
  hasReview,
  ledgerFinding,
  PayoutFacts,
  PayoutHead,
  PayoutLedger,
  PayoutReview,
  Unclear,
} from './payout-parts.tsx';

const everyMs = 10_000;

const Draw = ({ draw, payout }: { draw: NonNullable<RedInfo['draw']>; payout: RedInfo }) => (
  <Facts
    items={[
      {
        label: '抽奖编号',
        value: <Link to={`${activityPage(draw.activityId)}&tab=draws&drawNo=${draw.drawNo}`}>{draw.drawNo}</Link>,
      },
      { label: '奖级', value: draw.tierName },
      {
        label: '奖品',
        value: `${payout.prizeName}（${PrizeType.label(PrizeType.cash)} ${moneyText(payout.amount)} 元）`,
      },
      { label: '抽奖时间', value: timeText(draw.drawnAt, true) },
    ]}
  />
);

const Page = ({ payout }: { payout: RedInfo }) => {
  const { buttons, refusal, dialog } = usePayoutButtons(payout);
  return (
    <div className="zy-payout-page">
      <Unclear payout={payout} />
      {dialog}
      {refusal && <NoticeBar tone="bad">{refusal}</NoticeBar>}
      <section className="sheet zy-payout-top" aria-label="发放">
        <div>
          <PayoutHead payout={payout} />
          <p className="zy-payout-number">
            <span>发放单号</span> <Code code={payout.billNo} />
            <small>{askedText(payout)}</small>
          </p>
        </div>
        <div className="zy-payout-buttons">{buttons}</div>
      </section>
      <div className="zy-payout-columns">
        <div>
          <Sheet title="发放尝试" finding={`共 ${countText(payout.attempts.length)} 次，最近的在上`}>
            <Attempts payout={payout} />
          </Sheet>
        </div>
        <div>
          <Sheet title="基本信息">
            <PayoutFacts payout={payout} />
          </Sheet>
          {hasReview(payout) && (
            <Sheet title={payout.send ? '手工发放' : '复核'}>
              <PayoutReview payout={payout} />
            </Sheet>
          )}
          <Sheet title="资金流水" finding={ledgerFinding(payout)}>
            <PayoutLedger payout={payout} />
          </Sheet>
          {payout.draw && (
            <Sheet title="关联抽奖">
              <Draw draw={payout.draw} payout={payout} />
            </Sheet>
          )}
        </div>
      </div>
    </div>
  );
};

/** 发放详情 on a page of its own. */
export const PayoutPage = () => {
  const navigate = useNavigate();
  const id = Number(useParams().id);
  const { data, error, refetch } = useRead(redInfoApi.info, { id }, { every: everyMs });
  usePageName(data?.billNo);
  if (data) return <Page payout={data} />;
  if (!error)
    return (
      <section className="sheet zy-sheet-body">
        <Skeleton active={false} paragraph={{ rows: 8 }} />
      </section>
    );
  return (
    <section className="sheet page-fill zy-payout-gone">
      {error instanceof ApiError && (error.code === Codes.notFound || error.code === Codes.invalid) ? (
        <Empty
          icon={SearchX}
          title="发放记录不存在"
          text="可能不属于你的企业。"
          action={
            <Button type="primary" onClick={() => void navigate(payoutList)}>
              返回红包发放记录
            </Button>
          }
        />
      ) : (
        <Failed title="发放没有加载出来" error={error} retry={() => void refetch()} />
      )}
    </section>
  );
};
