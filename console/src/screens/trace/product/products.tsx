import { CategoryType } from '@zhuiyuan/contract/category/category';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { productApi, type ProductRow } from '@zhuiyuan/contract/trace/product/product';
import Package from 'icon:package';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { categoryFilter } from './category-input.tsx';
import { acts, cell, count, extra, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { ImportButton } from '../../../parts/import/import-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { productPage } from '../../../lib/object-addresses.ts';
import { LotsDrawer } from '../lot/lots-drawer.tsx';
import { gtinColumn, lotsColumn, packColumn, shelfColumn, templateColumn } from './product-columns.tsx';
import { TemplatePreview, type Previewed } from '../template/template-preview.tsx';
import { disableText } from './use-product-acts.ts';
import { useLotsDrawer } from '../lot/use-lots-drawer.ts';

/** 产品管理: what codes are bound to, with their lots. */
export const Products = () => {
  const navigate = useNavigate();
  const may = useMay();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<ProductRow>();
  const search = useSearch(productApi.list);
  const crud = useCrud(productApi, { page: '/identity/productCreat' });
  const copy = useAct(productApi.copy, { refresh: crud.lists });
  const lots = useLotsDrawer();
  const templates = useOptions('template');
  const [previewed, setPreviewed] = useState<Previewed>();

  const columns: Column<ProductRow>[] = [
    name('storeName', '产品名称', { picture: 'image', open: (row) => void navigate(productPage(row.id)) }),
    text('productNo', '编号', { width: 88 }),
    text('className', '分类', { width: 84 }),
    text('spec', '规格', { width: 96 }),
    extra(text('unit', '单位', { width: 56 })),
    gtinColumn,
    packColumn,
    shelfColumn,
    templateColumn,
    lotsColumn((row) => lots.open(row), may('admin:identity:lot:list')),
    count('codeCount', '已启用码', { width: 96 }),
    count('scanCount', '扫码数', { width: 86 }),
    cell('regOn', '标识注册', ({ regOn }) => (regOn ? '是' : '否'), { width: 84 }),
    ...firmColumn,
    crud.statusColumn((row) => row.storeName, disableText),
    time('createTime', '创建时间', { sort: 'createTime' }),
    acts((row) => [
      crud.editAct(row),
      { label: '批次', may: 'admin:identity:lot:list', run: () => lots.open(row) },
      {
        label: '预览溯源页',
        run: () => setPreviewed({ productId: row.id, name: row.storeName, isPublished: true }),
      },
      {
        label: '复制',
        may: { all: [productApi.copy.may, productApi.update.may] },
        run: () => copy({ id: row.id }).then((twin) => navigate(`/identity/productCreat/${twin.id}`)),
      },
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增产品');
  return (
    <>
      <ListScreen
        search={search}
        thing="产品"
        columns={columns}
        filters={[
          ...firmFilter,
          textFilter('keywords', '产品', '名称、编号或条码'),
          categoryFilter('classId', '分类', CategoryType.product),
          textFilter('brand', '品牌'),
          selectFilter('tempId', '溯源模板', templates),
          selectFilter('status', '状态', Enabled),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={
          <>
            {add}
            <ImportButton endpoint={productApi.import} biz="product" thing="产品" refresh={crud.lists} />
            <ExportButton biz="product" endpoint={productApi.export} input={search.values} />
          </>
        }
        batch={crud.batch}
        card={{
          head: 'productNo',
          status: 'status',
          name: 'storeName',
          facts: ['className', 'spec', (row) => `${countText(row.lotCount)} 个批次`],
        }}
        empty={{ icon: Package, text: '产品是码绑定的对象，新增后可以建批次、启用码。', action: add }}
      />
      <LotsDrawer drawer={lots} />
      <TemplatePreview previewed={previewed} close={() => setPreviewed(undefined)} />
    </>
  );
};
