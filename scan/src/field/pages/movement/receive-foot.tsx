import { FieldIcon } from '../../lib/field-icons.tsx';
import { count } from '../../../lib/words.ts';
import { sumsOf, type TakingOf } from './receiving.ts';

/** Said to somebody who is stopped. */
export const stoppedWords = '该身份已停用，只能查看和整单签收';

const Refusal = ({ words }: { words: string }) =>
  words ? (
    <p className="f-barrier" role="alert">
      {words}
    </p>
  ) : null;

interface FootProps {
  /** Why nothing can be signed for at all, '' where it can. */
  barrier: string;
  /** Why it was not signed just now. */
  refusal: string;
}

/** Of who is stopped: everything at once or nothing. */
export const WholeFoot = ({ barrier, refusal, signAll }: FootProps & { signAll: () => void }) => (
  <div>
    <Refusal words={refusal} />
    <p className="f-barrier" role="status">
      {barrier || stoppedWords}
    </p>
    <button type="button" className="button solid" disabled={barrier !== ''} onClick={signAll}>
      整单签收
    </button>
  </div>
);

const Sums = ({ items, left, isShort }: { items: number; left: number; isShort: boolean }) => (
  <p className="f-sums">
    <span>
      签收 <b>{count(items)}</b> 件
    </span>
    {left > 0 && (
      <span className={isShort ? 'f-warn' : 'f-text'}>
        不签 <b>{count(left)}</b>
        {isShort ? ' 件，留在单上待处理' : ' 件'}
      </span>
    )}
  </p>
);

/** What would be signed for, and what would stay; scanning on, and confirming. */
export const ReceiveFoot = ({
  barrier,
  refusal,
  lines,
  receipt,
  isShort,
  isSigning,
  scan,
  confirm,
}: FootProps &
  TakingOf & {
    isShort: boolean;
    isSigning: boolean;
    scan: () => void;
    confirm: () => void;
  }) => {
  const { items, left } = sumsOf({ lines, receipt });
  return (
    <div>
      <Refusal words={refusal} />
      <Refusal words={barrier} />
      <Sums items={items} left={left} isShort={isShort} />
      <div className="acts f-two">
        <button type="button" className="button" disabled={barrier !== ''} onClick={scan}>
          <FieldIcon name="scan" size={18} />
          继续扫码
        </button>
        <button type="button" className="button solid" disabled={barrier !== '' || isSigning} onClick={confirm}>
          {isSigning ? '签收中' : `确认签收 ${count(items)} 件`}
        </button>
      </div>
    </div>
  );
};
