import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { shownGtin } from '@zhuiyuan/contract/kit/gs1';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { packText } from '@zhuiyuan/contract/trace/product/pack-text';
import { shelfText } from '@zhuiyuan/contract/trace/product/product-enums';
import { productApi, type Product } from '@zhuiyuan/contract/trace/product/product';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { usePageName } from '../../../lib/page-name.ts';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { May } from '../../../parts/feedback/may.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { MoreButton } from '../../../parts/list/acts.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { lotPage } from '../../../lib/object-addresses.ts';
import { LotForm } from '../lot/lot-form.tsx';
import { Lots } from '../lot/lots.tsx';
import { useLotCrud } from '../lot/use-lot-crud.ts';
import { ObjectMissing, ObjectPage } from '../object-page.tsx';
import { FlowsTab, RecallsTab, ScansTab, SegmentsTab, TasksTab } from '../related-tabs.tsx';
import { useProductActs } from './use-product-acts.ts';
import { useProductStats } from './use-product-stats.ts';
import { TemplatePreview, type Previewed } from '../template/template-preview.tsx';

const mostNamed = 3;

const LotsTab = ({ product }: { product: Product }) => (
  <Lots
    product={product}
    isTab
    // The page has no views of its lots: they are those of 批次管理.
    search={{ ...useSearch(lotApi.list, { fixed: { productId: product.id } }), openView: undefined }}
  />
);

/** 召回中的批次, each by name up to three. */
const useRecalls = (productId: number) => {
  const may = useMay();
  const input = { productId, recallState: RecallState.recalled, limit: mostNamed + 1 };
  const { data } = useRead(lotApi.list, may(lotApi.list.may) ? input : undefined);
  if (!data || data.total === 0) return [];
  if (data.total > mostNamed) return [`${countText(data.total)} 个批次召回中`];
  return data.list.map((lot) => (
    <>
      批次 <Link to={lotPage(lot.id)}>{lot.lotNo}</Link> 召回中：{countText(lot.activeCnt)} 个码对消费者显示召回提示
    </>
  ));
};

const OneProduct = ({ product }: { product: Product }) => {
  const navigate = useNavigate();
  const may = useMay();
  const lots = useLotCrud(product.id);
  const [previewed, setPreviewed] = useState<Previewed>();
  const notices = useRecalls(product.id);
  const stats = useProductStats(product);
  const more = useProductActs(product);
  const isOn = product.status === Enabled.on;
  const edit = `/identity/productCreat/${product.id}`;
  const filled = (value: string) => (value || !may(productApi.update.may) ? value : <Link to={edit}>补充</Link>);
  const of = { productId: product.id };
  return (
    <>
      <ObjectPage
        title={product.storeName}
        image={product.image}
        status={{ label: Enabled.label(product.status), tone: isOn ? 'good' : 'gone' }}
        facts={[
          { label: '编号', value: product.productNo },
          { label: '条码', value: filled(shownGtin(product.gtin)) },
          { label: '规格', value: filled(product.spec) },
          { label: '包装比例', value: packText(product) },
          { label: '保质期', value: filled(product.shelfLife ? shelfText(product.shelfLife, product.shelfUnit) : '') },
          { label: '产地', value: filled(product.origin) },
          { label: '溯源模板', value: product.tempName || '企业默认' },
        ]}
        buttons={
          <>
            <Button onClick={() => setPreviewed({ productId: product.id, name: product.storeName, isPublished: true })}>
              预览溯源页
            </Button>
            {may(productApi.update.may) && <Button onClick={() => void navigate(edit)}>编辑</Button>}
            <May of={lotApi.save.may}>
              <Button type="primary" onClick={() => lots.draft.open()}>
                新增批次
              </Button>
            </May>
            <MoreButton acts={more} />
          </>
        }
        notices={notices}
        stats={stats}
        tabs={[
          ...(may(lotApi.list.may)
            ? [{ value: 'lots', label: '批次', count: product.lotCount, content: <LotsTab product={product} /> }]
            : []),
          ...(may(taskApi.list.may) ? [{ value: 'tasks', label: '生码任务', content: <TasksTab of={of} /> }] : []),
          ...(may(identityApi.list.may)
            ? [{ value: 'codes', label: '码', content: <SegmentsTab productId={product.id} /> }]
            : []),
          ...(may(scanLogApi.list.may) ? [{ value: 'scans', label: '扫码', content: <ScansTab of={of} /> }] : []),
          ...(may(flowApi.list.may) ? [{ value: 'flows', label: '流程', content: <FlowsTab of={of} /> }] : []),
          ...(may(lotApi.list.may) ? [{ value: 'recalls', label: '召回', content: <RecallsTab of={of} /> }] : []),
        ]}
      />
      <LotForm draft={lots.draft} product={product} />
      <TemplatePreview previewed={previewed} close={() => setPreviewed(undefined)} />
    </>
  );
};

/** One product: what it is, its recalls and figures, and its lots, tasks, queries and steps. */
export const ProductPage = () => {
  const id = Number(useParams()['id']);
  const { data, error, refetch } = useRead(productApi.info, { id });
  usePageName(data?.storeName);
  return data ? (
    <OneProduct product={data} />
  ) : (
    <ObjectMissing
      thing="产品"
      list={{ name: '产品管理', path: '/identity/productManager' }}
      error={error}
      retry={() => void refetch()}
    />
  );
};
