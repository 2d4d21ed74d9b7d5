import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { shopRedeemApi, type ShopVerSums } from '@zhuiyuan/contract/redeem/shop-redeem';
import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { toast } from '../../../lib/toast.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { call } from '../../lib/field-call.ts';
import { useLeft } from '../../../lib/use-left.ts';
import { count } from '../../../lib/words.ts';
import { Failure } from '../../../parts/waiting.tsx';
import { Card, CardHead, Link, Skeleton } from '../../parts/cards.tsx';
import { BusyButton } from '../../../parts/form.tsx';
import { RedeemedRow } from './redeemed.tsx';

type Redeemed = DataOf<typeof shopRedeemApi.list>;

interface Today {
  /** The first page of it, and which question it answers; what was told stays until it is told anew. */
  told?: { first: Redeemed; asked: number };
  failed?: string;
  reload: () => void;
}

const askToday = (page: number): Promise<Redeemed> => call(shopRedeemApi.list, { page, today: true });

/** What the shop handed out today, asked when the screen opens and whenever there is more. */
export const useToday = (): Today => {
  const [state, setState] = useState<Omit<Today, 'reload'>>({});
  const asked = useRef(0);
  const reload = useCallback((): void => {
    const mine = (asked.current += 1);
    const isLast = (): boolean => mine === asked.current;
    askToday(1).then(
      (first) => isLast() && setState({ told: { first, asked: mine } }),
      (error: unknown) => isLast() && setState(({ told }) => ({ told, failed: reasonOf(error) })),
    );
  }, []);
  useLayoutEffect(() => {
    reload();
    return () => void (asked.current += 1);
  }, [reload]);
  return { ...state, reload };
};

const Figure = ({ title, value, unit, path }: { title: string; value: string; unit: string; path?: string }) => {
  const content: ReactNode = (
    <>
      <span>{title}</span>
      <b>
        {value}
        <i>{unit}</i>
      </b>
    </>
  );
  return path ? (
    <Link path={path} className="f-figure">
      {content}
    </Link>
  ) : (
    <div className="f-figure">{content}</div>
  );
};

/** What the shop did today and is owed; empty until that is known. */
export const Strip = ({ sum }: { sum?: ShopVerSums }) => (
  <section className="f-strip" aria-label="今日">
    {sum ? (
      <>
        <Figure title="今日核销" value={count(sum.todayCount)} unit="件" />
        <Figure title="今日抵扣" value={moneyText(sum.todayAmount)} unit="元" />
        <Figure title="抵扣余额" value={moneyText(sum.balance)} unit="元" path="/r/ducts" />
      </>
    ) : null}
  </section>
);

const TodayRows = ({ first }: { first: Redeemed }) => {
  const [shown, setShown] = useState({ rows: first.list, page: first.page, totalPage: first.totalPage });
  const isLeft = useLeft();
  const more = async (): Promise<void> => {
    try {
      const { list, page, totalPage } = await askToday(shown.page + 1);
      setShown(({ rows }) => ({ rows: [...rows, ...list], page, totalPage }));
    } catch (error) {
      if (!isLeft.current) toast(reasonOf(error));
    }
  };
  const { todayCount, todayAmount } = first.sum;
  return (
    <>
      <Card>
        <CardHead
          title="今日核销"
          note={first.total > 0 ? `${count(todayCount)} 件，${moneyText(todayAmount)} 元` : undefined}
          right={
            <Link path="/r/redeemed" className="f-more-link">
              全部
            </Link>
          }
        />
        {first.total > 0 ? (
          <div className="f-rows">
            {shown.rows.map((ver) => (
              <RedeemedRow key={ver.id} ver={ver} isToday />
            ))}
          </div>
        ) : (
          <p className="f-text f-quiet">今天还没有核销</p>
        )}
      </Card>
      {shown.page < shown.totalPage && (
        <div className="f-more">
          <BusyButton busy="加载中" className="button" act={more}>
            加载更多
          </BusyButton>
        </div>
      )}
    </>
  );
};

/** 今日核销, begun anew with every answer. */
export const TodayList = ({ today: { told, failed, reload } }: { today: Today }) => (
  <div>
    {failed !== undefined ? (
      <Failure words={failed} retry={reload} />
    ) : told ? (
      <TodayRows key={told.asked} first={told.first} />
    ) : (
      <Skeleton cards={1} />
    )}
  </div>
);
