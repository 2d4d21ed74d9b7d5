import { Button, Input, Modal, Radio } from 'antd';
import { cloneElement, useState } from 'react';
import type { Conflict } from './find-conflict.ts';
import type { KnownField } from './form-context.ts';
import { useNarrow } from '../frame/use-narrow.ts';
import './conflict-dialog.css';

type Side = 'mine' | 'theirs';
const sides: readonly { side: Side; label: string }[] = [
  { side: 'mine', label: '我的' },
  { side: 'theirs', label: '对方的' },
];

/** A value that no control shows, in words. */
const wordsOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(wordsOf).join('、');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(wordsOf).filter(Boolean).join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const isTyped = (control: KnownField['control']) =>
  control?.type === Input || control?.type === Input.TextArea || control?.type === Input.Password;

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A value of a field as the form shows it: its own control, which cannot be changed here; of a typed one its text. */
const Shown = ({ field, value }: { field: KnownField; value: unknown }) => {
  if (isEmpty(value)) return <span className="zy-conflict-blank">空</span>;
  if (field.control && !isTyped(field.control))
    return (
      <div className="zy-conflict-control">
        {cloneElement(field.control, { [field.valueName]: value, id: undefined, disabled: true } as object)}
      </div>
    );
  return wordsOf(value);
};

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | null | undefined)?.[step], value);

/** Shows what both changed since the form was opened, mine and theirs beside each other, and asks which of each holds. */
export const ConflictDialog = ({
  conflict: { by, time, names, mine, theirs },
  fields,
  choose,
  close,
}: {
  conflict: Conflict;
  fields: ReadonlyMap<string, KnownField>;
  /** Told the names where theirs holds. */
  choose: (theirNames: readonly string[]) => void;
  close: () => void;
}) => {
  const isNarrow = useNarrow();
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const left = names.filter((name) => !chosen[name]).length;
  const all = (side: Side) => setChosen(Object.fromEntries(names.map((name) => [name, side])));
  const partsOf = (name: string) => {
    const known = [...fields.values()].filter(({ path }) => path[0] === name);
    return known.length > 0 ? known : [{ label: '其他内容', path: [name], control: undefined, valueName: 'value' }];
  };
  return (
    <Modal
      open
      onCancel={close}
      title="内容已被他人修改"
      width={isNarrow ? '100%' : 760}
      className="zy-modal"
      mask={{ closable: false }}
      footer={
        <div className="zy-form-foot">
          <span role="status" className="zy-form-count">
            {left > 0 && `还有 ${left} 项没有选择`}
          </span>
          <Button onClick={close}>取消</Button>
          <Button
            type="primary"
            disabled={left > 0}
            onClick={() => choose(names.filter((name) => chosen[name] === 'theirs'))}
          >
            继续
          </Button>
        </div>
      }
    >
      {/* What is pressed here is not meant for the form around it. */}
      <div className="zy-conflict" role="presentation" onKeyDown={(event) => event.stopPropagation()}>
        <p>
          {by && `${by} `}
          {time && `于 ${time} `}
          {by || time ? '保存过这条数据，' : '这条数据被他人保存过，'}以下 {names.length}{' '}
          项与您填写的不同，请逐项选择。选好后回到表单，核对后再保存。
        </p>
        <div className="zy-conflict-all">
          <Button size="small" onClick={() => all('mine')}>
            全部用我的
          </Button>
          <Button size="small" onClick={() => all('theirs')}>
            全部用对方的
          </Button>
        </div>

        {names.map((name) => {
          const parts = partsOf(name);
          const label = parts.map((part) => part.label).join('、');
          return (
            <Radio.Group
              key={name}
              className="zy-conflict-row"
              aria-label={label}
              value={chosen[name]}
              onChange={(event) => setChosen({ ...chosen, [name]: event.target.value as Side })}
            >
              <h3>{label}</h3>
              {sides.map(({ side, label: word }) => (
                <Radio key={side} value={side} className="zy-conflict-side">
                  <strong>{word}</strong>
                  {parts.map((part) => (
                    <div key={part.path.join('.')} className="zy-conflict-value">
                      <Shown field={part} value={at(side === 'mine' ? mine : theirs, part.path)} />
                    </div>
                  ))}
                </Radio>
              ))}
            </Radio.Group>
          );
        })}
      </div>
    </Modal>
  );
};
