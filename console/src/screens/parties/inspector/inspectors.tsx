import { useSearchParams } from 'react-router';
import { inspectionApi, inspectorApi } from '@zhuiyuan/contract/parties/inspector/inspector';
import { useMay } from '../../../lib/session.ts';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { Inspections } from './inspections.tsx';
import { InspectorList } from './inspector-list.tsx';

/** 稽查员, in the tabs 稽查员 and 稽查记录; `?tab=record` opens the second. */
export const Inspectors = () => {
  const may = useMay();
  const [address, setAddress] = useSearchParams();
  const items = [
    ...(may(inspectorApi.list.may) ? [{ value: 'inspector', label: '稽查员' }] : []),
    ...(may(inspectionApi.list.may) ? [{ value: 'record', label: '稽查记录' }] : []),
  ];
  const askedTab = address.get('tab') ?? 'inspector';
  const tab = items.find(({ value }) => value === askedTab)?.value ?? items[0]?.value;
  const tabs = (
    <ListTabs items={items} value={tab ?? ''} change={(value) => setAddress({ tab: value }, { replace: true })} />
  );
  return tab === 'record' ? <Inspections tabs={tabs} /> : <InspectorList tabs={tabs} />;
};
