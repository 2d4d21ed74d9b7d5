import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { Level, Life, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import type { CodeFacts } from '@zhuiyuan/contract/codes/lookup/identity';
import { diversionApi, Judgement } from '@zhuiyuan/contract/diversion/diversion';
import { Button, Tooltip } from 'antd';
import Copy from 'icon:copy';
import Link2 from 'icon:link-2';
import RefreshCw from 'icon:refresh-cw';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Code } from '../../../parts/format/code.tsx';
import { copyText } from '../../../parts/format/copy-text.ts';
import { EnumTag, Tag } from '../../../parts/format/tag.tsx';
import { Qr } from '../../../parts/format/qr.tsx';
import { CodeActs } from './code-acts.tsx';

/** Name and specification of the product a code is on; the specification only where the name does not say its measure (375ml of 375ml/瓶). */
export const productText = ({ storeName, spec }: { storeName: string; spec: string }): string =>
  spec && !storeName.includes(spec.split('/')[0]!) ? `${storeName} ${spec}` : storeName;

/** Says so where a code was asked about outside of where its dealer may sell, to whoever may see that. */
const Diverted = ({ code }: { code: string }) => {
  const may = useMay();
  const { data } = useRead(diversionApi.code, may(diversionApi.code.may) ? { code } : undefined);
  return data?.judge === Judgement.diverted ? <EnumTag of={Judgement} value={data.judge} /> : null;
};

/** What this code is: itself, its state, the product it is on, and the address printed for it. */
export const CodeHead = ({ facts, reload, isBusy }: { facts: CodeFacts; reload: () => void; isBusy: boolean }) => (
  <section className="sheet zy-code-head" aria-label="编码">
    <span className="zy-code-qr">
      <Qr text={facts.url} size={78} label="二维码" />
    </span>
    <div className="zy-code-what">
      <div className="zy-code-title">
        <Code code={facts.code} />
        <EnumTag of={Life} value={facts.life} />
        {facts.shipStatus !== Shipping.none && <EnumTag of={Shipping} value={facts.shipStatus} />}
        {facts.face === Face.inner && <Tag tone="kind">暗码</Tag>}
        <Diverted code={facts.code} />
      </div>
      <p className="zy-code-facts">
        <b>{productText(facts) || '未绑定产品'}</b>
        {facts.lotNo && <span>批次 {facts.lotNo}</span>}
        <span>{Level.label(facts.level)}级</span>
        {facts.produceDate && <span>生产 {facts.produceDate}</span>}
        {facts.expireDate && <span>保质期至 {facts.expireDate}</span>}
      </p>
      <p className="zy-code-url">
        <Link2 size={14} strokeWidth={1.6} aria-hidden="true" />
        <span>{facts.url}</span>
        <Tooltip title="复制">
          <button
            type="button"
            className="zy-icon-button"
            aria-label="复制码内容"
            onClick={() => void copyText(facts.url)}
          >
            <Copy size={14} strokeWidth={1.6} />
          </button>
        </Tooltip>
      </p>
    </div>
    <CodeActs facts={facts} />
    <Button icon={<RefreshCw size={14} strokeWidth={1.6} />} loading={isBusy} onClick={reload}>
      刷新
    </Button>
  </section>
);
