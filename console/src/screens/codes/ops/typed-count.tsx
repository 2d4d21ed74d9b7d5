import { Input, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '../../../lib/toast.ts';
import { countText } from '../../../parts/format/numbers.ts';

export interface Asking {
  n: number;
  answer: (agreed: boolean) => void;
}

const Question = ({ n, answer }: Asking) => {
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const submit = () => {
    if (typed.replaceAll(',', '').trim() === String(n)) answer(true);
    else setIsWrong(true);
  };
  return (
    <Modal
      open
      title="作废确认"
      width={420}
      okText="作废"
      okButtonProps={{ danger: true }}
      onOk={submit}
      onCancel={() => {
        toast.info('已取消');
        answer(false);
      }}
      mask={{ closable: false }}
    >
      <p className="zy-void-ask">
        作废后不可恢复。请输入作废数量 <b>{countText(n)}</b> 以确认
      </p>
      <Input
        aria-label="作废数量"
        inputMode="numeric"
        autoFocus
        status={isWrong ? 'error' : undefined}
        placeholder={`请输入作废数量${n}以确认`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsWrong(false);
        }}
        onPressEnter={submit}
      />
      {isWrong && (
        <p className="zy-pick-error" role="alert">
          数量不一致
        </p>
      )}
    </Modal>
  );
};

/** Asks for the number of codes to be typed before they are voided. */
export const TypedCount = ({ asking }: { asking: Asking | undefined }) => (asking ? <Question {...asking} /> : null);
