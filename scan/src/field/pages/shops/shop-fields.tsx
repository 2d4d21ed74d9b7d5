import { ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { useRef, useState, type InputHTMLAttributes, type RefCallback } from 'react';
import type { Place } from '../../lib/use-place.ts';
import { Card } from '../../parts/cards.tsx';
import { Field } from '../../../parts/form.tsx';
import { chooseRegion, type FindRegions } from './region-choice.tsx';
import { faultsOf, type ShopFaults, type ShopField, type TypedShop } from './shop-draft.ts';

/** A form of a shop: what is in it, what is wrong with it, and its controls. */
export interface ShopForm {
  shop: TypedShop;
  faults: ShopFaults;
  type: (changes: Partial<TypedShop>) => void;
  /** Something was chosen: what was wrong with that is mended. */
  choose: (field: ShopField, changes: Partial<TypedShop>) => void;
  hold: (field: ShopField) => RefCallback<HTMLElement>;
  /** Says of each field what is wrong with it, and answers the first of them. */
  findWrong: () => HTMLElement | undefined;
}

/** A form with these `fields` of a shop, in their order. */
export const useShopForm = (fields: readonly ShopField[], first: TypedShop): ShopForm => {
  const [shop, setShop] = useState(first);
  const [faults, setFaults] = useState<ShopFaults>({});
  const controls = useRef<Partial<Record<ShopField, HTMLElement | null>>>({});
  const type = (changes: Partial<TypedShop>): void => setShop((before) => ({ ...before, ...changes }));
  return {
    shop,
    faults,
    type,
    choose: (field, changes) => {
      type(changes);
      setFaults((before) => ({ ...before, [field]: '' }));
    },
    hold: (field) => (control) => void (controls.current[field] = control),
    findWrong: () => {
      const found = faultsOf(fields, shop);
      setFaults(found);
      const wrong = fields.find((field) => found[field]);
      return wrong && (controls.current[wrong] ?? undefined);
    },
  };
};

type Words = 'name' | 'contact' | 'phone' | 'address' | 'licenseNo';

/** A line of words. */
export const TextField = ({
  form,
  field,
  label,
  ...attributes
}: { form: ShopForm; field: Words; label: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'form'>) => (
  <Field label={`* ${label}`} error={form.faults[field]} isRequired>
    {(tied) => (
      <input
        {...tied}
        ref={form.hold(field)}
        className="input"
        autoComplete="off"
        value={form.shop[field]}
        onInput={(event) => form.type({ [field]: event.currentTarget.value })}
        {...attributes}
      />
    )}
  </Field>
);

/** A choice that is made in a sheet. */
export const PickField = ({
  form,
  field,
  label,
  words,
  open,
}: {
  form: ShopForm;
  field: ShopField;
  label: string;
  words: string;
  open: () => void;
}) => (
  <Field label={`* ${label}`} error={form.faults[field]} isRequired>
    {(tied) => (
      <button {...tied} ref={form.hold(field)} type="button" className="input f-pick" onClick={open}>
        {words || '请选择'}
      </button>
    )}
  </Field>
);

/** 门店类型. */
export const TypeField = ({ form }: { form: ShopForm }) => {
  const { shopType } = form.shop;
  const [isBlank] = useState(shopType === 0);
  return (
    <Field label="* 门店类型" error={form.faults.shopType} isRequired>
      {(tied) => (
        <select
          {...tied}
          ref={form.hold('shopType')}
          className="input"
          value={shopType || ''}
          onChange={(event) => form.type({ shopType: Number(event.currentTarget.value) })}
        >
          {isBlank && <option value="">请选择</option>}
          {ShopType.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};

/** Where a shop is: its region, its address, and its place on the map. */
export const PlaceCard = ({
  form,
  place,
  findRegions,
}: {
  form: ShopForm;
  place: Place;
  findRegions?: FindRegions;
}) => (
  <Card>
    <PickField
      form={form}
      field="regionCode"
      label="所在地区"
      words={form.shop.regionName}
      open={() =>
        chooseRegion((regionCode, regionName) => form.choose('regionCode', { regionCode, regionName }), findRegions)
      }
    />
    <TextField form={form} field="address" label="详细地址" maxLength={120} />
    <div className="f-doc">
      <span className="f-text">{place.words}</span>
      <button type="button" className="f-link" onClick={() => void place.locate()}>
        重新定位
      </button>
    </div>
  </Card>
);
