import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import type { DrawAnswer, MyPrizeDetail, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { useLayoutEffect, useRef, useState } from 'react';
import { isWin, prizeWords } from '../lib/amounts.ts';
import { cashActOf, cashNoteOf } from '../lib/cash-way.ts';
import { heldWords } from '../lib/claim-state.ts';
import type { Desk } from '../lib/desk.ts';
import type { Result } from '../lib/draw-acts.ts';
import { go } from '../lib/go.ts';
import { keepPrize } from '../lib/kept.ts';
import { cashSteps, stepsOf } from '../lib/prize-steps.ts';
import { say } from '../lib/say.ts';
import { PrizePicture } from '../parts/cards.tsx';
import { CashAct, useCashWay } from '../parts/prize/cash-way.tsx';
import type { Own } from './late-sheet.tsx';
import { PlayIcon } from '../parts/play-icon.tsx';
import { Steps } from '../parts/prize/steps.tsx';

const notWon = '很遗憾，未中奖，感谢参与';

type Claim = NonNullable<DrawAnswer['claim']>;

const Won = ({ answer: { prize, tierName }, name, titleId }: { answer: DrawAnswer; name: string; titleId: string }) => {
  const { figure, unit, words } = prizeWords(prize);
  return (
    <>
      <h2 className="r-won" tabIndex={-1} id={titleId} aria-label={`恭喜您获得${words}`}>
        恭喜您获得
      </h2>
      {figure ? (
        <p className="r-amount">
          <b>{figure}</b>
          <span>{unit}</span>
        </p>
      ) : (
        <>
          <PrizePicture image={prize.image} type={prize.type} side={96} />
          <p className="r-goods">{prize.name}</p>
        </>
      )}
      <p className="r-from">{[name, tierName].filter(Boolean).join(' · ')}</p>
    </>
  );
};

/** Words of the one thing that can be done about goods now; nothing where nothing is left to do here. */
const wayWords = ({ status, claimMode }: Claim, type: PrizeType): string => {
  if (status !== ClaimStatus.open || type !== PrizeType.goods) return '';
  if (claimMode === ClaimMode.shop) return '查看核销码';
  return claimMode === ClaimMode.post ? '填写收货信息' : '查看奖品';
};

/** How far a prize has come, and the one thing that can be done about it; where that is nothing, it can be closed. */
const Outcome = ({
  answer: { prize, claim, hold },
  desk,
  close,
}: {
  answer: DrawAnswer;
  desk: Desk;
  close: () => void;
}) => {
  const steps = useRef<HTMLDivElement>(null);
  const [known, setKnown] = useState<MyPrizeDetail | null>(null);
  const isShown = claim !== null && !hold;
  const way = useCashWay(
    steps,
    { desk, claimNo: claim?.claimNo ?? '' },
    { isOn: isShown && prize.type === PrizeType.cash },
  );
  useLayoutEffect(() => {
    if (!claim) return;
    desk
      .prize(claim.claimNo, null)
      .then((won) => {
        // How far it goes by post is asked for on its own page.
        keepPrize(claim.claimNo, { won, posting: null });
        setKnown(won);
      })
      // What the draw said stands.
      .catch(() => undefined);
  }, [desk, claim]);

  const now = known ?? claim;
  const words = isShown ? wayWords(now!, prize.type) : '';
  return (
    <>
      {isShown && (
        <div ref={steps} className="r-steps">
          <Steps steps={way.pay ? cashSteps(claim, known, way.pay) : stepsOf(prize.type, now!, known)} />
        </div>
      )}
      <div className="r-acts">
        {words ? (
          <button type="button" className="p-red" onClick={() => go({ name: 'prize', id: claim!.claimNo })}>
            {words}
          </button>
        ) : way.pay && cashActOf(way.pay) ? (
          <CashAct {...way} />
        ) : (
          isShown && (
            <button type="button" className="p-red" onClick={close}>
              知道了
            </button>
          )
        )}
      </div>
      <p className="r-more" role="status">
        {cashNoteOf(way)}
      </p>
    </>
  );
};

const Link = ({ words, act }: { words: string; act: () => void }) => (
  <button type="button" className="r-link" onClick={act}>
    {words}
  </button>
);

/** How a draw ended, on a sheet from below. Closing it loses nothing: 我的奖品 holds what was won. */
export const ResultSheet = ({
  result: { answer, next },
  activity,
  desk,
  again,
  titleId,
  close,
}: Own & {
  result: Result;
  activity: Pick<PlayedActivity, 'name'>;
  desk: Desk;
  /** Draws once more. */
  again: () => void;
}) => {
  const { prize, hold, drawNo } = answer;
  const won = isWin(prize);
  useLayoutEffect(
    () => say(won ? `恭喜您获得${prizeWords(prize).words}${hold ? `，${heldWords}` : ''}` : notWon),
    [won, prize, hold],
  );
  return (
    <>
      {won ? (
        <Won answer={answer} name={activity.name} titleId={titleId} />
      ) : (
        <h2 className="r-lost" tabIndex={-1} id={titleId}>
          {notWon}
        </h2>
      )}
      {won && hold && (
        <p className="r-hold">
          <PlayIcon name="clock" size={18} />
          {heldWords}
        </p>
      )}
      <Outcome answer={answer} desk={desk} close={close} />
      <div className="r-acts">
        {next?.canAgain && (
          <button
            type="button"
            className={won ? 'p-outline' : 'p-red'}
            onClick={() => {
              close();
              again();
            }}
          >
            继续抽奖
          </button>
        )}
      </div>
      <p className="r-more">{next?.more}</p>
      <p className="r-links">
        <Link words="我的奖品" act={() => go({ name: 'prizes' })} />
        <Link words="公平验证" act={() => go({ name: 'fair', id: drawNo })} />
      </p>
      <p className="r-number">
        <span>抽奖编号</span>
        <code>{drawNo}</code>
      </p>
    </>
  );
};
