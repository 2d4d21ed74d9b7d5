import { id } from '@zhuiyuan/contract/kit/fields';
import type { z } from 'zod';
import { useClassList } from '../lib/class-list.ts';
import { session } from '../lib/session.ts';
import { text, type Column } from './columns.tsx';
import { SelectField } from './fields.tsx';
import { selectFilter, type Filter, type Option } from './filters.tsx';

/** A lookup list as choices. */
export const useOptions = (name: string): Option[] =>
  useClassList(name).map(({ id: value, name: label }) => ({ value, label }));

/** Whether the signed-in person is staff of the platform, who see every firm. */
export const useIsPlatform = (): boolean => session.use((current) => current?.admin.firmId === null);

/** 所属企业, first of every list's filters for staff of the platform; firm staff see their own rows only. */
export const useFirmFilter = (): Filter<'firmId'>[] => {
  const firms = useOptions('firm');
  return useIsPlatform() ? [selectFilter('firmId', '所属企业', firms)] : [];
};

/** 所属企业 as a column, for staff of the platform. */
export const useFirmColumn = <Row extends { firmName: string }>(): Column<Row>[] =>
  useIsPlatform() ? [text<Row>('firmName', '所属企业', { width: 136 })] : [];

/** 所属企业, first of a form for staff of the platform; the firm of a row that exists never changes. */
export const FirmField = ({ isNew }: { isNew: boolean }) => {
  const firms = useOptions('firm');
  return useIsPlatform() ? <SelectField name="firmId" label="所属企业" from={firms} disabled={!isNew} isWide /> : null;
};

/** The draft's schema, with a firm that staff of the platform must choose. */
export const useFirmSchema = (schema: z.ZodObject): z.ZodObject =>
  useIsPlatform() ? schema.safeExtend({ firmId: id('请选择所属企业') }) : schema;
