import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import type { MyPacketDetail } from '@zhuiyuan/contract/red/send/my-packets';
import { useRef, useState } from 'react';
import { shortMoment } from '../../lib/words.ts';
import { useLoaded } from '../../parts/use-loaded.ts';
import { Failure } from '../../parts/waiting.tsx';
import type { Desk } from '../lib/desk.ts';
import { packetSteps } from '../lib/prize-steps.ts';
import { toHash } from '../lib/views.ts';
import { Card, Fact, Facts, PrizePicture, Skeleton } from '../parts/cards.tsx';
import { MoneyWay, useCashWay } from '../parts/prize/cash-way.tsx';
import { Screen } from '../parts/screen.tsx';

const PacketHead = ({ packet: { amount, wishing, sentAt } }: { packet: MyPacketDetail }) => (
  <>
    <PrizePicture image="" type={PrizeType.cash} side={60} />
    <div>
      <h2>{`${fenToYuan(amount)} 元红包`}</h2>
      <p>{wishing}</p>
      <p>{`${shortMoment(sentAt)} 发放`}</p>
    </div>
  </>
);

/** How far the money has come, with what its receiver has to do. */
const PacketWay = ({ desk, found }: { desk: Desk; found: MyPacketDetail }) => {
  const [packet, setPacket] = useState(found);
  const place = useRef<HTMLDivElement>(null);
  /** The packet as it was heard of last: the first time that is on the page already. */
  const first = useRef<MyPacketDetail | null>(found);
  const id = String(found.id);
  const claimPay = async (): Promise<MyPacketDetail['pay']> => {
    const next = first.current ?? (await desk.packet(id));
    first.current = null;
    setPacket(next);
    return next.pay;
  };
  const way = useCashWay(place, { desk: { claimPay }, claimNo: id, hash: toHash({ name: 'packet', id }) });
  return (
    <Card title="领取进度">
      <MoneyWay place={place} steps={packetSteps(packet)} way={way} />
    </Card>
  );
};

/** A red packet that staff sent: its receiver confirms it here. */
export const PacketPage = ({ desk, id }: { desk: Desk; id: string }) => {
  const { data: packet, failed, refresh } = useLoaded(() => desk.packet(id));
  return (
    <Screen title="红包" head={<div className="p-prize">{packet && <PacketHead packet={packet} />}</div>}>
      <div>
        {failed !== undefined ? (
          <Failure words={failed} retry={() => void refresh()} />
        ) : packet ? (
          <>
            <PacketWay desk={desk} found={packet} />
            <Card title="红包信息">
              <Facts>
                <Fact label="发送方">{packet.sendName}</Fact>
                <Fact label="主办方">{packet.firmName}</Fact>
              </Facts>
            </Card>
          </>
        ) : (
          <Skeleton />
        )}
      </div>
    </Screen>
  );
};
