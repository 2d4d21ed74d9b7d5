import { agentApi, type AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { regionCode } from '@zhuiyuan/contract/parties/party-fields';
import { Form } from 'antd';
import { z } from 'zod';
import { call } from '../../../lib/call.ts';
import { offering, useOfFirm } from '../../../lib/asked-rows.ts';
import { toChoices } from '../../../parts/form/choices.ts';
import { useClassList } from '../../../lib/use-class-list.ts';
import { OwnField, SelectField } from '../../../parts/form/fields.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import { RegionsInput } from '../../../parts/pickers/region-input.tsx';
import { RowFields } from '../../../parts/form/row-fields.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';
import { OverlapNotice, type RegionItem } from './overlap-notice.tsx';

const missing = '请选择授权销售区域';

/** The regions as the form shows them: one row per product, 0 for all products. */
const RegionGroups = z.object({
  id: z.number(),
  version: z.number(),
  groups: z.array(
    z.object({
      productId: z.number({ error: '请选择产品' }),
      regions: z.array(regionCode(missing), { error: missing }).min(1, missing),
    }),
  ),
});
type Groups = z.output<typeof RegionGroups>['groups'];

const toItems = (groups: Groups): RegionItem[] =>
  groups.flatMap(({ productId, regions }) => regions.map((code) => ({ regionCode: code, productId })));

/** An agent without regions begins with an empty group for all products. */
const toGroups = (items: readonly RegionItem[]): Groups => {
  if (items.length === 0) return [{ productId: 0, regions: [] }];
  const groups = new Map<number, string[]>();
  for (const { productId, regionCode: code } of items) groups.set(productId, [...(groups.get(productId) ?? []), code]);
  return [...groups]
    .map(([productId, regions]) => ({ productId, regions }))
    .toSorted((a, b) => a.productId - b.productId);
};

export const useAgentRegions = (): Draft<AgentRow> => {
  const draft = useDraft({
    create: agentApi.region,
    list: agentApi.list,
    refresh: [agentApi.info],
    from: async ({ id }) => {
      const { regions, version } = await call(agentApi.info, { id }, { quiet: true });
      return { id, version, groups: toGroups(regions) } as object;
    },
    done: { update: '操作成功' },
  });
  return {
    ...draft,
    schema: RegionGroups,
    submit: ({ id, version, groups }) => draft.submit({ id, version, items: toItems(groups as Groups) }),
  };
};

const Overlaps = ({ id }: { id: number | undefined }) => {
  const groups = Form.useWatch('groups') as Partial<Groups[number]>[] | undefined;
  const items = toItems(
    (groups ?? []).map((group) => ({ productId: group?.productId ?? 0, regions: group?.regions ?? [] })),
  );
  return <OverlapNotice agent={{ id }} items={items} />;
};

/** 授权区域: where an agent may sell which products; regions of other lines are only warned about. */
export const AgentRegions = ({ draft: { row, ...draft } }: { draft: Draft<AgentRow> }) => {
  const products = offering(
    useOfFirm(useClassList('product'), row?.firmId),
    (product) => product.firmId === row?.firmId,
  );
  const choices = toChoices(products, (product) => product.name, { before: [{ value: 0, label: '全部产品' }] });
  return (
    <FormDrawer draft={draft} thing="授权区域" title="授权区域" name={row?.name}>
      <Overlaps id={row?.id} />
      <RowFields
        name="groups"
        label="授权区域"
        add="添加产品区域"
        blank={() => ({ productId: 0, regions: [] })}
        most={50}
      >
        {() => (
          <>
            <SelectField name="productId" label="产品" from={choices} isWide />
            <OwnField name="regions" label="销售区域" isWide>
              <RegionsInput placeholder="省、市或区，含其下级" />
            </OwnField>
          </>
        )}
      </RowFields>
    </FormDrawer>
  );
};
