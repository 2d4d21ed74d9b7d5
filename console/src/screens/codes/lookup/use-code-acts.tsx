import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { Level, Life, VoidReason } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi, type CodeFacts } from '@zhuiyuan/contract/codes/lookup/identity';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { Form } from 'antd';
import { useState } from 'react';
import type { Act } from '../../../parts/list/acts.tsx';
import { AreaField, SelectField, SwitchField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { useDraft, type Draft, type DraftEndpoint } from '../../../parts/form/use-draft.ts';
import { newKey } from '../../../lib/new-key.ts';
import { useChange } from '../use-change.ts';
import {
  channelChoices,
  lotChoices,
  productChoices,
  useChannels,
  useLots,
  useProducts,
} from '../../../parts/pickers/use-choices.ts';

const changed = [codeOpApi.list, identityApi.info, identityApi.timeline, identityApi.list];

const isBox = ({ level }: CodeFacts) => level > Level.item;
const Children = ({ facts }: { facts: CodeFacts }) =>
  isBox(facts) ? <SwitchField name="includeChild" label="含下级（箱内的码一并操作）" on off={false} /> : null;

const Reason = () => <AreaField name="reason" label="原因" placeholder="请填写原因" />;

const RebindFields = ({ facts }: { facts: CodeFacts }) => {
  const form = Form.useFormInstance();
  const productId = Form.useWatch<number | undefined>('newProductId', form);
  const products = useProducts(facts.firmId);
  const lots = useLots(productId);
  const channels = useChannels(facts.firmId);
  useChange(productId, () => {
    if (form.isFieldTouched('newProductId')) form.setFieldValue('newLotId', undefined);
  });
  return (
    <>
      <SelectField name="newProductId" label="新产品" from={productChoices(products)} />
      <SelectField name="newLotId" label="新批次" from={lotChoices(lots)} disabled={!productId} />
      <SelectField name="newChannelId" label="新渠道" from={channelChoices(channels)} placeholder="不变" />
      <Reason />
      <Children facts={facts} />
    </>
  );
};

/** A form that does one operation to one code. */
const useCodeDraft = <E extends DraftEndpoint>(create: E, done: string, onSaved: () => void) =>
  useDraft({ create, refresh: changed as readonly Endpoint[], done: { create: done }, onSaved });

/**
 * 改绑, 冻结, 解冻 and 作废 of one code at a time, as far as its life allows, with the dialogs they open. `saved` is told
 * the code that changed.
 */
export const useCodeActs = (saved?: (code: string) => void) => {
  const [facts, setFacts] = useState<CodeFacts>();
  const tell = () => facts && saved?.(facts.code);
  const freeze = useCodeDraft(codeOpApi.freeze, '冻结成功：1个', tell);
  const unfreeze = useCodeDraft(codeOpApi.unfreeze, '解冻成功：1个', tell);
  const update = useCodeDraft(codeOpApi.update, '改绑成功', tell);
  const remove = useCodeDraft(codeOpApi.delete, '作废成功', tell);
  const opening = (draft: unknown, of: CodeFacts, more: object = {}) => {
    return () => {
      setFacts(of);
      (draft as Draft<never>).open(undefined, {
        pick: { mode: PickMode.codes, codes: [of.code] },
        policy: ConflictPolicy.refuse,
        idemKey: newKey(),
        ...more,
      });
    };
  };

  const actsOf = (of: CodeFacts): Act[] =>
    [
      {
        label: '冻结',
        may: codeOpApi.freeze.may,
        isNow: of.life === Life.inactive || of.life === Life.active,
        run: opening(freeze, of),
      },
      { label: '解冻', may: codeOpApi.unfreeze.may, isNow: of.life === Life.frozen, run: opening(unfreeze, of) },
      {
        label: '改绑',
        may: codeOpApi.update.may,
        isNow: of.life === Life.active,
        run: opening(update, of, { newProductId: of.productId }),
      },
      { label: '作废', may: codeOpApi.delete.may, isNow: of.life !== Life.void, run: opening(remove, of) },
    ].flatMap(({ isNow, ...act }) => (isNow ? [act] : []));

  const dialogs = facts && (
    <>
      <FormModal draft={update} title="改绑" save="改绑">
        <RebindFields facts={facts} />
      </FormModal>
      <FormModal draft={freeze} title="冻结" save="冻结">
        <div className="zy-code-note">
          <NoticeBar tone="wait">冻结后消费者查询将提示已冻结，现在是{Life.label(facts.life)}</NoticeBar>
        </div>
        <Reason />
        <Children facts={facts} />
      </FormModal>
      <FormModal draft={unfreeze} title="解冻" save="解冻">
        <Reason />
        <Children facts={facts} />
      </FormModal>
      <FormModal draft={remove} title="作废" save="作废">
        <div className="zy-code-note">
          <NoticeBar tone="bad">作废后不可恢复，消费者查询将提示已作废</NoticeBar>
        </div>
        <SelectField name="reasonType" label="作废原因" from={VoidReason.options} />
        <AreaField name="reason" label="说明" placeholder="选择其他时请填写原因" />
        <Children facts={facts} />
      </FormModal>
    </>
  );
  return { actsOf, dialogs };
};
