import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { messageApi, MessageTarget } from '@zhuiyuan/contract/message/message';
import { Form } from 'antd';
import { call } from '../../lib/call.ts';
import { newKey } from '../../lib/new-key.ts';
import { useMay } from '../../lib/session.ts';
import { confirm, toast } from '../../lib/toast.ts';
import { useRead } from '../../lib/use-read.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { FormDrawer } from '../../parts/form/form-drawer.tsx';
import { OwnField, RadioField } from '../../parts/form/fields.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { countText } from '../../parts/format/numbers.ts';
import { NoticeFields } from '../../parts/messages/notice-fields.tsx';
import { messageChanges } from '../../parts/messages/notice-modal.tsx';
import { FirmField, OwnedField, useFirmSchema, useIsPlatform } from '../../parts/pickers/firm-field.tsx';
import { ConsumersInput } from './consumer-select.tsx';

const owned = ['activityId', 'consumerIds'];

/** Whom one may write to: an activity's people and single ones only where one may see those. */
const useTargets = () => {
  const may = useMay();
  return MessageTarget.options.filter(
    ({ value }) =>
      (value !== MessageTarget.activity || may(activityApi.listAll.may)) &&
      (value !== MessageTarget.picked || may(consumerApi.list.may)),
  );
};

export const useNoticeDraft = () => {
  const schema = useFirmSchema(messageApi.save.input);
  const [first] = useTargets();
  const draft = useDraft({
    create: { ...messageApi.save, input: schema } as unknown as typeof messageApi.save,
    refresh: messageChanges,
    done: { create: '' },
    onSaved: (data) => toast.success(`已提交，将发送给 ${countText((data as { count: number }).count)} 位消费者`),
  });
  // What is sent cannot be called back from a phone.
  const submit = async (values: Record<string, unknown>) => {
    const { target, firmId, activityId, consumerIds } = values;
    const { count } = await call(messageApi.estimate, { target, firmId, activityId, consumerIds } as never, {
      quiet: true,
    });
    const isSure =
      count === 0 ||
      (await confirm({
        title: '发送消息',
        text: `将发送给 ${countText(count)} 位消费者，确定发送？`,
        verb: '发送',
        saysCancelled: false,
      }));
    if (isSure) await draft.submit(values);
  };
  return { ...draft, submit, begin: () => draft.open(undefined, { target: first?.value, idemKey: newKey() }) };
};

/** How many the message goes to, as soon as it is said to whom. */
const Estimate = () => {
  const isPlatform = useIsPlatform();
  const firmId = Form.useWatch<number | undefined>('firmId');
  const target = Form.useWatch<(typeof MessageTarget.options)[number]['value'] | undefined>('target');
  const activityId = Form.useWatch<number | undefined>('activityId');
  const consumerIds = Form.useWatch<number[] | undefined>('consumerIds') ?? [];
  const isSaid =
    (!isPlatform || firmId !== undefined) &&
    (target === 'all' || (target === 'activity' ? activityId !== undefined : consumerIds.length > 0));
  const { data } = useRead(
    messageApi.estimate,
    isSaid && target ? { target, firmId, activityId, ...(target === 'picked' && { consumerIds }) } : undefined,
    { keeps: true },
  );
  if (!isSaid || !data) return null;
  return (
    <div className="zy-field zy-field-wide zy-message-note">
      <NoticeBar tone={data.count === 0 ? 'wait' : 'idle'}>
        {data.count === 0 ? '没有符合条件的消费者' : `预计发送 ${countText(data.count)} 人，已禁用的消费者除外`}
      </NoticeBar>
    </div>
  );
};

const Receivers = () => {
  const isPlatform = useIsPlatform();
  const firmId = Form.useWatch<number | undefined>('firmId');
  const target = Form.useWatch<string | undefined>('target');
  if (target === MessageTarget.activity)
    return <OwnedField list="activity" name="activityId" label="活动" hasStar isWide />;
  if (target === MessageTarget.picked)
    return (
      <OwnField name="consumerIds" label="消费者" isWide hasStar>
        <ConsumersInput firmId={firmId} disabled={isPlatform && firmId === undefined} />
      </OwnField>
    );
  return null;
};

/** 新建消息: to the people of an activity, to some, or to all; on their page. */
export const NoticeDrawer = ({ draft }: { draft: ReturnType<typeof useNoticeDraft> }) => (
  <FormDrawer draft={draft} thing="消息" title="新建消息" save="发送">
    <FirmField isNew owned={owned} />
    <RadioField name="target" label="发送对象" from={useTargets()} isWide />
    <Receivers />
    <Estimate />
    <NoticeFields />
  </FormDrawer>
);
