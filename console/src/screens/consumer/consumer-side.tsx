import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { consumerApi, type ConsumerInfo } from '@zhuiyuan/contract/consumer/consumer';
import { riskPoints } from '@zhuiyuan/contract/risk/risk-score';
import { RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { Button } from 'antd';
import { useMay } from '../../lib/session.ts';
import { useRead } from '../../lib/use-read.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { DateField } from '../../parts/form/date-fields.tsx';
import { AreaField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import { EnumTag, Tag } from '../../parts/format/tag.tsx';
import { dayText, shortTimeText } from '../../parts/format/times.ts';
import { Sheet } from '../../parts/frame/sheet.tsx';
import { useMany } from '../../parts/claims/use-many.ts';
import { ActLinks, type Act } from '../../parts/list/acts.tsx';
import { consumerChanges } from './changes.ts';

/** 风险: the score, what it is made of, and what it does. */
export const RiskCard = ({ consumer, showHeld }: { consumer: ConsumerInfo; showHeld: () => void }) => {
  const { riskScore, scoreHold, scoreBlock, risks, held } = consumer;
  return (
    <Sheet title="风险" finding={risks.length > 0 ? `近 30 天命中 ${risks.length} 条规则` : undefined}>
      {risks.length === 0 && <p className="zy-consumer-none">没有命中规则</p>}
      {risks.length > 0 && (
        <div className="zy-consumer-risk-score">
          <strong>
            {riskScore}
            <small>/ 100</small>
          </strong>
          <div className="zy-consumer-meter">
            <b style={{ width: `${riskScore}%` }} />
            <i style={{ insetInlineStart: `${scoreHold}%` }}>
              <small>{scoreHold} 复核</small>
            </i>
            {scoreBlock <= 100 && (
              <i style={{ insetInlineStart: `${Math.min(scoreBlock, 96)}%` }}>
                <small>{scoreBlock} 拦截</small>
              </i>
            )}
          </div>
        </div>
      )}
      <ul className="zy-consumer-rules">
        {risks.map((risk) => (
          <li key={risk.code}>
            <div>
              {risk.code} {risk.name}
              <small>
                {shortTimeText(risk.lastAt)}，{countText(risk.value)}，阈值 {countText(risk.threshold)}，
                {RiskAction.label(risk.action)}
              </small>
            </div>
            <b title={risk.share < riskPoints(risk.action) ? '合计不超过 100' : undefined}>+{risk.share}</b>
          </li>
        ))}
      </ul>
      {held.count > 0 && (
        <NoticeBar tone="wait" link={{ text: '查看', run: showHeld }}>
          {countText(held.count)} 个奖品待复核{held.amount > 0 ? `，现金 ${moneyText(held.amount)} 元` : ''}
        </NoticeBar>
      )}
    </Sheet>
  );
};

const changes = [...consumerChanges, consumerApi.claims, claimApi.list, claimApi.sums];
const shownPrizes = 6;

/** 奖品: the newest he won, with what staff may do about those that are not claimed. */
export const PrizesCard = ({ consumer, showAll }: { consumer: ConsumerInfo; showAll: () => void }) => {
  const may = useMay();
  const { data } = useRead(consumerApi.claims, { id: consumer.id, page: 1, limit: shownPrizes });
  const nameOf = (id: number) => data?.list.find((row) => row.id === id)?.claimNo ?? String(id);
  const extend = useMany(claimApi.extend, changes, nameOf);
  const close = useMany(claimApi.close, changes, nameOf);
  const rows = data?.list ?? [];
  const actsOf = (row: (typeof rows)[number]): Act[] =>
    row.status !== ClaimStatus.open || !may(claimApi.extend.may)
      ? []
      : [
          { label: '延期', run: () => extend.begin([row.id]) },
          {
            label: '关闭',
            destructive: true,
            asksItself: true,
            blocked: row.hold ? '奖品正在审核中' : row.busy === ClaimBusy.free ? undefined : '奖品正在发放或邮寄中',
            run: () => close.begin([row.id]),
          },
        ];
  return (
    <Sheet
      title="奖品"
      finding={`${countText(consumer.counts.claim)} 次中奖，${countText(consumer.openCnt)} 个未领取`}
      extra={
        consumer.counts.claim > shownPrizes && (
          <Button type="link" size="small" onClick={showAll}>
            全部
          </Button>
        )
      }
    >
      {data && rows.length === 0 && <p className="zy-consumer-none">还没有中过奖</p>}
      <ul className="zy-consumer-prizes">
        {rows.map((row) => (
          <li key={row.id}>
            <div>
              {row.prizeName}
              <small>
                {dayText(row.drawnAt).slice(5)} {row.activityName}
                {row.status === ClaimStatus.open && `，${dayText(row.expireAt).slice(5)} 到期`}
              </small>
            </div>
            <div className="zy-consumer-prize-end">
              {row.hold ? <Tag tone="wait">待复核</Tag> : <EnumTag of={ClaimStatus} value={row.status} />}
              {actsOf(row).length > 0 && <ActLinks acts={actsOf(row)} />}
            </div>
          </li>
        ))}
      </ul>
      <FormModal draft={extend} title="延长有效期" save="确定">
        <DateField name="until" label="有效期至" help="当天 23:59:59 到期，最长延至中奖后 365 天" />
      </FormModal>
      <FormModal draft={close} title="关闭领取" save="关闭">
        <AreaField name="reason" label="关闭原因" rows={2} help="消费者在“我的奖品”里看得到" />
      </FormModal>
    </Sheet>
  );
};
