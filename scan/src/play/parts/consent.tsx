import type { RefObject } from 'react';
import { go } from '../lib/go.ts';

const TextLink = ({ words, name, id }: { words: string; name: 'privacy' | 'rules'; id: number }) => (
  <button type="button" className="p-link" onClick={() => go({ name, id: String(id) })}>
    {words}
  </button>
);

/** 我已阅读并同意: not ticked by itself, with both texts one tap away. `fault` says that it is missing. */
export const Consent = ({
  activityId,
  isTicked,
  tick,
  fault,
  isHidden,
  box,
}: {
  activityId: number;
  isTicked: boolean;
  tick: (isTicked: boolean) => void;
  fault: string;
  isHidden: boolean;
  box: RefObject<HTMLInputElement | null>;
}) => (
  <div className="p-consent" hidden={isHidden}>
    <label>
      <input ref={box} type="checkbox" checked={isTicked} onChange={(event) => tick(event.currentTarget.checked)} />
      <span>我已阅读并同意</span>
    </label>
    <TextLink words="《隐私政策》" name="privacy" id={activityId} />
    与
    <TextLink words="《活动规则》" name="rules" id={activityId} />
    <p className="p-complaint" role="alert">
      {fault}
    </p>
  </div>
);
