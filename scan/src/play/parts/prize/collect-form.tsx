import { CollectField } from '@zhuiyuan/contract/campaign/campaign-states';
import type { MyPrizeDetail } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { useRef, type InputHTMLAttributes } from 'react';
import { ofPairs } from '../../../lib/of-pairs.ts';
import { Field } from '../../../parts/form.tsx';
import { collectLabel, collectName, missingIn } from '../../lib/collected.ts';
import type { Desk } from '../../lib/desk.ts';
import { SentForm, type Filled } from './sent-form.tsx';

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
  const read = (): Filled<Told> => {
    const value: Told = ofPairs(collectFields.map(({ key }) => [key, controls.current[key]!.value.trim()]));
    const faults = missingIn(collectFields, value);
    const first = collectFields.find(({ key }) => faults[collectName(key)]);
    return { value, faults, wrong: first && controls.current[first.key] };
  };
  return (
    <SentForm
      read={read}
      send={(told) => desk.collect(claimNo, told)}
      done={done}
      words="提交"
      below={<p className="p-note">{collectReason ? `用途：${collectReason}` : '以上信息仅用于发放奖品。'}</p>}
    >
      {(faults) =>
        collectFields.map(({ key, required }) => (
          <Field
            key={key}
            label={required ? collectLabel(key) : `${collectLabel(key)}（选填）`}
            error={faults[collectName(key)]}
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
        ))
      }
    </SentForm>
  );
};
