import { CollectField } from '@zhuiyuan/contract/campaign/campaign-states';
import type { MyPrizeDetail } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { useRef, useState, type InputHTMLAttributes, type FormEvent } from 'react';
import { reasonOf } from '../../parts/field.ts';
import { Field, useBusy } from '../../parts/form.tsx';
import { collectLabel, missingIn } from '../lib/collected.ts';
import type { Desk } from '../lib/desk.ts';
import { faultsOf } from '../lib/filing.ts';

type Told = Partial<Record<CollectField, string>>;

const looks: Partial<Record<CollectField, InputHTMLAttributes<HTMLInputElement>>> = {
  name: { maxLength: 30, autoComplete: 'name' },
  phone: { type: 'tel', inputMode: 'numeric', maxLength: 11, autoComplete: 'tel-national' },
  wechat: { maxLength: 30, autoComplete: 'off' },
  card: { maxLength: 18, autoComplete: 'off' },
  birth: { type: 'date', autoComplete: 'bday' },
};

/** 领取信息: what an activity asks its winners before they get their prize. */
export const CollectForm = ({
  desk,
  won: { claimNo, collectFields, collectReason },
  done,
}: {
  desk: Pick<Desk, 'collect'>;
  won: Pick<MyPrizeDetail, 'claimNo' | 'collectFields' | 'collectReason'>;
  done: () => void;
}) => {
  const controls = useRef<Partial<Record<CollectField, HTMLInputElement | HTMLSelectElement | null>>>({});
  const [faults, setFaults] = useState<Told>({});
  const [failure, setFailure] = useState('');
  const [isBusy, run] = useBusy();

  const send = async (): Promise<void> => {
    const told: Told = Object.fromEntries(collectFields.map(({ key }) => [key, controls.current[key]!.value.trim()]));
    const missing = missingIn(collectFields, told);
    setFaults(missing);
    setFailure('');
    const first = collectFields.find(({ key }) => missing[key]);
    if (first) return controls.current[first.key]!.focus();
    try {
      await desk.collect(claimNo, told);
    } catch (error) {
      const said = faultsOf(error);
      setFaults(Object.fromEntries(collectFields.map(({ key }) => [key, said[`collect.${key}`] ?? ''])));
      setFailure(Object.keys(said).length > 0 ? '' : reasonOf(error));
      return undefined;
    }
    return done();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(send);
  };

  return (
    <form noValidate className="p-form" onSubmit={submit}>
      {collectFields.map(({ key, required }) => (
        <Field
          key={key}
          label={required ? collectLabel(key) : `${collectLabel(key)}（选填）`}
          error={faults[key]}
          isRequired={required}
        >
          {(tied) => {
            const ref = (control: HTMLInputElement | HTMLSelectElement | null): void => {
              controls.current[key] = control;
            };
            return key === CollectField.sex ? (
              <select {...tied} ref={ref} className="input">
                <option value="">请选择</option>
                <option value="男">男</option>
                <option value="女">女</option>
              </select>
            ) : (
              <input {...tied} {...looks[key]} ref={ref} className="input" />
            );
          }}
        </Field>
      ))}
      <p className="error" role="alert">
        {failure}
      </p>
      <button className="p-red" disabled={isBusy}>
        {isBusy ? '提交中' : '提交'}
      </button>
      <p className="p-note">{collectReason ? `用途：${collectReason}` : '以上信息仅用于发放奖品。'}</p>
    </form>
  );
};
