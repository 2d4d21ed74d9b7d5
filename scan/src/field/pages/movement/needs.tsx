import { fieldNeedsApi, type FieldNeedRow, type FieldProduct } from '@zhuiyuan/contract/fieldwork/field-needs';
import type { Tone } from '@zhuiyuan/contract/kit/enumeration';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { useRef, useState } from 'react';
import { toast } from '../../../lib/toast.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { call, newKey } from '../../lib/field-call.ts';
import { go } from '../../lib/navigate.ts';
import { count } from '../../../lib/words.ts';
import { Card, CardHead, Nothing, Row, Tag, Thumb } from '../../parts/cards.tsx';
import { BusyButton, Field } from '../../../parts/form.tsx';
import { PagedRows, SearchBox } from '../../parts/paged.tsx';
import { Screen } from '../../parts/screen.tsx';
import { openSheet } from '../../parts/sheet.tsx';

const NeedRow = ({ need }: { need: FieldNeedRow }) => (
  <Row
    title={need.kinds > 1 ? `${need.storeName}等 ${need.kinds} 种` : need.storeName}
    text={
      <span>
        {`${count(need.itemQty)} 件${need.shipQty ? `，已发 ${count(need.shipQty)}` : ''} · `}
        <span className="f-whole">{need.applyNo}</span>
        {need.remark && <span className={need.tone === 'bad' ? 'f-why' : 'f-text'}>{need.remark}</span>}
      </span>
    }
    end={
      <span>
        <Tag words={need.stateText} tone={need.tone as Tone} />
        <span className="f-text">{need.at.slice(5, 16)}</span>
      </span>
    }
  />
);

/** 补货: what was asked for and what has become of it. */
export const NeedsPage = () => (
  <Screen
    title="补货"
    foot={
      <button type="button" className="button solid" onClick={() => go('/r/need/new')}>
        申请补货
      </button>
    }
  >
    <PagedRows<FieldNeedRow>
      load={(page) => call(fieldNeedsApi.list, { page })}
      empty={<Nothing icon="list" words="还没有补货申请" />}
    >
      {(need) => <NeedRow key={need.id} need={need} />}
    </PagedRows>
  </Screen>
);

interface Item {
  product: FieldProduct;
  unit: number;
  qty: string;
  isWrong: boolean;
}

/** What a quantity counts, by the number the call names it with. */
const units = { item: 0, box: 1, case: 2 } as const;
const mostQty = 1_000_000;

const unitsOf = ({ boxItems, caseItems, unit }: FieldProduct): { value: number; words: string }[] => [
  { value: units.item, words: unit || '件' },
  ...(boxItems > 0 ? [{ value: units.box, words: `小箱（${boxItems}）` }] : []),
  ...(caseItems > 0 ? [{ value: units.case, words: `大箱（${caseItems}）` }] : []),
];

const isQty = (qty: string): boolean => /^[1-9]\d{0,6}$/.test(qty) && Number(qty) <= mostQty;

const NeedItem = ({
  item,
  at,
  change,
  drop,
}: {
  item: Item;
  at: number;
  change: (changed: Partial<Item>) => void;
  drop: () => void;
}) => {
  const { product, qty, unit, isWrong } = item;
  const errorId = `need-qty-${at}-error`;
  return (
    <div className="f-need">
      <div className="f-row">
        <Thumb address={product.image} />
        <span className="f-body">
          <b>{product.storeName}</b>
          <span className="f-text">{`在手 ${count(product.handQty)} 件`}</span>
        </span>
        <button type="button" className="f-link" onClick={drop}>
          移除
        </button>
      </div>
      <div className="f-two">
        <input
          className="input f-qty"
          inputMode="numeric"
          maxLength={7}
          aria-label={`${product.storeName}数量`}
          aria-describedby={errorId}
          aria-invalid={isWrong || undefined}
          value={qty}
          onInput={(event) => change({ qty: event.currentTarget.value.trim(), isWrong: false })}
        />
        <select
          className="input f-unit"
          aria-label={`${product.storeName}单位`}
          value={unit}
          onChange={(event) => change({ unit: Number(event.currentTarget.value) })}
        >
          {unitsOf(product).map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <p className="error" id={errorId} role="alert">
        {isWrong ? '请输入正确的数量' : ''}
      </p>
    </div>
  );
};

const ProductChoice = ({ choose }: { choose: (product: FieldProduct) => void }) => {
  const [keywords, setKeywords] = useState('');
  return (
    <>
      <SearchBox placeholder="产品名称或编号" changed={setKeywords} />
      <PagedRows<FieldProduct>
        key={keywords}
        load={(page) => call(fieldNeedsApi.products, { page, keywords })}
        empty={<Nothing icon="box" words="没有符合条件的产品" />}
      >
        {(product) => (
          <button key={product.id} type="button" className="f-row" onClick={() => choose(product)}>
            <Thumb address={product.image} />
            <span className="f-body">
              <b>{product.storeName}</b>
              <span className="f-text">
                {[product.spec, `在手 ${count(product.handQty)} 件`].filter(Boolean).join(' · ')}
              </span>
            </span>
          </button>
        )}
      </PagedRows>
    </>
  );
};

/** 申请补货: which products, how many of them, and until when. */
export const NeedFormPage = () => {
  const [items, setItems] = useState<Item[]>([]);
  const [expectDate, setExpectDate] = useState('');
  const [remark, setRemark] = useState('');
  const [error, setError] = useState('');
  // Whatever is changed makes another application of it.
  const key = useRef('');
  const changed = (): void => void (key.current = '');
  const [today] = useState(() => shanghaiToday());

  const add = (): void =>
    void openSheet('选择产品', (close) => (
      <ProductChoice
        choose={(product) => {
          close();
          changed();
          setItems((before) => {
            if (before.some((item) => item.product.id === product.id)) {
              toast('该产品已添加');
              return before;
            }
            const unit = product.boxItems > 0 ? units.box : units.item;
            return [...before, { product, unit, qty: '1', isWrong: false }];
          });
        }}
      />
    ));
  const changeItem = (at: number, changes: Partial<Item>): void => {
    changed();
    setItems((before) => before.map((item, nth) => (nth === at ? { ...item, ...changes } : item)));
  };
  const drop = (at: number): void => {
    changed();
    setItems((before) => before.filter((_item, nth) => nth !== at));
  };
  const send = async (): Promise<void> => {
    setError(items.length === 0 ? '请至少添加一种产品' : '');
    if (items.length === 0) return;
    const firstWrong = items.findIndex(({ qty }) => !isQty(qty));
    if (firstWrong >= 0) {
      setItems(items.map((item) => ({ ...item, isWrong: !isQty(item.qty) })));
      document.querySelectorAll<HTMLElement>('.f-qty')[firstWrong]?.focus();
      return;
    }
    key.current ||= newKey();
    try {
      const saved = await call(fieldNeedsApi.save, {
        items: items.map(({ product, unit, qty }) => ({ productId: product.id, unit, qty: Number(qty) })),
        expectDate: expectDate || undefined,
        remark,
        idemKey: key.current,
      });
      toast(`提交成功：${saved.applyNo}`);
      go('/r/need', { replaces: true });
    } catch (refused) {
      setError(reasonOf(refused));
    }
  };

  return (
    <Screen
      title="申请补货"
      foot={
        <BusyButton busy="提交中" act={send}>
          提交
        </BusyButton>
      }
    >
      <Card>
        <CardHead
          title="产品"
          right={
            <button type="button" className="f-link" onClick={add}>
              添加产品
            </button>
          }
        />
        <div className="f-rows">
          {items.map((item, at) => (
            <NeedItem
              key={item.product.id}
              item={item}
              at={at}
              change={(changes) => changeItem(at, changes)}
              drop={() => drop(at)}
            />
          ))}
          {items.length === 0 && <p className="f-text">请至少添加一种产品</p>}
        </div>
      </Card>
      <Card>
        <Field label="期望到货日期">
          {(tied) => (
            <input
              {...tied}
              className="input"
              type="date"
              min={today}
              value={expectDate}
              onInput={(event) => {
                changed();
                setExpectDate(event.currentTarget.value);
              }}
            />
          )}
        </Field>
        <Field label="备注">
          {(tied) => (
            <textarea
              {...tied}
              className="input"
              rows={2}
              maxLength={200}
              value={remark}
              onInput={(event) => {
                changed();
                setRemark(event.currentTarget.value);
              }}
            />
          )}
        </Field>
        <p className="error" role="alert">
          {error}
        </p>
      </Card>
    </Screen>
  );
};
