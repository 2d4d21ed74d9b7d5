import { Modal } from 'antd';
import type { ReactNode } from 'react';
import type { FormDraft } from './use-draft.ts';
import { useFormFrame } from './use-form-frame.tsx';
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
  const frame = useFormFrame(draft, { save, rows: 4, isSmall: true, children });
  const isNarrow = useNarrow();
  return (
    <Modal
      open={draft.isOpen}
      onCancel={frame.close}
      title={title}
      width={isNarrow ? '100%' : width}
      destroyOnHidden
      className="zy-modal zy-form-modal"
      mask={{ closable: false }}
      footer={frame.footer}
    >
      {frame.body}
    </Modal>
  );
};
