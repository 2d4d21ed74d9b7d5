import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { messageApi } from '@zhuiyuan/contract/message/message';
import { newKey } from '../../lib/new-key.ts';
import { toast } from '../../lib/toast.ts';
import { FormModal } from '../form/form-modal.tsx';
import { useDraft } from '../form/use-draft.ts';
import { countText } from '../format/numbers.ts';
import { NoticeFields } from './notice-fields.tsx';

/** What is read again after consumers were written to. */
export const messageChanges = [messageApi.list, messageApi.summary, consumerApi.messages, consumerApi.info];

export const useNotice = () => {
  const draft = useDraft({
    create: consumerApi.message,
    refresh: messageChanges,
    blank: {},
    done: { create: '' },
    onSaved: (data) => toast.success(`已提交，将发送给 ${countText((data as { count: number }).count)} 位消费者`),
  });
  return { ...draft, begin: (ids: number[]) => draft.open(undefined, { ids, idemKey: newKey() }) };
};

/** 发消息: to one consumer, or to several that were ticked. */
export const NoticeModal = ({ draft }: { draft: ReturnType<typeof useNotice> }) => {
  const ids = (draft.initial?.['ids'] ?? []) as number[];
  return (
    <FormModal
      draft={draft}
      title={ids.length > 1 ? `给 ${countText(ids.length)} 位消费者发消息` : '发消息'}
      save="发送"
    >
      <NoticeFields />
    </FormModal>
  );
};
