import { Skeleton } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { Failed } from '../feedback/states.tsx';
import { FormBody, useFormHandle } from './form-body.tsx';
import { FormFoot, FormRefusal } from './form-foot.tsx';
import { leave } from './leave.ts';
import type { FormDraft } from './use-draft.ts';

/** What a drawer and a dialog around a draft have in common: `rows` stand in while its values are fetched. */
export const useFormFrame = (
  draft: FormDraft,
  {
    save,
    blocked,
    rows,
    isSmall,
    children,
  }: { save?: string; blocked?: string; rows: number; isSmall?: boolean; children: ReactNode },
) => {
  const handle = useFormHandle(draft);
  const isReady = draft.initial !== undefined;
  const close = () => void leave(handle, draft);
  // Each opening once, when its values are there.
  const entered = useRef(0);
  useEffect(() => {
    if (!draft.isOpen || !isReady || entered.current === draft.round) return;
    entered.current = draft.round;
    handle.focus();
  });
  return {
    close,
    footer: (
      <>
        <FormRefusal
          handle={handle}
          refresh={() => {
            draft.refresh();
            draft.close();
          }}
        />
        <FormFoot
          handle={handle}
          isBusy={draft.isBusy}
          cancel={close}
          save={save}
          isReady={isReady}
          blocked={blocked}
        />
      </>
    ),
    body: (
      <>
        {draft.loadError && <Failed title="内容没有加载出来" error={draft.loadError} retry={draft.reload} />}
        {!isReady && !draft.loadError && <Skeleton active={false} title={false} paragraph={{ rows }} />}
        {isReady && (
          <FormBody draft={draft} handle={handle} isSmall={isSmall}>
            {children}
          </FormBody>
        )}
      </>
    ),
  };
};
