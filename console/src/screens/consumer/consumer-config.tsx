import { consumerConfigApi } from '@zhuiyuan/contract/consumer/consumer-config';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { session, useMay } from '../../lib/session.ts';
import { NumberField } from '../../parts/form/fields.tsx';
import { ChoiceSelect } from '../../parts/form/choice-select.tsx';
import { FormPage, FormSection } from '../../parts/form/form-page.tsx';
import { usePageDraft } from '../../parts/form/use-page-draft.ts';
import { Empty } from '../../parts/feedback/states.tsx';
import { useOptions } from '../../parts/pickers/firm-field.tsx';

const OfFirm = ({ firmId }: { firmId: number }) => {
  const may = useMay();
  const draft = usePageDraft({
    create: consumerConfigApi.update,
    id: firmId,
    load: async (id) => ({ ...(await call(consumerConfigApi.info, { firmId: id }, { quiet: true })), firmId: id }),
    refresh: [consumerConfigApi.info],
    staysOpen: true,
    done: { update: '编辑成功' },
  });
  const isLocked = !may(consumerConfigApi.update.may);
  return (
    <FormPage draft={draft}>
      <FormSection title="风险分" finding="近 30 天命中的规则按处置计分，合计最多 100">
        <NumberField
          name="scoreHold"
          label="复核线"
          unit="分"
          disabled={isLocked}
          help="达到后中奖先冻结，由人工复核"
        />
        <NumberField
          name="scoreBlock"
          label="拦截线"
          unit="分"
          disabled={isLocked}
          help="达到后不能抽奖；填 101 表示不按风险分拦截"
        />
      </FormSection>
    </FormPage>
  );
};

/** 消费者配置: what a firm says of its consumers. */
export const ConsumerConfigPage = () => {
  const own = session.use((current) => current?.admin.firmId ?? null);
  const firms = useOptions('firm');
  const [picked, setPicked] = useState<number>();
  const firmId = own ?? picked;
  return (
    <>
      {own === null && (
        <section className="sheet zy-consumer-bar" aria-label="所属企业">
          <ChoiceSelect<number>
            from={firms}
            mayFind
            aria-label="所属企业"
            placeholder="请选择所属企业"
            value={picked}
            onChange={(next: number | undefined) => setPicked(next)}
          />
        </section>
      )}
      {firmId === undefined ? (
        <div className="sheet">
          <Empty title="请选择所属企业" text="每个企业的配置分开保存。" />
        </div>
      ) : (
        <OfFirm key={firmId} firmId={firmId} />
      )}
    </>
  );
};
