import type { PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { playKinds } from '@zhuiyuan/contract/campaign/play-kinds';
import { useState } from 'react';
import { webAddress } from '../../lib/formats.ts';
import { CodePictures } from '../../parts/code-pictures.tsx';
import { placesOf } from '../modes/mode.ts';
import type { ModeView } from '../modes/modes.ts';
import type { Result } from '../lib/draw-acts.ts';
import { go } from '../lib/go.ts';
import type { Scene } from '../lib/scene.ts';
import { Consent } from '../parts/consent.tsx';
import { ContactLine } from '../parts/contact-line.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { LateSheet } from './late-sheet.tsx';
import { PhoneAsk } from '../parts/phone-ask.tsx';
import { Screen } from '../parts/screen.tsx';
import { ShareButton } from '../parts/share-button.tsx';
import { useWinners, Winners } from '../parts/winners.tsx';
import { useDraw } from './use-draw.ts';

const Picture = ({ address }: { address: string }) => {
  const [isLost, setLost] = useState(false);
  const safe = webAddress(address);
  if (!safe || isLost) return null;
  return <img className="p-picture" src={safe} alt="" decoding="async" onError={() => setLost(true)} />;
};

/** What was promised before the first draw of the period. */
const Commitment = ({ hash }: { hash: string }) => {
  const start = `${hash.slice(0, 4)} ${hash.slice(4, 8)}`;
  return (
    <CopyText text={hash} label={`开奖前已公布承诺值${start} 点按复制`} look="p-commit">
      开奖前已公布承诺值<code>{start}</code>
    </CopyText>
  );
};

/** What there is to read and to go to below what is played. */
const Lines = ({ activity, rule }: { activity: PlayedActivity; rule: string }) => {
  const { seedHash, servicePhone, serviceHours } = activity;
  return (
    <div className="p-lines">
      {rule && <p>{rule}</p>}
      {seedHash && <Commitment hash={seedHash} />}
      <p className="p-ways">
        <button type="button" className="p-link" onClick={() => go({ name: 'prizes' })}>
          我的奖品
        </button>
      </p>
      {servicePhone && (
        <p className="p-service">
          {'客服 '}
          <ContactLine contact={servicePhone} />
          {serviceHours && ` ${serviceHours}`}
        </p>
      )}
    </div>
  );
};

/** How often may still be drawn, or why not; where no answer came in time, it can be asked for again. */
const Chances = ({
  words,
  isRefused,
  late,
}: {
  words: string;
  isRefused: boolean;
  /** Asks for the answer that did not come; null where none is waited for. */
  late: (() => void) | null;
}) => (
  <p className={isRefused ? 'p-chances p-refused' : 'p-chances'} role="status">
    {late ? (
      <button type="button" className="p-late" onClick={late}>
        网络不稳，抽奖结果已保存，点此查看
      </button>
    ) : (
      words
    )}
  </p>
);

/** Beside the button: why nothing comes of it. */
const offlineWords = ({ isOffline, isBusy, isLate, notice }: ReturnType<typeof useDraw>): string => {
  if (!isOffline) return '';
  if (isBusy || isLate) return '网络已断开，联网后自动显示结果';
  return notice ? '网络已断开，请联网后再试' : '';
};

/** The page where it is played: one ticket, one draw, and only then play towards its answer. `result` is shown from the beginning. */
export const DrawPage = ({
  entered,
  activity,
  Mode,
  result = null,
}: {
  entered: Scene;
  activity: PlayedActivity;
  /** That of its way to play. */
  Mode: ModeView;
  result?: Result | null;
}) => {
  const { desk } = entered;
  const kind = playKinds[activity.playMode];
  const draw = useDraw(entered, activity, result);
  const { scene, shown, acts, challenge, result: ended } = draw;
  const { turns } = scene.play;
  const winners = useWinners(desk, activity.id);
  const [isSharing, setSharing] = useState(false);
  const { followQr, serviceQr } = activity;

  return (
    <Screen
      title={activity.name}
      look="stage"
      theme={activity.theme}
      bar={activity.firmName}
      action={{ words: '规则与概率', view: { name: 'rules', id: String(activity.id) } }}
      over={
        <>
          {isSharing && turns?.from && (
            <LateSheet title="分享给好友" closed={() => setSharing(false)}>
              {({ ShareSheet }, own) => <ShareSheet activity={activity} turns={turns} {...own} />}
            </LateSheet>
          )}
          {challenge && (
            <LateSheet title="安全验证" closed={() => challenge.answer()}>
              {({ ChallengeSheet }, own) => (
                <ChallengeSheet
                  desk={desk}
                  activityId={activity.id}
                  first={challenge.picture}
                  answered={challenge.answer}
                  {...own}
                />
              )}
            </LateSheet>
          )}
          {ended && (
            <LateSheet key={ended.answer.drawNo} title="抽奖结果" closed={acts.closeResult}>
              {({ ResultSheet }, own) => (
                <ResultSheet result={ended} activity={activity} desk={desk} again={acts.press} {...own} />
              )}
            </LateSheet>
          )}
        </>
      }
    >
      <Picture address={activity.bgImage} />
      <h1 className="p-title" tabIndex={-1}>
        {activity.name}
      </h1>
      <Chances words={shown.chances} isRefused={shown.isRefused} late={draw.isLate ? acts.askKept : null} />
      <Mode
        handle={acts.mode}
        slots={placesOf(activity, kind.slots)}
        productName={scene.productName}
        isOff={shown.isOff}
        act={{
          field: acts.button,
          words: shown.words ?? kind.button,
          isDisabled: shown.isOff || draw.isBusy,
          press: acts.press,
        }}
      />
      <p className="p-offline" role="alert">
        {offlineWords(draw)}
      </p>
      <p className="p-place" hidden={!shown.asksPlace}>
        获取您的位置用于活动区域校验
      </p>
      <PhoneAsk
        phone={scene.phone ?? ''}
        type={acts.typePhone}
        fault={draw.phoneFault}
        isHidden={!shown.asksPhone}
        field={acts.phone}
      />
      <Consent
        activityId={activity.id}
        isTicked={scene.isTicked}
        tick={acts.tick}
        fault={draw.consentFault}
        isHidden={!shown.asksConsent}
        box={acts.consent}
      />
      <ShareButton turns={turns} open={() => setSharing(true)} />
      <div>
        <Winners winners={winners} />
      </div>
      <Lines activity={activity} rule={kind.note ?? activity.keyRule} />
      <div>
        <CodePictures firm={{ followQr: shown.isDrawn ? followQr : '', serviceQr }} />
      </div>
    </Screen>
  );
};
