import { Life } from '@zhuiyuan/contract/codes/state/code-enums';
import type { FieldFinding, FieldVerdict } from '@zhuiyuan/contract/fieldwork/field-inspection';
import type { ReactNode } from 'react';
import type { Position } from '../../../lib/position.ts';
import { CodeText } from '../../../parts/code-text.tsx';
import { FieldIcon } from '../../lib/field-icons.tsx';
import type { FieldIcon as FieldIconName } from '../../lib/field-icons.ts';
import { goBack } from '../../lib/navigate.ts';
import { shortMoment } from '../../../lib/words.ts';
import { Card, CardHead, Thumb } from '../../parts/cards.tsx';
import { BusyButton } from '../../../parts/form.tsx';
import { Rosette } from '../../../parts/rosette.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useEvidence } from './evidence.tsx';
import { FreezeButton } from './freeze.tsx';

const heads: Record<FieldVerdict, readonly [tone: string, icon: FieldIconName, words: string]> = {
  diverted: ['warn', 'pinOff', '疑似窜货'],
  matches: ['ok', 'check', '区域相符'],
  shop: ['ok', 'check', '已在授权门店'],
  unshipped: ['warn', 'clock', '未发货'],
  unplaced: ['quiet', 'pinOff', '未取得定位'],
};

/** What is to be thought of a code here, in a sentence. */
export const sentenceOf = ({ verdict, should, here }: FieldFinding): string => {
  const regions = should.regions.join('、');
  if (verdict === 'diverted') return `应在${regions}销售，现位于${here.place}。`;
  if (verdict === 'matches') return regions ? `授权在${regions}销售，与现在位置相符。` : '该经销商不限销售区域。';
  if (verdict === 'shop') return `货物在 ${should.holderName} 名下，就在附近。`;
  if (verdict === 'unshipped') return '该货物没有发给任何经销商或门店。';
  return should.regions.length ? `应在${regions}销售，定位后判断。` : '没有位置，不作判断。';
};

const Head = ({ icon, words, children }: { icon: FieldIconName; words: string; children: ReactNode }) => (
  <div className="head">
    <Rosette />
    <div className="disc">
      <FieldIcon name={icon} size={38} weight={2.2} />
    </div>
    <h1 tabIndex={-1}>{words}</h1>
    {children}
  </div>
);

const Bar = () => (
  <header className="brand">
    <button type="button" className="f-back" aria-label="返回" onClick={goBack}>
      <FieldIcon name="back" size={22} />
    </button>
    <span className="brand-name">稽查</span>
  </header>
);

/** There is no such code. */
export const UnknownScreen = ({ code, words, scanAgain }: { code: string; words: string; scanAgain: () => void }) => (
  <Screen
    title={words}
    tone="bad"
    bar={<Bar />}
    foot={
      <button type="button" className="button solid" onClick={scanAgain}>
        <FieldIcon name="scan" size={18} />
        继续扫码
      </button>
    }
  >
    <Head icon="cross" words={words}>
      <p>请与包装上的编码逐位核对。</p>
    </Head>
    <section className="card centred">
      <CodeText code={code} />
    </section>
  </Screen>
);

const Side = ({
  title,
  main,
  isBad = false,
  facts,
}: {
  title: string;
  main: string;
  isBad?: boolean;
  facts: string[];
}) => (
  <div>
    <dt>{title}</dt>
    <dd>
      <b className={isBad ? 'f-warn' : ''}>{main}</b>
      {facts.filter(Boolean).map((words) => (
        <span key={words}>{words}</span>
      ))}
    </dd>
  </div>
);

const WhereCard = ({ finding: { verdict, should, here, nearShop } }: { finding: FieldFinding }) => (
  <Card>
    <dl className="queries">
      <Side
        title="应在"
        main={should.regions.join('、') || (should.holderName ? '不限区域' : '未发货')}
        facts={[
          should.holderName && `${should.holderName}，${should.number}`,
          should.at ? `${shortMoment(should.at)} ${should.what}` : '',
        ]}
      />
      <Side
        title="现在"
        main={here.place || '未知'}
        isBad={verdict === 'diverted'}
        facts={[nearShop || '未登记门店', `${shortMoment(here.at)}${here.lng === null ? '' : '，GPS 定位'}`]}
      />
    </dl>
  </Card>
);

const WayCard = ({ flow }: { flow: FieldFinding['flow'] }) => {
  const steps = flow.map((step, place) => ({ ...step, place }));
  return (
    <Card>
      <CardHead title="流向" right={`${flow.length} 条记录`} />
      {flow.length > 0 ? (
        <ol className="thread">
          {steps.map(({ at, title, text, isOutside, place }) => (
            <li key={place} className={isOutside ? 'f-outside' : ''}>
              <div className="line">
                <h3>{title}</h3>
                <time>{shortMoment(at)}</time>
              </div>
              <p className="facts">{text}</p>
            </li>
          ))}
        </ol>
      ) : (
        <p className="f-text">没有发货和查询记录</p>
      )}
    </Card>
  );
};

const GoodsCard = ({ finding }: { finding: FieldFinding }) => (
  <Card>
    <div className="product">
      <Thumb address={finding.image} side={76} />
      <div>
        <h2>{finding.storeName || '未关联产品'}</h2>
        <p className="facts">
          {finding.lotNo && <span>{`批号 ${finding.lotNo}`}</span>}
          {finding.produceDate && <span>{`生产 ${finding.produceDate}`}</span>}
        </p>
        {finding.isExpired && <p className="f-why">{`已于 ${finding.expireDate} 过期`}</p>}
        <CodeText code={finding.code} />
      </div>
    </div>
  </Card>
);

/** What is known of a code: what is to be thought of it here stands above everything, what is kept of it below. */
export const FindingScreen = ({
  finding,
  position,
  askAgain,
  scanAgain,
}: {
  finding: FieldFinding;
  position: Position | null;
  askAgain: () => Promise<void>;
  scanAgain: () => void;
}) => {
  const [tone, icon, words] = heads[finding.verdict];
  const evidence = useEvidence(finding, position, scanAgain);
  const isStopped = finding.life === Life.void || finding.life === Life.frozen;
  return (
    <Screen
      title={words}
      tone={tone}
      bar={<Bar />}
      foot={
        <div className="acts f-two">
          {finding.mayFreeze && !isStopped && <FreezeButton finding={finding} frozen={() => void askAgain()} />}
          {evidence.submit}
        </div>
      }
    >
      <Head icon={icon} words={words}>
        <p>{sentenceOf(finding)}</p>
        {finding.life !== Life.active && <p className="f-life">{Life.label(finding.life)}</p>}
        {finding.verdict === 'unplaced' && (
          <BusyButton busy="定位中" className="button f-relocate" act={askAgain}>
            重新定位
          </BusyButton>
        )}
      </Head>
      <GoodsCard finding={finding} />
      <WhereCard finding={finding} />
      <WayCard flow={finding.flow} />
      {evidence.view}
    </Screen>
  );
};
