import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { useLayoutEffect, useRef, useState } from 'react';
import { reasonOf } from '../lib/reason-of.ts';
import { Acts } from '../parts/acts.tsx';
import { CodePictures } from '../parts/code-pictures.tsx';
import { CodeText } from '../parts/code-text.tsx';
import { entryPart } from '../parts/entering.ts';
import { BusyButton } from '../parts/form.tsx';
import { LateCard } from '../parts/late-card.tsx';
import { latePart } from '../parts/late-part.ts';
import { PinForm } from '../parts/pin-form.tsx';
import { ReportCard } from '../parts/report-card.tsx';
import { firmOf } from '../parts/verdict-head.tsx';
import type { Asking } from './asking.ts';
import { ItemCards } from './item-cards.tsx';
import { reportingOf } from './reporting-of.ts';

interface AnswerProps {
  answer: ScanAnswer;
  asking: Asking;
}

/** Card of a code behind which no product is shown: the code as asked, and what can be done. */
const CodeCard = ({ answer, asking: { typed, again } }: AnswerProps) => {
  const isUnknown = answer.verdict === Verdict.INVALID;
  useLayoutEffect(() => {
    if (isUnknown) entryPart.prefetchSoon();
  }, [isUnknown]);
  return (
    <ReportCard reporting={reportingOf(answer)}>
      {(report) => (
        <section className="card centred" aria-label="编码">
          <CodeText code={typed} />
          {isUnknown && <p className="note">请与包装上的编码逐位核对</p>}
          {isUnknown && (
            <button type="button" className="button solid" onClick={again}>
              重新输入
            </button>
          )}
          <Acts phone={firmOf(answer)?.phone ?? null} report={report} />
        </section>
      )}
    </ReportCard>
  );
};

/** Asked too often: the same may be asked again. */
const LimitedCard = ({ asking: { repeat } }: Pick<AnswerProps, 'asking'>) => {
  const [error, setError] = useState('');
  return (
    <section className="card">
      <BusyButton busy="查询中" act={() => repeat().catch((failed: unknown) => setError(reasonOf(failed)))}>
        重新查询
      </BusyButton>
      <p className="error" role="alert">
        {error}
      </p>
    </section>
  );
};

/** Asked of the few whose network asks a lot. */
const captchaPart = latePart(async () => (await import('../parts/captcha-form.tsx')).CaptchaForm);

const Captcha = ({ picture, asking: { isCaptchaRetry, captcha, repeat } }: { picture: string; asking: Asking }) => {
  const field = useRef<HTMLInputElement>(null);
  const words = { send: '继续查询', busy: '查询中' };
  return (
    <LateCard
      part={captchaPart}
      given={{ picture, isRetry: isCaptchaRetry, answer: captcha, renew: repeat, words, field }}
    />
  );
};

/** Cards below the head, in the order of the page. Each verdict shows only what it may. */
export const AnswerCards = ({ answer, asking }: AnswerProps) => {
  if (answer.captcha && answer.challenge) return <Captcha picture={answer.challenge.picture} asking={asking} />;
  switch (answer.verdict) {
    case Verdict.FIRST:
    case Verdict.REPEAT:
    case Verdict.OVER:
    case Verdict.FROZEN:
      return <ItemCards answer={answer} asking={asking} />;
    case Verdict.LIMITED:
      return <LimitedCard asking={asking} />;
    default: {
      const isPinAsked = answer.verdict === Verdict.NEED_PIN || answer.verdict === Verdict.PIN_WRONG;
      return (
        <>
          {isPinAsked && <PinForm remain={asking.remain} check={asking.pin} />}
          <CodeCard answer={answer} asking={asking} />
          <CodePictures firm={firmOf(answer)} />
        </>
      );
    }
  }
};
