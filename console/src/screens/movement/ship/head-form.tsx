import { DeliverHead } from '@zhuiyuan/contract/movement/ship/ship-draft';
import { id } from '@zhuiyuan/contract/kit/fields';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { FormBody, useFormHandle } from '../../../parts/form/form-body.tsx';
import { FormRefusal } from '../../../parts/form/form-foot.tsx';
import type { FormDraft } from '../../../parts/form/use-draft.ts';
import '../../../parts/format/codes.css';
import { SheetHead } from '../../../parts/frame/sheet.tsx';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { useFirmSchema } from '../../../parts/pickers/firm-field.tsx';
import { HeadFields } from './head-fields.tsx';
import type { Head } from './scan-draft.ts';

/** The head of a document before anything is scanned, and again under 更改: 开始扫码 folds it. */
export const HeadForm = ({
  head,
  isReturn,
  round,
  take,
  cancel,
}: {
  head: Partial<Head>;
  isReturn: boolean;
  /** Grows with every opening. */
  round: number;
  take: (head: Head) => void;
  /** Folds it as it was; absent where nobody is chosen yet. */
  cancel?: () => void;
}) => {
  // Of a shipment the receiver is always somebody, of a return the sender: their fields say so.
  const schema = useFirmSchema(
    isReturn
      ? DeliverHead.safeExtend({ fromId: id('请选择发货方') })
      : DeliverHead.safeExtend({ toId: id('请选择收货方') }),
  );
  const draft: FormDraft = {
    isOpen: true,
    isNew: true,
    schema,
    initial: head,
    loadError: undefined,
    round,
    isBusy: false,
    submit: (values) => {
      take(values as Head);
      return Promise.resolve();
    },
    close: () => cancel?.(),
    reload: () => undefined,
    refresh: () => undefined,
  };
  const handle = useFormHandle(draft);
  const form = useRef<HTMLElement>(null);
  const isNarrow = useNarrow();
  // The one thing that has to be chosen has the focus, but on a phone, where its keyboard would cover the form.
  const first = isReturn ? 'fromId' : 'toId';
  useEffect(() => {
    if (isNarrow || cancel) return undefined;
    const timer = setTimeout(() => {
      const fields = ['firmId', first].map((name) => form.current?.querySelector<HTMLElement>(`input[id$="${name}"]`));
      fields.find(Boolean)?.focus();
    });
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [round]);
  return (
    <section ref={form} className="sheet zy-ship-form" aria-label={isReturn ? '退货单' : '发货单'}>
      <SheetHead title={isReturn ? '退货给谁' : '发给谁'} finding="先选择收货方，再开始扫码" />
      <div className="zy-ship-form-body">
        <FormBody draft={draft} handle={handle}>
          <HeadFields isReturn={isReturn} />
        </FormBody>
        <FormRefusal handle={handle} refresh={() => undefined} />
      </div>
      <footer className="zy-codes-foot">
        {handle.errors.length > 0 && <span role="status">还有 {handle.errors.length} 处需要修改</span>}
        {cancel && <Button onClick={cancel}>取消</Button>}
        <Button type="primary" onClick={() => void handle.submit()}>
          {cancel ? '确定' : '开始扫码'}
        </Button>
      </footer>
    </section>
  );
};
