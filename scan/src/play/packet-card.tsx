import './play.css';
import './styles/pieces.css';
import './styles/packet.css';
import type { OfferedPacket } from '@zhuiyuan/contract/campaign/draw/offered-packet';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { publicClaimApi } from '@zhuiyuan/contract/payout/public-claim';
import { publicPacketApi, type PacketPay } from '@zhuiyuan/contract/red/public-packet';
import { useRef, useState } from 'react';
import { takeVisit } from '../lib/wechat-visit.ts';
import { reasonOf } from '../lib/reason-of.ts';
import { useBusy } from '../parts/form.tsx';
import { cashNoteOf } from './lib/cash-way.ts';
import { ask } from './lib/desk.ts';
import { endDay } from './lib/times.ts';
import { CashAct, useCashWay } from './parts/prize/cash-way.tsx';

/** The packet of a scan, and who looks at it. */
export interface ScannedPacket {
  token: string;
  packet: OfferedPacket;
  /** He has not agreed to what is kept of him. */
  needConsent: boolean;
  agree: () => Promise<void>;
}

/** Its money is known by this on the page: a scan has one packet. */
const name = 'packet';

const deskOf = (token: string) => ({
  claim: (_name: string, authCode: string) => ask(publicPacketApi.claim, { token, authCode }),
  claimPay: () => ask(publicPacketApi.pay, { token }),
  oauth: (back: string, state: string) => ask(publicClaimApi.oauth, { token, back, state }),
});

/** How the money stands, in a line. */
const wordsOf = ({ delivery, reason, canClaim, pay }: PacketPay): string => {
  switch (delivery) {
    case null:
      return '领取后由微信存入零钱';
    case 'SENDING':
      return '红包发放中，请稍候';
    case 'SENT':
      if (!pay) return '红包到账中';
      return pay.isOver ? '收款已超时，退回后可重新领取' : '请在24小时内确认收款，逾期将退回';
    case 'RECEIVED':
      return '已存入微信零钱';
    case 'RFUND_ING':
      return '款项退回中';
    default: {
      const said = delivery === 'REFUND' ? '款项已退回' : '发放失败';
      return [said, reason, canClaim ? '' : '请联系主办方'].filter(Boolean).join('，');
    }
  }
};

const privacy = [
  '收集一串随机标识、所扫编码、领取时间和微信授权的 openid，用于发放红包和防止冒领，不用于其他目的。',
  '领取记录至少保存两年，以便您查询和核对；您可以联系发送方查询、更正或删除。',
];

/** What is ticked before anything is received, with the text it is about. */
const Consent = ({ isBusy, agree }: { isBusy: boolean; agree: () => void }) => {
  const box = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const press = (): void => {
    if (box.current!.checked) return agree();
    setError('请先阅读并同意隐私政策');
    box.current!.focus();
  };
  return (
    <>
      <div className="packet-consent">
        <label>
          <input ref={box} type="checkbox" onChange={() => setError('')} />
          <span>我已阅读并同意《隐私政策》</span>
        </label>
        <details>
          <summary>查看隐私政策</summary>
          {privacy.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </details>
        <p className="p-complaint" role="alert">
          {error}
        </p>
      </div>
      <button type="button" className="p-red" disabled={isBusy} onClick={press}>
        领取红包
      </button>
    </>
  );
};

const PacketCard = ({ token, packet, needConsent, agree }: ScannedPacket) => {
  const acts = useRef<HTMLDivElement>(null);
  const isHis = packet.ok || packet.isMine;
  const [isAgreed, setAgreed] = useState(!needConsent);
  const [refused, setRefused] = useState('');
  const [isBusy, run] = useBusy();
  const way = useCashWay<PacketPay>(
    acts,
    { desk: deskOf(token), claimNo: name, hash: `#${name}`, begins: needConsent },
    { isOn: isHis && isAgreed },
  );
  const consent = async (): Promise<void> => {
    try {
      await agree();
      setAgreed(true);
      setRefused('');
    } catch (error) {
      setRefused(reasonOf(error));
    }
  };
  const { pay } = way;
  return (
    <>
      <p className="packet-from">{`${packet.sendName} 送您的红包`}</p>
      <h2>{packet.wishing}</h2>
      <b className="packet-amount">{pay && pay.amount !== null && `${fenToYuan(pay.amount)} 元`}</b>
      <p role="status">{pay ? wordsOf(pay) : isHis ? `${endDay(packet.endAt)} 截止` : packet.message}</p>
      <div ref={acts} className="packet-acts">
        {pay ? (
          <CashAct {...way} />
        ) : (
          isHis && needConsent && <Consent isBusy={isBusy || isAgreed} agree={() => void run(consent)} />
        )}
      </div>
      <p className="p-complaint" role="alert">
        {refused || cashNoteOf(way)}
      </p>
    </>
  );
};

/** The red packet of a code in the place kept for a draw; it leads its receiver to the money. */
export const PacketOffer = (shown: ScannedPacket) => {
  // What WeChat sent the page back with is heard before the money is asked about.
  useState(takeVisit);
  return (
    <section className="card packet" aria-label="红包">
      <PacketCard {...shown} />
    </section>
  );
};
