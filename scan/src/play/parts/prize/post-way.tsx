import type { MyPrizeDetail } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Posting, PostOrder } from '@zhuiyuan/contract/claim/public-redeem';
import { useLayoutEffect, useRef, useState } from 'react';
import { reasonOf } from '../../../lib/reason-of.ts';
import { useBusy } from '../../../parts/form.tsx';
import type { Desk } from '../../lib/desk.ts';
import { lastFault } from '../../lib/prize-state.ts';
import { postSteps } from '../../lib/prize-steps.ts';
import { Card, Fact, Facts } from '../cards.tsx';
import { CopyHash } from '../copy-text.tsx';
import { PostForm } from './post-form.tsx';
import { Steps } from './steps.tsx';

/** Gives a posting up; the second tap means it. */
const GiveUp = ({ giveUp }: { giveUp: () => Promise<void> }) => {
  const [isSure, setSure] = useState(false);
  const [isBusy, run] = useBusy();
  const press = (): void => (isSure ? void run(giveUp) : setSure(true));
  return (
    <button type="button" className="button p-cancel" disabled={isBusy} onClick={press}>
      {isBusy ? '取消中' : isSure ? '确定取消邮寄？' : '取消邮寄'}
    </button>
  );
};

/** How far a prize by post has come, where to, and what can still be done. */
export const PostCard = ({
  desk,
  won,
  order,
  changed,
}: {
  desk: Pick<Desk, 'cancelPost'>;
  won: MyPrizeDetail;
  order: PostOrder;
  changed: () => void;
}) => {
  const [failure, setFailure] = useState('');
  const giveUp = async (): Promise<void> => {
    try {
      await desk.cancelPost(order.redeemNo);
      changed();
    } catch (error) {
      setFailure(reasonOf(error));
    }
  };
  return (
    <Card title="邮寄进度">
      <Steps steps={postSteps(won.drawnAt, order)} />
      <Facts>
        <Fact label="物流公司">{order.shipCompany}</Fact>
        <Fact label="物流单号">{order.shipNo && <CopyHash text={order.shipNo} name="物流单号" />}</Fact>
        <Fact label="收货人">{`${order.receiver} ${order.phone}`}</Fact>
        <Fact label="收货地址">{`${order.regionName}${order.address}`}</Fact>
        <Fact label="兑换单号">
          <code>{order.redeemNo}</code>
        </Fact>
      </Facts>
      <p className="error" role="alert">
        {failure}
      </p>
      {order.canCancel && <GiveUp giveUp={giveUp} />}
    </Card>
  );
};

interface Filed {
  desk: Pick<Desk, 'redeem' | 'regions'>;
  won: MyPrizeDetail;
  posting: Posting;
  changed: () => void;
}

/** Why the last posting came to nothing. */
const LastFault = ({ posting }: { posting: Posting }) => {
  const words = lastFault(posting);
  return words ? <p className="strip">{words}</p> : null;
};

/** 填写收货信息 of a prize that only goes by post. */
export const AddressCard = ({ desk, won, posting, changed }: Filed) => (
  <Card title="填写收货信息">
    <LastFault posting={posting} />
    <PostForm desk={desk} claimNo={won.claimNo} words="提交收货信息" done={changed} />
  </Card>
);

/** 不方便到店: a prize that shops hand out goes by post instead, and its code is void. */
export const SwitchCard = ({ desk, won, posting, changed }: Filed) => {
  const [isOpen, setOpen] = useState(false);
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (isOpen) card.current!.querySelector('input')!.focus();
  }, [isOpen]);
  return (
    <section ref={card} className="card" aria-label="不方便到店">
      {isOpen ? (
        <>
          <p className="strip">改为邮寄后核销码失效</p>
          <h2>改为邮寄</h2>
          <PostForm desk={desk} claimNo={won.claimNo} words="改为邮寄" done={changed} cancel={() => setOpen(false)} />
        </>
      ) : (
        <>
          <LastFault posting={posting} />
          <div className="p-switch">
            <div>
              <h2>不方便到店</h2>
              <p className="p-note">填写收货信息后改为邮寄，核销码随即失效</p>
            </div>
            <button type="button" className="button" onClick={() => setOpen(true)}>
              改为邮寄
            </button>
          </div>
        </>
      )}
    </section>
  );
};
