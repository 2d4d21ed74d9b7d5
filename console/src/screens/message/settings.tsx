import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { messageApi } from '@zhuiyuan/contract/message/message';
import { messageSettingApi, type MessageSetting } from '@zhuiyuan/contract/message/message-setting';
import { MessageChannel, MessageEvent } from '@zhuiyuan/contract/message/message-states';
import { Button, Skeleton, Switch } from 'antd';
import { useMay } from '../../lib/session.ts';
import { useRead } from '../../lib/use-read.ts';
import { StatCard, StatStrip } from '../../parts/charts/stat-card.tsx';
import { May } from '../../parts/feedback/may.tsx';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { Failed } from '../../parts/feedback/states.tsx';
import { useAct } from '../../parts/feedback/use-act.ts';
import { NumberField, OwnField, RadioField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { countText } from '../../parts/format/numbers.ts';
import { timeText } from '../../parts/format/times.ts';
import { Sheet } from '../../parts/frame/sheet.tsx';
import { acts, cell, type Column } from '../../parts/list/columns.tsx';
import { PlainTable } from '../../parts/list/plain-table.tsx';
import { OfOneFirm } from '../../parts/pickers/of-one-firm.tsx';
import { ConsumerInput } from './consumer-select.tsx';
import { SettingDrawer, settingChanges, useSetting } from './setting-drawer.tsx';
import '../../parts/messages/messages.css';

const OfFirm = ({ firmId }: { firmId: number }) => {
  const may = useMay();
  const mayUpdate = may(messageSettingApi.update.may);
  const { data, error, refetch } = useRead(messageSettingApi.list, { firmId });
  const setting = useSetting(firmId);
  const change = useAct(messageSettingApi.update, { done: '编辑成功', refresh: settingChanges });
  const quota = useDraft({
    create: messageSettingApi.quota,
    refresh: settingChanges,
    done: { create: '编辑成功' },
  });
  const trial = useDraft({
    create: messageSettingApi.test,
    refresh: [messageApi.list],
    done: { create: '已提交，发送结果在服务消息中查看' },
  });
  if (error && !data) return <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />;
  const set = ({ wechatContent: _text, updateTime: _time, ...row }: MessageSetting, next: Partial<MessageSetting>) =>
    void change({ ...row, ...next, firmId }).catch(() => undefined);
  const columns: Column<MessageSetting>[] = [
    cell('event', '事件', (row) => MessageEvent.label(row.event), { width: 120 }),
    cell(
      'innerOn',
      '站内',
      (row) => (
        <Switch
          checked={row.innerOn}
          disabled={!mayUpdate}
          aria-label={`${MessageEvent.label(row.event)}站内`}
          onChange={(innerOn) => set(row, { innerOn })}
        />
      ),
      { width: 72 },
    ),
    cell('innerContent', '站内内容', (row) => <span className="zy-message-text">{row.innerContent}</span>, {
      width: 300,
    }),
    cell(
      'wechatOn',
      '公众号',
      (row) => (
        <Switch
          checked={row.wechatOn}
          disabled={!mayUpdate || row.templateId === null}
          aria-label={`${MessageEvent.label(row.event)}公众号`}
          title={row.templateId === null ? '请先编辑，选择微信模板' : undefined}
          onChange={(wechatOn) => set(row, { wechatOn })}
        />
      ),
      { width: 76 },
    ),
    cell(
      'wechatContent',
      '公众号内容',
      (row) => <span className="zy-message-text">{row.wechatContent || '未选择微信模板'}</span>,
      { width: 260 },
    ),
    cell('updateTime', '更新时间', (row) => (row.updateTime ? timeText(row.updateTime) : '默认'), { width: 136 }),
    acts((row) => [
      { label: '编辑', may: messageSettingApi.update.may, run: () => setting.begin(row) },
      ...(may(consumerApi.list.may)
        ? [
            {
              label: '测试发送',
              may: messageSettingApi.test.may,
              run: () => trial.open(undefined, { event: row.event, channel: MessageChannel.inner }),
            },
          ]
        : []),
    ]),
  ];
  const tried = data.settings.find(({ event }) => event === trial.initial?.['event']);
  return (
    <>
      <StatStrip label="公众号发送">
        <StatCard label="今日公众号发送" value={countText(data.quota.usedToday)} unit="条" />
        <StatCard
          label="每日限额"
          value={countText(data.quota.dayLimit)}
          unit="条"
          hint="发送时占用，超出的当日跳过，原因为“超出当日限额”"
        />
        <StatCard label="发送时段" value="8:00-22:00" note="夜间的公众号消息等到 8:00" />
      </StatStrip>
      <Sheet
        title="触发消息"
        finding="消费者遇到以下事件时自动通知，每件事只通知一次"
        isFlush
        extra={
          <May of={messageSettingApi.quota.may}>
            <Button
              size="small"
              onClick={() =>
                quota.open(undefined, { firmId, dayLimit: data.quota.dayLimit, version: data.quota.version })
              }
            >
              每日限额
            </Button>
          </May>
        }
      >
        <PlainTable columns={columns} rows={data.settings} keyOf={({ event }) => event} empty="没有事件" />
      </Sheet>
      <SettingDrawer draft={setting} firmId={firmId} hasApp={data.hasApp} />
      <FormModal draft={quota} title="每日限额">
        <NumberField name="dayLimit" label="每日限额" unit="条" help="公众号平台自身的限额一般为每日 100,000 条" />
      </FormModal>
      <FormModal draft={trial} title={`测试发送${tried ? `：${MessageEvent.label(tried.event)}` : ''}`} save="发送">
        <RadioField
          name="channel"
          label="渠道"
          from={MessageChannel.options.filter(
            ({ value }) => value === MessageChannel.inner || (tried && tried.templateId !== null),
          )}
        />
        <OwnField name="consumerId" label="接收人" help="按已保存的内容，用示例数据发给这位消费者，可以是您自己">
          <ConsumerInput firmId={firmId} />
        </OwnField>
        {tried?.templateId === null && <NoticeBar tone="idle">选择微信模板后可以测试公众号消息</NoticeBar>}
      </FormModal>
    </>
  );
};

/** 消息设置: what consumers are told at each event. */
export const MessageSettings = () => (
  <OfOneFirm text="每个企业的消息设置分开保存。">{(firmId) => <OfFirm key={firmId} firmId={firmId} />}</OfOneFirm>
);
