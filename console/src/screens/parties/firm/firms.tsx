import { Review } from '@zhuiyuan/contract/kit/review';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { firmApi, type FirmRow } from '@zhuiyuan/contract/parties/firm/firm';
import { nodeApi } from '@zhuiyuan/contract/registration/registration';
import Building2 from 'icon:building-2';
import { session } from '../../../lib/session.ts';
import { acts, enumDot, enumTag, extra, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { regionFilter } from '../../../parts/pickers/region-input.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { FirmReview, useFirmReview } from './firm-review.tsx';
import { quotaColumn, validToColumn } from './firm-columns.tsx';
import { FirmDetail } from './firm-detail.tsx';
import { FirmNode, useFirmNode } from './firm-node.tsx';
import { FirmQuota, useFirmQuota } from './firm-quota.tsx';
import { FirmSettingsDrawer, useFirmSettings } from './firm-settings-drawer.tsx';

/** 企业管理: brand owners, their review, quota and rules. */
export const Firms = () => {
  const isPlatform = session.use((current) => current?.admin.firmId === null);
  const search = useSearch(firmApi.list);
  const crud = useCrud(firmApi, { page: '/identity/firmCreat' });
  const [shownFirm, setShownFirm] = useOpened();
  const review = useFirmReview();
  const quota = useFirmQuota();
  const node = useFirmNode();
  const settings = useFirmSettings();

  const columns: Column<FirmRow>[] = [
    name('name', '企业名称', { picture: 'logo', least: 216, open: (row) => setShownFirm(row.id) }),
    text('firmNo', '企业编号', { width: 116 }),
    extra(text('creditCode', '统一社会信用代码', { width: 172 })),
    extra(text('industry', '行业', { width: 80 })),
    text('contact', '联系人', { width: 76 }),
    text('phone', '联系电话', { width: 116 }),
    text('regionName', '所在地区', { width: 168 }),
    quotaColumn,
    text('nodePrefix', '标识前缀', { width: 100 }),
    validToColumn,
    enumTag('audit', '审核状态', Review),
    isPlatform
      ? crud.statusColumn((row) => row.name, '停用后该企业账号将无法登录，已发行的码仍可查询，确定停用？')
      : enumDot('status', '状态', Enabled),
    time('createTime', '创建时间'),
    acts((row) => [
      crud.editAct(row),
      ...(isPlatform && row.audit === Review.waiting
        ? [{ label: '审核', may: firmApi.review.may, run: () => review.open(row) }]
        : []),
      ...(isPlatform
        ? [
            {
              label: '额度',
              may: firmApi.quota.may,
              run: () => quota.open(row),
              blocked: row.codeQuota === null ? '该企业不限码额度' : undefined,
            },
          ]
        : []),
      { label: '规则设置', may: firmApi.settings.may, run: () => settings.open(row) },
      { label: '标识节点', may: nodeApi.read.may, run: () => node.open(row) },
      ...(isPlatform ? [crud.removeAct(row)] : []),
    ]),
  ];
  const add = isPlatform && crud.addButton('新增企业');
  return (
    <>
      <ListScreen
        search={search}
        thing="企业"
        columns={columns}
        filters={[
          textFilter('name', '企业名称'),
          textFilter('creditCode', '信用代码', '统一社会信用代码'),
          selectFilter('audit', '审核状态', Review),
          selectFilter('status', '状态', Enabled),
          regionFilter('regionCode', '地区'),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={
          <>
            {add}
            <ExportButton biz="firm" endpoint={firmApi.export} input={search.values} />
          </>
        }
        batch={isPlatform ? crud.batch : undefined}
        card={{ head: 'firmNo', status: 'audit', name: 'name', facts: ['industry', 'contact', 'regionName'] }}
        empty={{ icon: Building2, text: '企业是产品和码的所有者，审核通过后可以建产品、生码。', action: add }}
      />
      <FirmDetail id={shownFirm} close={() => setShownFirm(undefined)} />
      <FirmReview draft={review} />
      <FirmQuota draft={quota} />
      <FirmSettingsDrawer draft={settings} />
      <FirmNode draft={node} />
    </>
  );
};
