import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import type { ReactNode } from 'react';
import { shortTime } from '../lib/formats.ts';
import { CodeText, CopyButton } from './code-text.tsx';
import { Fact } from './facts.tsx';
import type { Frame } from './frame.ts';
import { levelWords } from './product-card.tsx';

/** The same device asks again soon after its first query: the verdict stays FIRST and the first time is shown. */
const isAskedAgain = ({ verdict, firstTime, scanTime }: ScanAnswer): boolean =>
  verdict === Verdict.FIRST && firstTime?.slice(0, 16) !== scanTime.slice(0, 16);

/** The code itself, what it stands on, where this query came from, and once the trace is there its registered identifier. */
export const IdentityCard = ({
  answer,
  bareCode,
  title,
  place,
  identifier,
  frame,
}: {
  answer: ScanAnswer;
  bareCode: string;
  /** As the firm calls it; '' where it does not. */
  title?: string;
  /** Where the query came from. */
  place: ReactNode;
  identifier?: TraceDetail['identifier'];
  frame?: Frame;
}) => {
  const { box, face, firstTime, firstCity, scanTime } = answer;
  return (
    <section className="card" aria-labelledby="identity-title" {...frame}>
      <h2 id="identity-title">{title || '标识信息'}</h2>
      <dl className="rows">
        <Fact label="编码">
          <CodeText code={bareCode} />
          <CopyButton code={bareCode} />
        </Fact>
        <Fact label="类型">{`${levelWords(box?.level ?? Level.item)} · ${Face.label(face === Face.inner ? face : Face.outer)}`}</Fact>
        {isAskedAgain(answer) && firstTime && (
          <Fact label="首次查询">{`${shortTime(firstTime, scanTime)} ${firstCity ?? ''}`}</Fact>
        )}
        <Fact label="查询地点">{place}</Fact>
        {identifier && (
          <>
            <Fact label="标识">
              <span className="handle">{identifier.handle}</span>
            </Fact>
            <Fact label="解析节点">{identifier.node}</Fact>
          </>
        )}
      </dl>
    </section>
  );
};
