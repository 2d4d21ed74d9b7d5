import { Select, type SelectProps } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import { clearable } from './clearable.tsx';
import { nameOfChosen, optionsOf, pickedOf, useFinding, type From } from './choices.ts';
import { toldApart, useFirmNames } from './told-apart.ts';
import type { Option } from './option.ts';
import './pick-popup.css';

type Value = string | number | readonly (string | number)[] | null;

const idsOf = (value: Value | undefined): number[] =>
  (Array.isArray(value) ? (value as readonly (string | number)[]) : [value as string | number]).flatMap((one) =>
    one === undefined || one === null || one === '' ? [] : [Number(one)],
  );

/**
 * For a select of several: Tab closes its list and goes on to the next field. antd would turn the marked choice on or off, stay, and, once
 * it is left, lie over what comes next while its own button 清除 has the focus.
 */
export const useLeftByTab = () => {
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: isOpen,
    onOpenChange: setIsOpen,
    onInputKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || !isOpen) return;
      event.stopPropagation();
      setIsOpen(false);
    },
  };
};

/** A select; where the server has more rows than it answered first, they are found while one types. */
export const ChoiceSelect = <V extends Value>({
  from,
  isText = false,
  mayFind = true,
  ...select
}: Omit<SelectProps<V, Option>, 'options' | 'showSearch' | 'labelRender'> & {
  from: From;
  /** Its values are texts, as those of a list's filters. */
  isText?: boolean;
  /** One may type to find a choice. */
  mayFind?: boolean;
}) => {
  const choices = pickedOf(from);
  const { search, isWaiting, matches } = useFinding(choices?.picked, idsOf(select.value));
  const firmNameOf = useFirmNames();
  const firms = new Map(choices?.picked.rows.map((row) => [row.id, row.firmId]));
  const plain = optionsOf(from);
  const labels = toldApart(
    plain.map(({ value, label }) => ({ label, firmId: firms.get(Number(value)) })),
    firmNameOf,
  );
  const options = choices ? plain.map((option, at) => ({ ...option, label: labels[at]! })) : plain;
  const leftByTab = useLeftByTab();
  const isPartial = choices?.picked.isPartial ?? false;
  const whole = mayFind && { optionFilterProp: 'label' };
  return (
    <Select<V, Option>
      {...select}
      {...(select.mode === 'multiple' && leftByTab)}
      classNames={choices && { popup: { root: 'zy-pick-popup' } }}
      allowClear={select.allowClear === true ? clearable : select.allowClear}
      options={isText ? options.map((option) => ({ ...option, value: String(option.value) })) : [...options]}
      showSearch={
        isPartial
          ? {
              onSearch: search,
              filterOption: (text, option) => option !== undefined && matches(text, option.label, Number(option.value)),
            }
          : whole
      }
      labelRender={choices && (({ label, value }) => label ?? nameOfChosen(choices, Number(value)))}
      notFoundContent={isWaiting ? '正在查找' : select.notFoundContent}
    />
  );
};
