import { RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import {
  shopPayApi,
  type ShopPayable,
  type ShopRemitRow,
  type ShopRewardRow,
} from '@zhuiyuan/contract/settlement/store/shop-pay';
import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import { useLayoutEffect, useRef, useState } from 'react';
import { broughtFor, hasBrought, takeVisit, visitWechat } from '../../../lib/wechat-visit.ts';
import { confirmReceipt, isWechat, outsideWords } from '../../../lib/wechat.ts';
import { toast } from '../../../lib/toast.ts';
import { isRefusal } from '../../../lib/call.ts';
import { reasonOf, Refused } from '../../../lib/reason-of.ts';
import { call, newKey } from '../../lib/field-call.ts';
import { chosenRole } from '../../lib/session.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { useLeft } from '../../../lib/use-left.ts';
import { Card, CardHead, Nothing } from '../../parts/cards.tsx';
import { BusyButton } from '../../../parts/form.tsx';
import { PagedRows } from '../../parts/paged.tsx';
import { Screen } from '../../parts/screen.tsx';
import { confirmIn } from '../../parts/sheet.tsx';
import { RemitRow, RewardRow } from './payment-rows.tsx';
import { accountOf, payableNote } from './payments.ts';

/** What this page is known by to WeChat's way back. */
const here = '#wechat';
const unbound = '没有绑定，请重试';

const ErrorLine = ({ words }: { words: string }) => (
  <p className="error" role="alert">
    {words}
  </p>
);

/** What stands above the rows of a kind. */
const Part = ({ title }: { title: string }) => (
  <div className="f-part">
    <CardHead title={title} />
  </div>
);

const PayableCard = ({
  sum,
  error,
  withdraw,
  bind,
}: {
  /** Unknown until the first rewards have come. */
  sum?: ShopPayable;
  error: string;
  withdraw: (sum: ShopPayable) => Promise<void>;
  bind: () => Promise<void>;
}) => (
  <section className="card f-payable">
    <CardHead title="可提现" right={sum && `累计已打款 ${moneyText(sum.paidTotal)} 元`} />
    {sum && (
      <>
        <p className="f-balance">
          <b>{moneyText(sum.withdrawable)}</b> 元
        </p>
        <p className="f-text">{payableNote(sum)}</p>
        <ErrorLine words={error} />
        {sum.withdrawable > 0 && sum.isPayable ? (
          <BusyButton busy="提交中" act={() => withdraw(sum)}>
            提现
          </BusyButton>
        ) : (
          <button type="button" className="button solid" disabled>
            提现
          </button>
        )}
        {sum.needsWechat && (
          <BusyButton busy="请稍候" className="button" act={bind}>
            绑定微信收款
          </BusyButton>
        )}
      </>
    )}
  </section>
);

/** Has WeChat say who is to be paid: keeps whom it named, or goes to ask. Answers whether there is an answer to read. */
const bindWechat = async (isLeft: () => boolean): Promise<boolean> => {
  if (hasBrought(here)) {
    const { isKnown } = await call(shopPayApi.bindWechat, { authCode: broughtFor(here) });
    toast(isKnown ? '已绑定微信收款' : unbound);
    return true;
  }
  if (!isWechat()) throw new Refused(outsideWords);
  const isOnItsWay = await visitWechat(here, async (back, state) => {
    const found = await call(shopPayApi.oauth, { back: back.replace(here, ''), state });
    return isLeft() ? { url: '' } : found;
  });
  if (!isOnItsWay) throw new Refused('企业还没有开通微信打款');
  return false;
};

/** Opens WeChat's page of receiving for a remittance; answers what to say of it. */
const receiveOf = async (id: number, isLeft: () => boolean): Promise<string> => {
  const { pay, status } = await call(shopPayApi.pay, { id });
  if (status === RemitStatus.paid) return '已到账';
  if (!pay) return '打款正在处理，请稍后再试';
  if (pay.isOver) return '收款已超时，退回后由企业重新打款';
  if (!isLeft()) await confirmReceipt(pay);
  return '正在查询到账结果';
};

/** 奖励与打款: what a shop was rewarded, what it can have paid out, and how far its payments have come; of a dealer the payments alone. */
export const RewardsPage = () => {
  const [isShop] = useState(() => chosenRole().startsWith('shop'));
  // How often each list was begun anew.
  const [rounds, setRounds] = useState({ rewards: 0, remits: 0 });
  const [head, setHead] = useState<{ sum: ShopPayable; round: number }>();
  const [error, setError] = useState('');
  // The same until it is heard what became of it.
  const key = useRef('');
  const left = useLeft();
  const isLeft = (): boolean => left.current;

  const reload = (): void => setRounds(({ rewards, remits }) => ({ rewards: rewards + 1, remits: remits + 1 }));
  const reloadRemits = (): void => setRounds(({ rewards, remits }) => ({ rewards, remits: remits + 1 }));

  const bind = async (): Promise<void> => {
    setError('');
    try {
      if (await bindWechat(isLeft)) reload();
    } catch (failed) {
      setError(reasonOf(failed));
    }
  };
  const withdraw = async (sum: ShopPayable): Promise<void> => {
    setError('');
    const isSure = await confirmIn('提现', {
      words: `提现 ${moneyText(sum.withdrawable)} 元到${accountOf(sum)}，企业审核后打款。`,
      yes: '提现',
    });
    if (!isSure) return;
    key.current ||= newKey();
    try {
      const { withdrawable: amount, channel } = sum;
      const { remitNo } = await call(shopPayApi.withdraw, { amount, channel, idemKey: key.current });
      toast(`已提交，打款单 ${remitNo}`);
      key.current = '';
    } catch (failed) {
      // One that may have arrived is sent again under its number.
      if (isRefusal(failed)) key.current = '';
      setError(reasonOf(failed));
    }
    reload();
  };
  const receive = async (id: number): Promise<void> => {
    const words = await receiveOf(id, isLeft).catch(reasonOf);
    if (isLeft()) return;
    toast(words);
    reloadRemits();
  };
  const loadRewards = async (page: number) => {
    const round = rounds.rewards;
    const answer = await call(shopPayApi.rewards, { page });
    // What an earlier round hears late says nothing of now.
    if (page === 1) setHead((before) => (before && before.round > round ? before : { sum: answer.sum, round }));
    return answer;
  };

  const latestBind = useLatest(bind);
  useLayoutEffect(() => {
    takeVisit();
    if (hasBrought(here)) void latestBind.current();
  }, [latestBind]);

  return (
    <Screen title={isShop ? '奖励与打款' : '我的打款'}>
      {isShop ? (
        <PayableCard sum={head?.sum} error={error} withdraw={withdraw} bind={bind} />
      ) : (
        <Card>
          <CardHead
            title="微信收款"
            right={
              <button type="button" className="f-link" onClick={() => void bind()}>
                绑定
              </button>
            }
          />
          <ErrorLine words={error} />
        </Card>
      )}
      <Part title="打款" />
      <PagedRows<ShopRemitRow>
        key={`remits ${rounds.remits}`}
        load={(page) => call(shopPayApi.remits, { page })}
        empty={<Nothing icon="list" words="还没有打款" />}
      >
        {(remit) => <RemitRow key={remit.id} remit={remit} receive={receive} />}
      </PagedRows>
      {isShop && (
        <>
          <Part title="奖励明细" />
          <PagedRows<ShopRewardRow>
            key={`rewards ${rounds.rewards}`}
            load={loadRewards}
            empty={<Nothing icon="gift" words="还没有奖励" />}
          >
            {(reward) => <RewardRow key={reward.id} reward={reward} />}
          </PagedRows>
        </>
      )}
    </Screen>
  );
};
