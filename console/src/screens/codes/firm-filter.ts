import { useClassList } from '../../lib/class-list.ts';
import { session } from '../../lib/session.ts';
import { selectFilter, type Filter, type Option } from '../../parts/filters.tsx';

/** A lookup list as choices. */
export const useOptions = (name: string): Option[] =>
  useClassList(name).map(({ id, name: label }) => ({ value: id, label }));

/** Whether the signed-in person is staff of the platform, who see every firm. */
export const useIsPlatform = (): boolean => session.use((current) => current?.admin.firmId === null);

/** 所属企业, first of every list's filters for staff of the platform; firm staff see their own rows only. */
export const useFirmFilter = (): Filter<'firmId'>[] => {
  const firms = useOptions('firm');
  return useIsPlatform() ? [selectFilter('firmId', '所属企业', firms)] : [];
};
