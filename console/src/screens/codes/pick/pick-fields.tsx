import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { Radio, Switch } from 'antd';
import type { Dispatch, SetStateAction } from 'react';
import { FormSection } from '../../../parts/form/form-page.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useTask } from '../../../parts/pickers/use-choices.ts';
import { FirstLast } from './first-last.tsx';
import { Holders } from './holders.tsx';
import { PasteCodes } from './paste-codes.tsx';
import { inMode, mayHaveBoxes, problemOf, quantityOf, type PickDraft } from './pick-draft.ts';
import { PickFile } from './pick-file.tsx';
import { RangeRows } from './range-rows.tsx';
import { WholeLot } from './whole-lot.tsx';
import { WholeTask } from './whole-task.tsx';
import './pick.css';

/** The ways of every operation; those by holder are for 渠道变更. */
const usual: readonly PickDraft['mode'][] = [
  PickMode.ranges,
  PickMode.firstLast,
  PickMode.task,
  PickMode.lot,
  PickMode.codes,
  PickMode.file,
];

/** 选码: which codes, in one of several ways; how many they are stands in the head. `only` names the ways that are offered. */
export const PickFields = ({
  pick,
  change,
  isTried,
  only = usual,
  offersChildren = false,
}: {
  pick: PickDraft;
  change: Dispatch<SetStateAction<PickDraft>>;
  isTried: boolean;
  only?: readonly PickDraft['mode'][];
  /** 含下级 can be chosen, where boxes may be among the codes. */
  offersChildren?: boolean;
}) => {
  const segments = useTask(pick.taskId)?.segments ?? [];
  const quantity = quantityOf(pick, segments);
  // Runs say by themselves what is wrong with them.
  const problem = isTried && pick.mode !== PickMode.ranges ? problemOf(pick) : undefined;
  return (
    <FormSection
      title="选码"
      state={problemOf(pick) ? (isTried ? 'wrong' : 'untouched') : 'done'}
      finding={quantity > 0 ? `已选 ${countText(quantity)} 个码` : undefined}
    >
      <div className="zy-pick">
        <div role="radiogroup" aria-label="选码方式">
          <Radio.Group
            options={PickMode.options.filter(({ value }) => only.includes(value))}
            value={pick.mode}
            onChange={(event) => change(inMode(pick, event.target.value as PickDraft['mode']))}
          />
        </div>
        {pick.mode === PickMode.ranges && (
          <RangeRows
            rows={pick.rows}
            isTried={isTried}
            change={(next) => change((now) => ({ ...now, rows: next(now.rows) }))}
          />
        )}
        {pick.mode === PickMode.firstLast && (
          <FirstLast first={pick.first} last={pick.last} change={(ends) => change((now) => ({ ...now, ...ends }))} />
        )}
        {pick.mode === PickMode.task && (
          <WholeTask
            taskId={pick.taskId}
            levels={pick.levels}
            segments={segments}
            change={(chosen) => change({ ...pick, ...chosen })}
          />
        )}
        {pick.mode === PickMode.lot && (
          <WholeLot productId={pick.productId} lotId={pick.lotId} change={(chosen) => change({ ...pick, ...chosen })} />
        )}
        {pick.mode === PickMode.codes && (
          <PasteCodes
            text={pick.text}
            change={(text) => change({ ...pick, text })}
            takeFile={
              only.includes(PickMode.file)
                ? (file) => change((now) => ({ ...now, ...file, mode: PickMode.file, text: '' }))
                : undefined
            }
          />
        )}
        {(pick.mode === PickMode.agents || pick.mode === PickMode.shops) && (
          <Holders pick={pick} change={(chosen) => change((now) => ({ ...now, ...chosen }))} />
        )}
        {pick.mode === PickMode.file && (
          <PickFile
            fileUrl={pick.fileUrl}
            fileName={pick.fileName}
            firmId={pick.firmId}
            change={(chosen) => change((now) => ({ ...now, ...chosen }))}
          />
        )}
        {offersChildren && mayHaveBoxes(pick) && (
          <label className="zy-pick-children">
            <Switch
              size="small"
              checked={pick.includeChild}
              onChange={(includeChild) => change((now) => ({ ...now, includeChild }))}
            />
            含下级：选中箱码时，箱内的码一并操作
          </label>
        )}
        {problem && <p className="zy-pick-error">{problem}</p>}
      </div>
    </FormSection>
  );
};
