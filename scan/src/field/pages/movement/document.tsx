import { fieldGoodsApi, type FieldDeliver, type FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import { DeliverStatus, DiffKind, DiffState } from '@zhuiyuan/contract/movement/move-enums';
import type { ReactNode } from 'react';
import { CodeText } from '../../../parts/code-text.tsx';
import { call } from '../../lib/field-call.ts';
import { go } from '../../lib/navigate.ts';
import { count, shortMoment } from '../../../lib/words.ts';
import { levels } from '../../lib/words.ts';
import { Card, CardHead, Row, StateTag, Tag, Thumb } from '../../parts/cards.tsx';
import { LoadedScreen } from '../../parts/loaded-screen.tsx';
import { Screen } from '../../parts/screen.tsx';

/** Lines one look takes; a document with more is read in the console. */
const mostLines = 100;

/** Number, state, and who sent it to whom. */
export const DocumentCard = ({ doc, children }: { doc: FieldDeliver; children?: ReactNode }) => {
  const carrier = [doc.logisticsName, doc.logisticsNo].filter(Boolean).join(' ');
  const from = `${doc.fromName}${doc.warehouse ? ` ${doc.warehouse}` : ''}`;
  return (
    <Card>
      <div className="f-doc">
        <b className="f-mono">{doc.deliverNo}</b>
        <span>
          {doc.hasDiff && <Tag words="有差异" tone="wait" />}
          <StateTag of={DeliverStatus} value={doc.status} />
        </span>
      </div>
      <p className="f-text">{[from, `${shortMoment(doc.shipAt)} 发出`, carrier].filter(Boolean).join(' · ')}</p>
      {children}
    </Card>
  );
};

const Fact = ({ label, words }: { label: string; words: string | null }) =>
  words ? (
    <div>
      <dt>{label}</dt>
      <dd>{words}</dd>
    </div>
  ) : null;

const LineRow = ({ line }: { line: FieldLine }) => (
  <Row
    lead={<Thumb address={line.image} />}
    title={line.storeName || '多种产品'}
    text={`${levels[line.level]} ${count(line.codeCount)}${line.lotNo ? ` · ${line.lotNo}` : ''}`}
    end={
      <span>
        <span className="f-text">{`${count(line.itemQty)} 件`}</span>
        <StateTag of={DeliverStatus} value={line.status} />
      </span>
    }
  />
);

const Diffs = ({ diffs }: { diffs: FieldDeliver['diffs'] }) => (
  <Card>
    <CardHead title="差异" note={`${diffs.length} 处`} />
    <div className="f-rows">
      {diffs.map(({ kind, code, note, state }) => (
        <Row
          key={`${kind} ${code}`}
          title={<CodeText code={code} />}
          text={note}
          end={
            state === DiffState.handled ? (
              <Tag words={`${DiffKind.label(kind)}，已处理`} tone="gone" />
            ) : (
              <Tag words={DiffKind.label(kind)} tone="wait" />
            )
          }
        />
      ))}
    </div>
  </Card>
);

const load = async (id: number) => {
  const doc = await call(fieldGoodsApi.deliver, { id });
  const lines = await call(fieldGoodsApi.lines, { deliverId: id, limit: mostLines });
  return { doc, lines };
};

/** A document read alone: what went by it, and what was not as it should be. */
export const DocumentPage = ({ id }: { id: number }) => (
  <LoadedScreen title="发货单" load={() => load(id)}>
    {({ doc, lines }) => (
      <Screen
        title="发货单"
        action={
          doc.isReceiver &&
          doc.status === DeliverStatus.shipped && (
            <button type="button" className="f-link" onClick={() => go(`/r/receive/${doc.id}`)}>
              签收
            </button>
          )
        }
      >
        <DocumentCard doc={doc}>
          <dl className="rows">
            <Fact label="收货方" words={doc.toName} />
            <Fact label="件数" words={`${count(doc.itemQty)} 件，已签收 ${count(doc.signQty)} 件`} />
            <Fact label="签收时间" words={doc.signAt} />
            <Fact label="备注" words={doc.remark} />
          </dl>
        </DocumentCard>
        {doc.diffs.length > 0 && <Diffs diffs={doc.diffs} />}
        <Card>
          <CardHead title="明细" note={`${lines.total} 行`} />
          <div className="f-rows">
            {lines.list.map((line) => (
              <LineRow key={line.id} line={line} />
            ))}
          </div>
          {lines.total > lines.list.length && <p className="f-text">{`只显示前 ${mostLines} 行，更多请在后台查看`}</p>}
        </Card>
      </Screen>
    )}
  </LoadedScreen>
);
