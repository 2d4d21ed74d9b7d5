import { batchApi } from '@zhuiyuan/contract/codes/batch';
import { Life, VoidReason } from '@zhuiyuan/contract/codes/code-enums';
import { identityApi, type CodeFacts } from '@zhuiyuan/contract/codes/identity';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { Button, Dropdown, Form } from 'antd';
import { Ellipsis, Replace, Snowflake, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../../../lib/session.ts';
import { AreaField, SelectField, SwitchField } from '../../../parts/fields.tsx';
import { FormModal } from '../../../parts/form-modal.tsx';
import { NoticeBar } from '../../../parts/notice-bar.tsx';
import { useDraft, type Draft, type DraftEndpoint } from '../../../parts/use-draft.ts';
import { newKey } from '../new-key.ts';
import { useChange } from '../use-change.ts';
import { useChannels, useLots, useProducts } from '../use-choices.ts';

const changed = [batchApi.list, identityApi.info, identityApi.timeline, identityApi.list];

/** A form that does one operation to one code. */
const useCodeDraft = <E extends DraftEndpoint>(create: E, done: string) =>
  useDraft({ create, refresh: changed as readonly Endpoint[], done: { create: done } });

const isBox = ({ level }: CodeFacts) => level > 0;
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
      <SelectField
        name="newProductId"
        label="新产品"
        from={products.map((row) => ({ value: row.id, label: row.storeName }))}
      />
      <SelectField
        name="newLotId"
        label="新批次"
        from={lots.map((lot) => ({ value: lot.id, label: `${lot.lotNo}（${lot.produceDate}）` }))}
        disabled={!productId}
      />
      <SelectField
        name="newChannelId"
        label="新渠道"
        from={channels.map((row) => ({ value: row.id, label: row.name }))}
        placeholder="不变"
      />
      <Reason />
      <Children facts={facts} />
    </>
  );
};

const icons: Record<string, ReactNode> = {
  冻结: <Snowflake size={14} strokeWidth={1.6} />,
  解冻: <Sun size={14} strokeWidth={1.6} />,
  改绑: <Replace size={14} strokeWidth={1.6} />,
};

/** 冻结, 解冻, 改绑 and 作废 of one code, as far as its life and the person's permissions allow. */
export const CodeActs = ({ facts }: { facts: CodeFacts }) => {
  const may = useMay();
  const freeze = useCodeDraft(batchApi.freeze, '冻结成功：1个');
  const unfreeze = useCodeDraft(batchApi.unfreeze, '解冻成功：1个');
  const update = useCodeDraft(batchApi.update, '改绑成功');
  const remove = useCodeDraft(batchApi.delete, '作废成功');
  const open = (draft: Draft<never>, more: object = {}) =>
    draft.open(undefined, { pick: { mode: 5, codes: [facts.code] }, policy: 0, idemKey: newKey(), ...more });
  const { life } = facts;
  const acts = [
    { key: '冻结', may: batchApi.freeze.may, isNow: life === 0 || life === 1, run: () => open(freeze as never) },
    { key: '解冻', may: batchApi.unfreeze.may, isNow: life === 3, run: () => open(unfreeze as never) },
    {
      key: '改绑',
      may: batchApi.update.may,
      isNow: life === 1,
      run: () => open(update as never, { newProductId: facts.productId }),
    },
    { key: '作废', may: batchApi.delete.may, isNow: life !== 2, run: () => open(remove as never), isDanger: true },
  ].filter((act) => act.isNow && may(act.may));
  if (acts.length === 0) return null;
  const atHand = acts.filter(({ isDanger }) => !isDanger);
  const rest = acts.filter(({ isDanger }) => isDanger);
  return (
    <>
      {atHand.map(({ key, run }) => (
        <Button key={key} icon={icons[key]} onClick={run}>
          {key}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map(({ key, isDanger }) => ({ key, label: key, danger: isDanger })),
            onClick: ({ key }) => rest.find((act) => act.key === key)?.run(),
          }}
        >
          <Button icon={<Ellipsis size={14} strokeWidth={1.6} />} aria-label="更多操作" />
        </Dropdown>
      )}
      <FormModal draft={update} title="改绑" save="改绑">
        <RebindFields facts={facts} />
      </FormModal>
      <FormModal draft={freeze} title="冻结" save="冻结">
        <div className="zy-code-note">
          <NoticeBar tone="wait">冻结后消费者查询将提示已冻结，现在是{Life.label(life)}</NoticeBar>
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
};
