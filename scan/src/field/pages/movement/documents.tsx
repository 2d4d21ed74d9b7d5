import { fieldGoodsApi, type HistoryRow, type PendingRow as Pending } from '@zhuiyuan/contract/fieldwork/field-goods';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { useState } from 'react';
import { call } from '../../lib/field-call.ts';
import { count } from '../../../lib/words.ts';
import { Nothing, Row, StateTag, Tag, Thumb } from '../../parts/cards.tsx';
import { PagedRows, SearchBox } from '../../parts/paged.tsx';
import { PendingRow } from '../../parts/pending-row.tsx';
import { Screen } from '../../parts/screen.tsx';

/** 待签收, the longest on the way first. */
export const PendingRows = () => (
  <PagedRows<Pending>
    load={(page) => call(fieldGoodsApi.pending, { page })}
    empty={<Nothing icon="received" words="没有待签收的货物" />}
  >
    {(document) => <PendingRow key={document.id} document={document} />}
  </PagedRows>
);

/** 待签收, all of it. */
export const PendingPage = () => (
  <Screen title="待签收">
    <PendingRows />
  </Screen>
);

/** The number of a document within its day, with that of its part: `0004-1` of `FH20261201-0004-1`. */
const shortNo = (deliverNo: string): string => deliverNo.slice(deliverNo.indexOf('-') + 1);

const HistoryLine = ({ document, isReceived }: { document: HistoryRow; isReceived: boolean }) => {
  const { id, storeName, kinds, itemQty, deliverNo, image, shipAt, status, hasDiff, fromName, toName } = document;
  return (
    <Row
      path={`/r/document/${id}`}
      lead={<Thumb address={image} />}
      title={isReceived ? fromName : toName}
      text={`${kinds > 1 ? `${storeName}等 ${kinds} 种` : storeName} · ${count(itemQty)} 件`}
      end={
        <span>
          {hasDiff ? <Tag words="有差异" tone="wait" /> : <StateTag of={DeliverStatus} value={status} />}
          <span className="f-text">{`${shipAt.slice(5, 10)} ${shortNo(deliverNo)}`}</span>
        </span>
      }
    />
  );
};

/** 发货记录, or the documents that were received. */
export const HistoryPage = ({ isReceived }: { isReceived: boolean }) => {
  const [keywords, setKeywords] = useState('');
  return (
    <Screen title={isReceived ? '收货记录' : '发货记录'}>
      <SearchBox placeholder="发货单号" changed={setKeywords} />
      <PagedRows<HistoryRow>
        key={keywords}
        load={(page) => call(fieldGoodsApi.history, { page, isReceived, keywords })}
        empty={
          <Nothing
            icon="truck"
            words={keywords ? '没有符合条件的记录' : isReceived ? '还没有收过货' : '还没有发过货'}
          />
        }
      >
        {(document) => <HistoryLine key={document.id} document={document} isReceived={isReceived} />}
      </PagedRows>
    </Screen>
  );
};
