import { fieldGoodsApi, type FieldStockRow } from '@zhuiyuan/contract/fieldwork/field-goods';
import { useState } from 'react';
import { call } from '../../lib/field-call.ts';
import { FieldIcon } from '../../lib/field-icons.tsx';
import { count, shortMoment } from '../../../lib/words.ts';
import { Nothing, Thumb } from '../../parts/cards.tsx';
import { PagedRows, SearchBox } from '../../parts/paged.tsx';
import { Screen } from '../../parts/screen.tsx';

/** Goods that last no longer than this are short. */
const shortDays = 7;

const StockRow = ({ stock }: { stock: FieldStockRow }) => {
  const { storeName, spec, image, handQty, transitQty, lastInAt, lastsDays, lots } = stock;
  const isShort = lastsDays !== null && lastsDays < shortDays;
  const facts = [spec, transitQty > 0 && `在途 ${count(transitQty)} 件`, lastInAt && `${shortMoment(lastInAt)} 到货`]
    .filter(Boolean)
    .join(' · ');
  return (
    <details className="f-detail">
      <summary className="f-row">
        <Thumb address={image} />
        <span className="f-body">
          <b>{storeName}</b>
          {facts && <span className="f-text">{facts}</span>}
          {lastsDays !== null && (
            <span className={isShort ? 'f-warn' : 'f-text'}>
              {isShort ? '◆ ' : ''}
              {`按近 30 天发货，约够卖 ${lastsDays} 天`}
            </span>
          )}
        </span>
        <span className="f-end f-number">
          <b>{count(handQty)}</b> 件
        </span>
        <span className="f-arrow f-turn">
          <FieldIcon name="down" size={18} />
        </span>
      </summary>
      <dl className="rows">
        {lots.map(({ lotNo, handQty: qty, expireDate }) => (
          <div key={lotNo}>
            <dt>批号</dt>
            <dd>
              <span>
                {lotNo}
                {expireDate ? `，${expireDate} 到期` : ''}
              </span>
              <b>{`${count(qty)} 件`}</b>
            </dd>
          </div>
        ))}
        {lots.length === 0 && (
          <div>
            <dt>批号</dt>
            <dd>货在途中，签收后显示</dd>
          </div>
        )}
      </dl>
    </details>
  );
};

/** 库存: what one has of each product, opened to its lots. */
export const StockPage = () => {
  const [keywords, setKeywords] = useState('');
  return (
    <Screen title="库存">
      <SearchBox placeholder="产品名称" changed={setKeywords} />
      <PagedRows<FieldStockRow>
        key={keywords}
        load={(page) => call(fieldGoodsApi.stock, { page, keywords })}
        empty={<Nothing icon="box" words={keywords ? '没有符合条件的产品' : '还没有库存，签收后显示'} />}
      >
        {(stock) => <StockRow key={stock.id} stock={stock} />}
      </PagedRows>
    </Screen>
  );
};
