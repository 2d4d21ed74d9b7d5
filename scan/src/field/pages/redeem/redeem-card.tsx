import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import { groupVerCode } from '@zhuiyuan/contract/campaign/ver-code';
import type { VerPreview } from '@zhuiyuan/contract/redeem/shop-redeem';
import { CodeShown, Prize, Verdict } from '../../parts/counter.tsx';
import { Fact } from '../../../parts/facts.tsx';
import { BusyButton } from '../../../parts/form.tsx';
import type { Again, Standing, Way } from './redeem-standing.ts';

type Of<S extends Standing['state']> = Extract<Standing, { state: S }>;

const ClearButton = ({ clear, children }: { clear: () => void; children: string }) => (
  <button type="button" className="button" onClick={clear}>
    {children}
  </button>
);

const PreviewPrize = ({ preview: { image, prizeName, tierName, activityName, expireAt } }: { preview: VerPreview }) => (
  <Prize image={image} name={prizeName} texts={[`${tierName} · ${activityName}`, `${expireAt.slice(5, 10)} 前有效`]} />
);

const VerCode = ({ code }: { code: string }) => (
  <Fact label="核销码">
    <CodeShown code={groupVerCode(code)} />
  </Fact>
);

const Looking = ({ code }: { code: string }) => (
  <>
    <Verdict tone="idle" icon="clock" words="正在查询" />
    <dl className="f-facts">
      <VerCode code={code} />
    </dl>
  </>
);

const Refused = ({
  standing: { words, code, detail, again },
  clear,
  retry,
}: {
  standing: Of<'refused'>;
  clear: () => void;
  retry: (again: Again) => Promise<unknown>;
}) => (
  <>
    <Verdict tone="bad" icon="cross" words={words} />
    <dl className="f-facts">
      {code ? <VerCode code={code} /> : null}
      {detail ? <Fact label="已核销">{detail}</Fact> : null}
    </dl>
    {again ? (
      <div className="acts">
        <ClearButton clear={clear}>关闭</ClearButton>
        <BusyButton busy={again.act === 'confirm' ? '核销中' : '正在查询'} act={() => retry(again)}>
          重试
        </BusyButton>
      </div>
    ) : (
      <ClearButton clear={clear}>关闭</ClearButton>
    )}
  </>
);

const Done = ({ standing: { preview, verified }, clear }: { standing: Of<'done'>; clear: () => void }) => (
  <>
    <Verdict
      tone="good"
      icon="check"
      words="已核销"
      note={verified.repeat ? '此前已核销，没有重复记账' : `+${moneyText(verified.deductAmount)} 元`}
    />
    <PreviewPrize preview={preview} />
    <dl className="f-facts f-done">
      <Fact label="核销单号">
        <span className="f-code">{verified.verNo}</span>
      </Fact>
      <Fact label="顾客">{preview.consumer}</Fact>
    </dl>
    <ClearButton clear={clear}>关闭</ClearButton>
  </>
);

const Ready = ({
  standing: { preview, way, at },
  clear,
  confirm,
}: {
  standing: Of<'ready'>;
  clear: () => void;
  confirm: (preview: VerPreview, way: Way) => Promise<unknown>;
}) => (
  <>
    <Verdict tone="good" icon="check" words="可以核销" note={`${at} ${way}`} />
    <PreviewPrize preview={preview} />
    <dl className="f-facts">
      <VerCode code={preview.verCode} />
      <Fact label="顾客">{preview.consumer}</Fact>
      <Fact label="抵扣到账">{`${moneyText(preview.deductAmount)} 元，由${preview.payerName}结算`}</Fact>
    </dl>
    <div className="acts f-two">
      <ClearButton clear={clear}>取消</ClearButton>
      <BusyButton busy="核销中" className="button solid f-go" act={() => confirm(preview, way)}>
        核销
      </BusyButton>
    </div>
  </>
);

export interface CounterActs {
  clear: () => void;
  confirm: (preview: VerPreview, way: Way) => Promise<unknown>;
  retry: (again: Again) => Promise<unknown>;
}

const Content = ({ standing, acts: { clear, confirm, retry } }: { standing: Standing; acts: CounterActs }) => {
  switch (standing.state) {
    case 'idle':
      return <Verdict tone="idle" icon="gift" words="扫描或输入顾客的核销码" />;
    case 'looking':
      return <Looking code={standing.code} />;
    case 'refused':
      return <Refused key={standing.code} standing={standing} clear={clear} retry={retry} />;
    case 'done':
      return <Done key={standing.preview.verCode} standing={standing} clear={clear} />;
    case 'ready':
      return <Ready key={standing.preview.verCode} standing={standing} clear={clear} confirm={confirm} />;
  }
};

/** The card at the counter: where the code stands that was scanned or typed last. */
export const CounterCard = (given: { standing: Standing; acts: CounterActs }) => (
  <section className="card f-counter">
    <Content {...given} />
  </section>
);
