import { useRef } from 'react';
import { Field } from '../../../parts/form.tsx';
import type { Desk } from '../../lib/desk.ts';
import { faultsIn, type Filing } from '../../lib/filing.ts';
import { RegionChoice } from './region-choice.tsx';
import { SentForm, type Filled } from './sent-form.tsx';

/** 收货信息 of a prize: sent once, `done` when it is. `cancel` gives the form up. */
export const PostForm = ({
  desk,
  claimNo,
  words,
  done,
  cancel,
}: {
  desk: Pick<Desk, 'redeem' | 'regions'>;
  claimNo: string;
  /** On the button. */
  words: string;
  done: () => void;
  cancel?: () => void;
}) => {
  const receiver = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLSelectElement>(null);
  const address = useRef<HTMLTextAreaElement>(null);
  const regionCode = useRef('');
  const read = (): Filled<Filing> => {
    const value = {
      claimNo,
      receiver: receiver.current!.value.trim(),
      phone: phone.current!.value.trim(),
      regionCode: regionCode.current,
      address: address.current!.value.trim(),
    };
    const faults = faultsIn(value);
    const controls = { receiver, phone, address, regionCode: region };
    const first = (['receiver', 'phone', 'address', 'regionCode'] as const).find((name) => faults[name]);
    return { value, faults, wrong: first && controls[first].current };
  };
  return (
    <SentForm
      read={read}
      send={desk.redeem}
      done={done}
      words={words}
      below={
        <>
          {cancel && (
            <button type="button" className="button p-cancel" onClick={cancel}>
              取消
            </button>
          )}
          <p className="p-note">收货信息仅用于寄送奖品。</p>
        </>
      }
    >
      {(faults) => (
        <>
          <Field label="收货人" error={faults.receiver} isRequired>
            {(tied) => <input {...tied} ref={receiver} className="input" maxLength={30} autoComplete="name" />}
          </Field>
          <Field label="手机号" error={faults.phone} isRequired>
            {(tied) => (
              <input
                {...tied}
                ref={phone}
                className="input"
                type="tel"
                inputMode="numeric"
                maxLength={24}
                autoComplete="tel-national"
              />
            )}
          </Field>
          <div className="field">
            <p className="label">所在地区</p>
            <RegionChoice
              desk={desk}
              first={region}
              isWrong={Boolean(faults.regionCode)}
              chosen={(code) => (regionCode.current = code)}
            />
            <p className="error" role="alert">
              {faults.regionCode}
            </p>
          </div>
          <Field label="详细地址" note="街道、门牌号、楼栋和房间号" error={faults.address} isRequired>
            {(tied) => (
              <textarea
                {...tied}
                ref={address}
                className="input"
                rows={2}
                maxLength={120}
                autoComplete="street-address"
              />
            )}
          </Field>
        </>
      )}
    </SentForm>
  );
};
