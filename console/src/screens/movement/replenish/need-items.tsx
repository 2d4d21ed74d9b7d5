import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { mostItems } from '@zhuiyuan/contract/movement/replenish/need-draft';
import { needApplyApi, type NeedGoods } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { toRatio } from '@zhuiyuan/contract/movement/replenish/to-ratio';
import { Form } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { offering, useOfFirm } from '../../../lib/asked-rows.ts';
import { useRead } from '../../../lib/use-read.ts';
import { MoneyField, NumberField, SelectField } from '../../../parts/form/fields.tsx';
import { FormSection } from '../../../parts/form/form-page.tsx';
import { RowFields } from '../../../parts/form/row-fields.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { productChoices, useAllProducts } from '../../../parts/pickers/use-choices.ts';
import { useNeedFirm } from './need-fields.tsx';
import './need.css';

interface Line {
  productId?: number;
  unit?: number;
  qty?: number;
  price?: number | null;
}

/** What is known of the products of the lines, by their numbers. */
const useGoods = (lines: readonly (Line | undefined)[]): ReadonlyMap<number, NeedGoods> => {
  const agentId = Form.useWatch<number | undefined>('agentId');
  const toAgentId = Form.useWatch<number | undefined>('toAgentId');
  const ids = [...new Set(lines.flatMap((line) => (line?.productId ? [line.productId] : [])))].sort((a, b) => a - b);
  const { data } = useRead(
    needApplyApi.goods,
    ids.length > 0
      ? { productIds: ids.join(','), ...(agentId ? { agentId } : {}), ...(toAgentId ? { toAgentId } : {}) }
      : undefined,
    { keeps: true },
  );
  return useMemo(() => new Map(data?.map((one) => [one.productId, one])), [data]);
};

/** Proposes what a unit of a product costs where no price was typed, by the retail price of its items. */
const usePrices = (lines: readonly (Line | undefined)[], goods: ReadonlyMap<number, NeedGoods>): void => {
  const form = Form.useFormInstance();
  const before = useRef<readonly (Line | undefined)[]>([]);
  useEffect(() => {
    const former = before.current.length === lines.length ? before.current : [];
    before.current = lines;
    for (const [at, line] of lines.entries()) {
      const known = line?.productId ? goods.get(line.productId) : undefined;
      if (!line || !known?.price) continue;
      const proposed = (unit: number) => (known.price ?? 0) * toRatio(unit, known);
      const was = former[at];
      const isOther = was?.productId !== undefined && was.productId !== line.productId;
      const isOfOldUnit = was?.unit !== undefined && was.unit !== line.unit && line.price === proposed(was.unit);
      if (line.price === undefined || line.price === null || isOther || isOfOldUnit)
        form.setFieldValue(['items', at, 'price'], proposed(line.unit ?? NeedUnit.item));
    }
  }, [lines, goods, form]);
};

const Hints = ({ line, goods, hasAgent }: { line: Line; goods: NeedGoods | undefined; hasAgent: boolean }) => {
  if (!goods) return null;
  const ratio = toRatio(line.unit ?? NeedUnit.item, goods);
  return (
    <p className="zy-need-hints">
      {goods.spec && <span>{goods.spec}</span>}
      {ratio > 1 && (
        <span>
          每{NeedUnit.label(line.unit ?? 0)} {countText(ratio)} 件
          {line.qty ? `，共 ${countText(ratio * line.qty)} 件` : ''}
        </span>
      )}
      {hasAgent && <span>在手 {countText(goods.handQty)} 件</span>}
      {hasAgent && goods.transitQty > 0 && <span>在途 {countText(goods.transitQty)} 件</span>}
      {hasAgent && <span>近30天发出 {countText(goods.outQty)} 件</span>}
      {goods.supplierQty !== null && <span>供货方库存 {countText(goods.supplierQty)} 件</span>}
    </p>
  );
};

const unitsOf = (goods: NeedGoods | undefined) =>
  NeedUnit.options
    .filter(({ value }) => !goods || toRatio(value, goods) > 0)
    .map(({ value, label }) => ({ value, label }));

const LineFields = ({
  at,
  line,
  goods,
  hasAgent,
}: {
  at: number;
  line: Line;
  goods: NeedGoods | undefined;
  hasAgent: boolean;
}) => {
  const isPlatform = useIsPlatform();
  const firmId = useNeedFirm();
  const products = useAllProducts();
  const offered = offering(
    useOfFirm(products, isPlatform ? firmId : undefined),
    (row) =>
      (row.status === Enabled.on || row.id === line.productId) && (firmId === undefined || row.firmId === firmId),
  );
  const amount = (line.qty ?? 0) * (line.price ?? 0);
  return (
    <div className="zy-need-line" role="group" aria-label={`第 ${at + 1} 行`}>
      <SelectField
        name="productId"
        label="产品"
        from={productChoices(offered)}
        placeholder={isPlatform && !firmId ? '请先选择所属企业' : undefined}
      />
      <SelectField name="unit" label="单位" from={unitsOf(goods)} />
      <NumberField name="qty" label="数量" placeholder="0" min={0} />
      <MoneyField name="price" label="单价" />
      <p className="zy-need-amount">
        <small>金额</small>
        <b>{moneyText(amount)}</b>
      </p>
      <Hints line={line} goods={goods} hasAgent={hasAgent} />
    </div>
  );
};

/** The products asked for: how many of which unit at what price, with what the dealer has of them. */
export const NeedItems = () => {
  const form = Form.useFormInstance();
  const lines = Form.useWatch<(Line | undefined)[] | undefined>('items', form) ?? [];
  const agentId = Form.useWatch<number | undefined>('agentId', form);
  const goods = useGoods(lines);
  usePrices(lines, goods);
  const amount = lines.reduce((sum, line) => sum + (line?.qty ?? 0) * (line?.price ?? 0), 0);
  const items = lines.reduce((sum, line) => {
    const known = line?.productId ? goods.get(line.productId) : undefined;
    return sum + (line?.qty ?? 0) * (known ? toRatio(line?.unit ?? 0, known) : 1);
  }, 0);
  return (
    <FormSection
      title="要货产品"
      finding={lines.length > 0 ? `${countText(items)} 件，¥${moneyText(amount)}` : undefined}
    >
      <RowFields name="items" label="要货产品" add="添加产品" blank={() => ({ unit: NeedUnit.item })} most={mostItems}>
        {(at) => {
          const line = lines[at] ?? {};
          return (
            <LineFields
              at={at}
              line={line}
              goods={line.productId ? goods.get(line.productId) : undefined}
              hasAgent={Boolean(agentId)}
            />
          );
        }}
      </RowFields>
    </FormSection>
  );
};
