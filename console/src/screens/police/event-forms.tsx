import { policeEventApi, PoliceOutcome, type PoliceEvent } from '@zhuiyuan/contract/police/police-event';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { blackApi } from '@zhuiyuan/contract/consumer/black';
import { RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { Checkbox, Form } from 'antd';
import { useNavigate } from 'react-router';
import { policeRuleOf } from '../../lib/object-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { AreaField, OwnField, RadioField, SelectField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { countText } from '../../parts/format/numbers.ts';
import { useOptionsOf } from '../../parts/pickers/firm-field.tsx';
import { eventReads } from './changes.ts';

type Row = Pick<PoliceEvent, 'id' | 'version'>;

/** The forms that end a warning or give it to somebody. */
export const useEventForms = () => {
  const from = ({ id, version }: Row) => ({ id, version });
  const of = {
    list: policeEventApi.list as never,
    refresh: eventReads,
    done: { update: '操作成功' },
    from: from as never,
  };
  return {
    handle: useDraft({ create: policeEventApi.handle, ...of }),
    ignore: useDraft({ create: policeEventApi.ignore, ...of }),
    assign: useDraft({ create: policeEventApi.assign, ...of }),
  };
};

const Tick = ({
  value,
  onChange,
  children,
  id,
}: {
  id?: string;
  value?: boolean;
  onChange?: (value: boolean) => void;
  children: string;
}) => (
  <Checkbox id={id} checked={value ?? false} onChange={({ target }) => onChange?.(target.checked)}>
    {children}
  </Checkbox>
);

/** A false alarm is mended where it comes from; nothing is changed here. */
const Mend = ({ event }: { event: PoliceEvent }) => {
  const navigate = useNavigate();
  const outcome = Number(Form.useWatch('outcome'));
  if (outcome !== PoliceOutcome.mistaken || event.policeType !== RiskType.diversion) return null;
  return (
    <p className="zy-police-mend">
      误报可调整
      <button type="button" className="zy-link" onClick={() => void navigate(policeRuleOf(event.ruleId))}>
        规则的容差
      </button>
      或
      <button type="button" className="zy-link" onClick={() => void navigate('/identity/agentManager')}>
        经销商的授权区域
      </button>
    </p>
  );
};

export const EventForms = ({ forms, event }: { forms: ReturnType<typeof useEventForms>; event: PoliceEvent }) => {
  const may = useMay();
  const staff = useOptionsOf('policeStaff', event.firmId);
  const isDiversion = event.policeType === RiskType.diversion;
  const outcomes = PoliceOutcome.options.filter(({ value }) => isDiversion || value !== PoliceOutcome.proven);
  const acts = [
    {
      name: 'black',
      is: event.people > 0 && may(blackApi.save.may),
      text: `拉黑 ${countText(event.people)} 名用户 30 天`,
    },
    { name: 'freeze', is: event.codes > 0 && may(codeOpApi.freeze.may), text: `冻结 ${countText(event.codes)} 个码` },
    { name: 'pause', is: event.mayPause && may(activityApi.pause.may), text: `暂停活动「${event.activityName}」` },
  ].filter(({ is }) => is);
  return (
    <>
      <FormModal draft={forms.handle as never} title="处理预警" save="确定" width={480}>
        <RadioField name="outcome" label="处理结果" from={outcomes} />
        <AreaField name="result" label="说明" rows={3} />
        <Mend event={event} />
        {acts.map(({ name, text }) => (
          <OwnField key={name} name={name} label={name === acts[0]?.name ? '同时执行' : ''}>
            <Tick>{text}</Tick>
          </OwnField>
        ))}
      </FormModal>
      <FormModal draft={forms.ignore as never} title="忽略预警" save="忽略">
        <AreaField name="reason" label="忽略原因" rows={3} />
      </FormModal>
      <FormModal draft={forms.assign as never} title="转派预警" save="转派">
        <SelectField name="assigneeId" label="处理人" from={staff} placeholder="请选择处理人" />
      </FormModal>
    </>
  );
};
