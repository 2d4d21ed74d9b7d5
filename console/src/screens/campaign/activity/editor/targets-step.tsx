import { TargetKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { OwnField, SwitchField } from '../../../../parts/form/fields.tsx';
import { countText } from '../../../../parts/format/numbers.ts';
import { mayChange } from '../edit-rules.ts';
import { ShownFacts } from '../shown-facts.tsx';
import type { StepProps } from './step-props.ts';
import { StepSheet } from './step-sheet.tsx';
import { TargetsInput } from '../targets/targets-input.tsx';
import { verifyHelp } from '../words.ts';
import { targetsText } from '../targets/targets.ts';

const shown = 20;

/** 投放对象: the goods, shops and agents whose codes open the activity, and where its prizes are handed over. */
export const TargetsStep = ({ values, editing, firmId, activity }: StepProps) => {
  const targets = values.targets ?? [];
  const named = activity?.targets ?? [];
  if (editing !== 'all') {
    return (
      <StepSheet title="投放对象" finding={targetsText(targets)}>
        <ShownFacts
          items={[
            ...TargetKind.options.flatMap(({ value, label }) => {
              const names = named.filter(({ kind }) => kind === value).map(({ name }) => name);
              if (names.length === 0) return [];
              const rest = names.length > shown ? ` 等 ${countText(names.length)} 个` : '';
              return [{ label, value: names.slice(0, shown).join('、') + rest, isWide: true }];
            }),
            ...(mayChange(editing, 'verifyAll') && !activity?.verifyAll
              ? []
              : [{ label: '全部门店可核销', value: values.verifyAll ? '是' : '否' }]),
          ]}
        />
        {mayChange(editing, 'verifyAll') && !activity?.verifyAll && (
          <div className="zy-form-section-grid">
            <SwitchField name="verifyAll" label="全部门店可核销" on={true} off={false} help={verifyHelp} />
          </div>
        )}
      </StepSheet>
    );
  }
  return (
    <>
      <StepSheet title="投放对象" finding={targetsText(targets) || '扫这些产品、批次或码段的码可以参与'}>
        <div className="zy-targets-field">
          <OwnField name="targets" label="投放对象" isWide noLabel>
            <TargetsInput firmId={firmId} named={named} />
          </OwnField>
        </div>
      </StepSheet>
      <StepSheet title="核销门店">
        <div className="zy-form-section-grid">
          <SwitchField name="verifyAll" label="全部门店可核销" on={true} off={false} help={verifyHelp} />
        </div>
      </StepSheet>
    </>
  );
};
