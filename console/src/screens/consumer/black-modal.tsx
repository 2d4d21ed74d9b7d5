import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { BanScope } from '@zhuiyuan/contract/risk/risk-enums';
import { useMany } from '../../parts/claims/use-many.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { AreaField, RadioField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { moneyText } from '../../parts/format/numbers.ts';
import { useRead } from '../../lib/use-read.ts';
import { consumerChanges, terms } from './changes.ts';

export const useBlack = (nameOf: (id: number) => string) => {
  const draft = useMany(consumerApi.black, consumerChanges, nameOf);
  return { ...draft, begin: (ids: number[]) => draft.begin(ids, { scope: BanScope.all, days: 30 }) };
};

const Consequences = ({ id }: { id: number }) => {
  const { data } = useRead(consumerApi.blackPreview, { id });
  if (!data) return null;
  const facts = [
    data.open > 0 && `${data.open} 个未领取奖品`,
    data.held.count > 0 &&
      `${data.held.count} 个待复核奖品${data.held.amount > 0 ? `（${moneyText(data.held.amount)} 元）` : ''}`,
  ].filter(Boolean);
  return (
    <NoticeBar tone="wait">
      {facts.length > 0 ? `${facts.join('、')}不会自动关闭。` : '没有未领取或待复核的奖品。'}
      {data.waiting.count > 0 &&
        `${data.waiting.count} 笔 ${moneyText(data.waiting.amount)} 元尚未发出的红包在限制发放期间暂停。`}
    </NoticeBar>
  );
};

/** 拉黑: one consumer, or several; with one it says what is left as it is. */
export const BlackModal = ({ draft }: { draft: ReturnType<typeof useBlack> }) => {
  const ids = (draft.initial?.['ids'] ?? []) as number[];
  const [only] = ids;
  return (
    <FormModal draft={draft} title={ids.length > 1 ? `拉黑 ${ids.length} 位消费者` : '拉黑'} save="拉黑">
      <RadioField name="scope" label="限制范围" from={BanScope} />
      <RadioField name="days" label="期限" from={terms} />
      <AreaField name="reason" label="原因" rows={2} />
      {ids.length === 1 && only !== undefined && (
        <div className="zy-consumer-follows">
          <Consequences id={only} />
        </div>
      )}
    </FormModal>
  );
};
