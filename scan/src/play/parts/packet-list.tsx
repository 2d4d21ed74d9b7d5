import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import type { MyPacket } from '@zhuiyuan/contract/red/send/my-packets';
import { useLayoutEffect, useState } from 'react';
import { visitWechat } from '../../lib/wechat-visit.ts';
import { isWechat } from '../../lib/wechat.ts';
import { shortMoment } from '../../lib/words.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { useBusy } from '../../parts/form.tsx';
import { usePaged } from '../../parts/use-paged.ts';
import { Failure } from '../../parts/waiting.tsx';
import type { Desk } from '../lib/desk.ts';
import { go } from '../lib/go.ts';
import { fetchKept } from '../lib/kept.ts';
import { packetState } from '../lib/packet-state.ts';
import { toHash } from '../lib/views.ts';
import { OpeningRow, PrizePicture, StateTag } from './cards.tsx';
import { MoreButton } from './more-button.tsx';

const PacketRow = ({ packet }: { packet: MyPacket }) => (
  <OpeningRow
    open={() => go({ name: 'packet', id: String(packet.id) })}
    lead={<PrizePicture image="" type={PrizeType.cash} side={48} />}
    title={`${fenToYuan(packet.amount)} 元红包`}
    texts={[[packet.wishing, packet.sendName].filter(Boolean).join(' · '), `${shortMoment(packet.sentAt)} 发放`]}
    end={<StateTag {...packetState(packet)} />}
  />
);

/** Offers to say at WeChat who is here. `said`: why it did not work before. */
const WhoIsHere = ({ desk, id, said }: { desk: Desk; id: string; said: string }) => {
  const [trouble, setTrouble] = useState(said);
  const [isBusy, run] = useBusy();
  const visit = async (): Promise<void> => {
    setTrouble('');
    try {
      const hash = toHash({ name: 'packets', id });
      if (!(await visitWechat(hash, (back, state) => desk.packetsOauth(id, back, state))))
        setTrouble('暂时无法通过微信确认身份，请稍后重试');
    } catch (error) {
      setTrouble(reasonOf(error));
    }
  };
  return (
    <>
      <p className="p-note">
        {isWechat()
          ? '商家发放的红包按微信身份领取，确认后可在这里查看和领取。微信授权的 openid 仅用于这一目的。'
          : '商家发放的红包按微信身份领取，请在微信中打开本页查看。'}
      </p>
      {isWechat() && (
        <button type="button" className="button" disabled={isBusy} onClick={() => void run(visit)}>
          微信确认身份
        </button>
      )}
      <p className="p-note" role="alert">
        {trouble}
      </p>
    </>
  );
};

/** The activity at whose app is asked who is here; null while that is not known, or where none is to be asked. */
const useAsking = (desk: Desk, redActiveId: string | undefined, said: string): string | null => {
  const [asking, setAsking] = useState<string | null>(null);
  useLayoutEffect(() => {
    desk
      .packetsAsk(redActiveId)
      .then(({ redActiveId: id }) => setAsking(id === null ? null : String(id)))
      // What is there is shown all the same.
      .catch(() => setAsking(said ? (redActiveId ?? null) : null));
  }, [desk, redActiveId, said]);
  return asking;
};

const none = { list: [], page: 1, totalPage: 0, total: 0 };

/**
 * The red packets that staff sent, newest first; nothing at all where there are none. Who is not known to the app that pays them is asked
 * at WeChat, once he wants it: `said` is why that did not work before.
 */
export const PacketList = ({ desk, redActiveId, said }: { desk: Desk; redActiveId?: string; said: string }) => {
  const asking = useAsking(desk, redActiveId, said);
  const { rows, hasMore, isAsking, failed, next } = usePaged<MyPacket>((page) =>
    desk.isKnown() ? fetchKept(`packets ${page}`, () => desk.packets(page)) : Promise.resolve(none),
  );
  const isEmpty = rows.length === 0 && !failed && asking === null;
  return (
    <section className="card" aria-label="红包" hidden={isEmpty}>
      <h2>红包</h2>
      <div>
        {rows.map((packet) => (
          <PacketRow key={packet.id} packet={packet} />
        ))}
      </div>
      <div className="p-more">
        {failed && <Failure words={failed.words} retry={next} />}
        {hasMore && !isAsking && !failed && <MoreButton next={next} />}
      </div>
      <div className="p-who">{asking !== null && <WhoIsHere key={asking} desk={desk} id={asking} said={said} />}</div>
    </section>
  );
};
