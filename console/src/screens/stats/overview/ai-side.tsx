import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { AdviceKind, aiApi, type Advice } from '@zhuiyuan/contract/stats/overview/ai';
import ChevronRight from 'icon:chevron-right';
import { Link } from 'react-router';
import { useRead } from '../../../lib/use-read.ts';
import { activityPage } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { EnumTag, Glyph } from '../../../parts/format/tag.tsx';
import { agoText, shortTimeText } from '../../../parts/format/times.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { todoKinds } from '../todo-kinds.ts';
import { useRowsBehind } from './rows-behind.ts';
import type { Of } from './use-overview.ts';
import '../dashboard.css';

const tickMs = 10_000;

/** 待办 of the lottery: what waits for this person, as on the home page. */
export const LotteryTodo = () => {
  const isPlatform = useIsPlatform();
  const { data, error, refetch } = useBlock(aiApi.todo, {});
  const waiting = todoKinds.flatMap((kind) => {
    const count = data?.todo[kind.name] ?? 0;
    return count > 0 ? [{ ...kind, count }] : [];
  });
  return (
    <Sheet
      title="待办"
      finding={
        data && `${isPlatform ? '全部企业，' : ''}${countText(waiting.reduce((sum, { count }) => sum + count, 0))} 项`
      }
      isFlush
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && waiting.length === 0 && <p className="zy-block-note">没有需要您处理的事项</p>}
      <ul className="zy-home-todos">
        {waiting.map(({ name, label, cause, tone, glyph, to, count }) => (
          <li key={name}>
            <Link to={to}>
              <Glyph tone={tone} glyph={glyph} />
              <span>{label}</span>
              <small>{cause}</small>
              <b>{countText(count)}</b>
              <ChevronRight size={14} strokeWidth={1.6} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};

/** 智能建议: what the figures say should be looked at. */
export const Advised = ({ of }: { of: Of }) => {
  const may = useMay();
  const { data, error, refetch } = useBlock(aiApi.advice, of.firmId ? { firmId: of.firmId } : {});
  const lately = useRowsBehind({ ...of, dateLimit: 'lately7' });
  const toOf = ({ activityId, province }: Advice): string | undefined => {
    if (activityId !== null) return may('admin:lottery:aiActive:info') ? activityPage(activityId) : undefined;
    return province === null ? undefined : lately('scanPv', { regionCode: province });
  };
  return (
    <Sheet title="智能建议" finding="按近 7 天的速度" isFlush>
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data?.length === 0 && <p className="zy-block-note">预算、库存、中奖率和各省扫码都正常</p>}
      {data && data.length > 0 && (
        <ul className="zy-over-advice">
          {data.map((advice) => {
            const to = toOf(advice);
            return (
              <li key={advice.text}>
                <EnumTag of={AdviceKind} value={advice.kind} />
                <span>
                  {advice.text}
                  {to && (
                    <Link className="zy-link" to={to}>
                      查看
                    </Link>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Sheet>
  );
};

/** 活动到期提醒. */
export const Ending = () => {
  const may = useMay();
  const { data } = useBlock(aiApi.todo, {});
  if (!data || data.ending.length === 0) return null;
  return (
    <Sheet title="活动到期提醒" finding="7 天内结束" isFlush>
      <ul className="zy-over-rows">
        {data.ending.map(({ id, name, endAt }) => (
          <li key={id}>
            {may('admin:lottery:aiActive:info') ? (
              <Link className="zy-link" to={activityPage(id)} title={name}>
                {name}
              </Link>
            ) : (
              <span title={name}>{name}</span>
            )}
            <small>{shortTimeText(endAt)} 结束</small>
          </li>
        ))}
      </ul>
    </Sheet>
  );
};

/** 实时中奖: the last wins, told to nobody by name. */
export const Wins = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useRead(aiApi.ticker, of.firmId ? { firmId: of.firmId } : {}, {
    every: tickMs,
    keeps: true,
  });
  return (
    <Sheet title="实时中奖" finding="最近 20 次" isFlush>
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data?.length === 0 && <p className="zy-block-note">还没有人中奖</p>}
      {data && data.length > 0 && (
        <ul className="zy-over-wins" tabIndex={0} aria-label="最近中奖">
          {data.map(({ id, consumer, city, actName, prizeName, prizeType, amount, at }) => (
            <li key={id}>
              <span title={`${actName} ${prizeName}`}>
                <b>{consumer}</b> {city && `${city}，`}
                {prizeType === PrizeType.cash ? `${prizeName} ${moneyText(amount)} 元` : prizeName}
              </span>
              <small>{agoText(at)}</small>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
};
