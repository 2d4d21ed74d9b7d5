import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { scopeApi, type ScopeRow, type ScopeVerdict } from '@zhuiyuan/contract/campaign/scope/scope';
import { useState } from 'react';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { NumberField, OwnField, TextField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';
import { RegionInput } from '../../../parts/pickers/region-input.tsx';

interface ScopeTry extends Draft<ScopeRow> {
  verdict: ScopeVerdict | undefined;
}

/** A try of a scope: it stays open with what was said last. */
export const useScopeTest = (): ScopeTry => {
  const [verdict, setVerdict] = useState<ScopeVerdict>();
  const draft = useDraft({
    create: scopeApi.test,
    list: scopeApi.list,
    from: ({ id }: ScopeRow) => ({ scopeId: id }),
    staysOpen: true,
    done: { update: '试算完成' },
    onSaved: setVerdict,
  });
  return {
    ...draft,
    verdict,
    open: (row) => {
      setVerdict(undefined);
      draft.open(row);
    },
    submit: (values) => {
      setVerdict(undefined);
      return draft.submit(values);
    },
  };
};

const factsOf = ({ regionName, code }: ScopeVerdict): string =>
  [
    regionName || '没有定位',
    code && `${Level.label(code.codeLevel)}码，码段 ${code.seg} 第 ${code.serial} 个`,
    code?.lotNo && `批次 ${code.lotNo}`,
  ]
    .filter(Boolean)
    .join('，');

/** 试算: what a shopper would be told who asks about a code at a place. */
export const ScopeTest = ({ test: { verdict, ...draft } }: { test: ScopeTry }) => (
  <FormModal draft={draft} title={`试算 ${draft.row?.name ?? ''}`} width={480} save="试算">
    <TextField name="code" label="编码" placeholder="扫描或粘贴编码" />
    <OwnField name="regionCode" label="所在地区" help="地区和经纬度都不填，就是没有定位的消费者">
      <RegionInput placeholder="省、市或区" />
    </OwnField>
    <NumberField name="lng" label="经度" placeholder="如 120.129721" decimals={6} min={-180} max={180} />
    <NumberField name="lat" label="纬度" placeholder="如 30.257653" decimals={6} min={-90} max={90} />
    {verdict && (
      <div className="zy-field-wide zy-scope-verdict">
        <NoticeBar tone={verdict.isAllowed ? 'good' : 'bad'} aside={factsOf(verdict)}>
          {verdict.message}
        </NoticeBar>
      </div>
    )}
  </FormModal>
);
