import { Modal, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { FormBody, useFormHandle } from './form-body.tsx';
import { FormFoot, FormRefusal } from './form-foot.tsx';
import { leave } from './leave.ts';
import { Failed } from '../feedback/states.tsx';
import type { FormDraft } from './use-draft.ts';
import { useNarrow } from '../frame/use-narrow.ts';

/** A question, or a form of up to four fields: 420 px, the whole screen on phones. */
export const FormModal = ({
  draft,
  title,
  width = 420,
  save,
  children,
}: {
  draft: FormDraft;
  title: string;
  width?: number;
  save?: string;
  children: ReactNode;
}) => {
  const handle = useFormHandle(draft);
  const isNarrow = useNarrow();
  const isReady = draft.initial !== undefined;
  const close = () => void leave(handle, draft);
  return (
    <Modal
      open={draft.isOpen}
      afterOpenChange={(isOpen) => isOpen && handle.focus()}
      onCancel={close}
      title={title}
      width={isNarrow ? '100%' : width}
      destroyOnHidden
      className="zy-modal zy-form-modal"
      mask={{ closable: false }}
      footer={
        <>
          <FormRefusal
            handle={handle}
            refresh={() => {
              draft.refresh();
              draft.close();
            }}
          />
          <FormFoot handle={handle} isBusy={draft.isBusy} cancel={close} save={save} isReady={isReady} />
        </>
      }
    >
      {draft.loadError && <Failed title="内容没有加载出来" error={draft.loadError} retry={draft.close} />}
      {!isReady && !draft.loadError && <Skeleton active={false} title={false} paragraph={{ rows: 4 }} />}
      {isReady && (
        <FormBody draft={draft} handle={handle}>
          {children}
        </FormBody>
      )}
    </Modal>
  );
};
