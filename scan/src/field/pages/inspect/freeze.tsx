import { fieldInspectionApi, type FieldFinding, type FreezeScope } from '@zhuiyuan/contract/fieldwork/field-inspection';
import { useRef, useState } from 'react';
import { toast } from '../../../lib/toast.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { call } from '../../lib/field-call.ts';
import { FieldIcon } from '../../lib/field-icons.tsx';
import { useLeft } from '../../../lib/use-left.ts';
import { useContentKey } from '../../lib/use-content-key.ts';
import { Choice } from '../../parts/choice.tsx';
import { BusyButton } from '../../../parts/form.tsx';
import { openSheet } from '../../parts/sheet.tsx';

type Scope = (typeof FreezeScope)['options'][number];

const scopes: { value: Scope; words: string }[] = [
  { value: 'code', words: '仅此码' },
  { value: 'box', words: '所在箱及箱内' },
];

const FreezeForm = ({ finding, close, frozen }: { finding: FieldFinding; close: () => void; frozen: () => void }) => {
  const [scope, setScope] = useState<Scope>('code');
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const keyOf = useContentKey();
  const send = async (): Promise<void> => {
    if (!reason.trim()) {
      setError('请输入冻结原因');
      return input.current!.focus();
    }
    const content = { code: finding.code, scope, reason };
    try {
      const { count } = await call(fieldInspectionApi.freeze, { ...content, idemKey: keyOf(content) });
      close();
      toast(`已冻结 ${count} 个码`);
      frozen();
    } catch (failed) {
      setError(reasonOf(failed));
    }
  };
  return (
    <>
      <p className="f-ask">冻结后，消费者查询会提示已冻结，货物不能再发货。</p>
      {finding.boxCode && <Choice label="冻结范围" options={scopes} chosen={scope} choose={setScope} />}
      <input
        ref={input}
        className="input"
        maxLength={100}
        placeholder="冻结原因"
        aria-label="冻结原因"
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      <p className="error" role="alert">
        {error}
      </p>
      <div className="acts">
        <button type="button" className="button" onClick={close}>
          取消
        </button>
        <BusyButton busy="冻结中" act={send}>
          冻结
        </BusyButton>
      </div>
    </>
  );
};

/** 冻结: this code or the box it lies in, with the reason. */
export const FreezeButton = ({ finding, frozen }: { finding: FieldFinding; frozen: () => void }) => {
  const isLeft = useLeft();
  const done = (): void => {
    if (!isLeft.current) frozen();
  };
  const open = (): void =>
    void openSheet('冻结', (close) => <FreezeForm finding={finding} close={close} frozen={done} />);
  return (
    <button type="button" className="button" onClick={open}>
      <FieldIcon name="freeze" size={18} />
      冻结
    </button>
  );
};
