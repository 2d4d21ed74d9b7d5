import type { MyPrizeDetail } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { useRef } from 'react';
import { prizeWords } from '../lib/amounts.ts';
import { heldWords, isOpen, type StateTone } from '../lib/claim-state.ts';
import type { Desk } from '../lib/desk.ts';
import type { PrizeShown } from '../lib/kept.ts';
import { matterOf } from '../lib/prize-state.ts';
import { cashSteps, stepsOf } from '../lib/prize-steps.ts';
import { daysUntil, leftWords, untilDay } from '../lib/times.ts';
import { shortMoment } from '../../lib/words.ts';
import { Card, PrizePicture } from '../parts/cards.tsx';
import { MoneyWay, useCashWay } from '../parts/prize/cash-way.tsx';
import { CollectForm } from '../parts/prize/collect-form.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { PlayIcon } from '../parts/play-icon.tsx';
import { AddressCard, PostCard } from '../parts/prize/post-way.tsx';
import { QrCode } from '../parts/prize/qr-code.tsx';
import { Steps } from '../parts/prize/steps.tsx';

const soon = 3;

/** What was won, and how long it may be fetched. */
export const PrizeHead = ({ won }: { won: MyPrizeDetail }) => {
  const { prize, tierName, activityName, drawnAt, expireAt } = won;
  return (
    <div className="p-prize">
      <PrizePicture image={prize.image} type={prize.type} side={60} />
      <div>
        <h2>{prizeWords(prize).words}</h2>
        <p>{[tierName, activityName].filter(Boolean).join(' · ')}</p>
        <p>{`${shortMoment(drawnAt)} 抽中${isOpen(won) ? `，${leftWords(expireAt)}` : ''}`}</p>
      </div>
    </div>
  );
};

const SoonStrip = ({ won }: { won: MyPrizeDetail }) =>
  isOpen(won) && daysUntil(won.expireAt) <= soon ? (
    <p className="strip">{`${leftWords(won.expireAt)}，请尽快领取`}</p>
  ) : null;

/** What stands where the code was: claimed, closed, looked at by a person. */
const StateCard = ({ title, tone, note }: { title: string; tone: StateTone; note: string }) => (
  <section className="card centred p-state">
    <span className={`p-tone-${tone}`}>
      <PlayIcon name={tone === 'good' ? 'check' : tone === 'gone' ? 'cross' : 'clock'} size={40} weight={1.5} />
    </span>
    <h2>{title}</h2>
    <p className="p-note">{note}</p>
  </section>
);

/** The redemption code as a picture and in groups of four, and until when it is good. */
const CodeCard = ({ won }: { won: MyPrizeDetail }) => {
  const code = won.verCode.replace(/\s/g, '');
  const groups = (code.match(/.{1,4}/g) ?? []).map((text, at) => ({ text, at }));
  return (
    <section className="card centred q-card" aria-label="核销码">
      <SoonStrip won={won} />
      <QrCode text={code} side={176} label={`核销码 ${code}`} />
      <p className="code" translate="no">
        {groups.map(({ text, at }) => (
          <span key={at}>{text}</span>
        ))}
      </p>
      <p className="q-until">
        请在<b>{untilDay(won.expireAt)}</b>至参与门店出示
      </p>
      <CopyText text={code} label="复制核销码" look="q-copy">
        复制核销码
      </CopyText>
    </section>
  );
};

/** The way of the money, with what its winner has to do. */
const CashCard = ({ won, desk, heard }: { won: MyPrizeDetail; desk: Desk; heard: MainCardProps['heard'] }) => {
  const place = useRef<HTMLDivElement>(null);
  const way = useCashWay(place, { desk, claimNo: won.claimNo }, { heard: ({ status }) => heard(status) });
  return (
    <section className="card" aria-label="领取进度">
      <SoonStrip won={won} />
      <MoneyWay
        place={place}
        steps={way.pay ? cashSteps(won, won, way.pay) : stepsOf(won.prize.type, won, won)}
        way={way}
      />
    </section>
  );
};

interface MainCardProps {
  shown: PrizeShown;
  desk: Desk;
  /** Something was done here: it is read again. */
  changed: () => void;
  /** What became of a prize while it was shown. */
  heard: (status: MyPrizeDetail['status']) => void;
}

/** Where a prize is, or what is asked of its winner. */
export const MainCard = ({ shown, desk, changed, heard }: MainCardProps) => {
  const { won } = shown;
  const matter = matterOf(shown);
  switch (matter.kind) {
    case 'posted':
      return <PostCard desk={desk} won={won} order={matter.order} changed={changed} />;
    case 'claimed':
      return <StateCard title="已领取" tone="good" note={won.claimedAt ? `${won.claimedAt.slice(0, 16)} 领取` : ''} />;
    case 'closed':
      return <StateCard title="已关闭" tone="gone" note={won.closeText || '该奖品已不能领取'} />;
    case 'held':
      return <StateCard title="审核中" tone="doing" note={heldWords} />;
    case 'collect':
      return (
        <Card title="填写领取信息">
          <SoonStrip won={won} />
          <CollectForm desk={desk} won={won} done={changed} />
        </Card>
      );
    case 'code':
      return <CodeCard won={won} />;
    case 'address':
      return <AddressCard desk={desk} won={won} posting={matter.posting} changed={changed} />;
    case 'cash':
      return <CashCard won={won} desk={desk} heard={heard} />;
    case 'wait':
      return (
        <section className="card" aria-label="领取进度">
          <SoonStrip won={won} />
          <Steps steps={stepsOf(won.prize.type, won, won)} />
        </section>
      );
  }
};
