import { id } from '@zhuiyuan/contract/kit/fields';
import { Form } from 'antd';
import { useEffect, useRef, type ComponentProps } from 'react';
import type { z } from 'zod';
import { offering, useOfFirm } from '../../lib/asked-rows.ts';
import { useClassList } from '../../lib/use-class-list.ts';
import { toChoices, type Choices } from '../form/choices.ts';
import { session } from '../../lib/session.ts';
import { text, type Column } from '../list/columns.tsx';
import { SelectField } from '../form/fields.tsx';
import { selectFilter, type Filter } from '../list/filters.tsx';
import type { Option } from '../form/option.ts';

/** A lookup list as choices; `before` stands above them. */
export const useOptions = (name: string, before?: readonly Option[]): Choices =>
  toChoices(useClassList(name), (entry) => entry.name, { before });

/** A lookup list as choices: of one firm, of all where none is named. */
export const useOptionsOf = (name: string, firmId: number | undefined): Choices => {
  const rows = useOfFirm(useClassList(name), firmId);
  const offered = firmId === undefined ? rows : offering(rows, (row) => row.firmId === firmId);
  return toChoices(offered, (entry) => entry.name);
};

/** A choice among rows of the firm that the form is about, of a lookup list. */
export const OwnedField = ({ list, ...field }: Omit<ComponentProps<typeof SelectField>, 'from'> & { list: string }) => {
  const isPlatform = useIsPlatform();
  const chosen = Form.useWatch<number | undefined>('firmId');
  return <SelectField {...field} from={useOptionsOf(list, isPlatform ? chosen : undefined)} />;
};

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

/**
 * 所属企业, first of a form for staff of the platform; the firm of a row that exists never changes. `owned` names the fields
 * that hold rows of the firm: another firm empties them.
 */
export const FirmField = ({ isNew, owned = [] }: { isNew: boolean; owned?: readonly string[] }) => {
  const firms = useOptions('firm');
  const form = Form.useFormInstance();
  const firmId = Form.useWatch<number | undefined>('firmId', form);
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (isNew && before.current !== undefined && firmId !== before.current)
      form.setFieldsValue(Object.fromEntries(owned.map((name) => [name, undefined])));
    before.current = firmId;
  }, [firmId, isNew, owned, form]);
  return useIsPlatform() ? <SelectField name="firmId" label="所属企业" from={firms} disabled={!isNew} isWide /> : null;
};

/** The draft's schema, with a firm that staff of the platform must choose. */
export const useFirmSchema = (schema: z.ZodObject): z.ZodObject =>
  useIsPlatform() ? schema.safeExtend({ firmId: id('请选择所属企业') }) : schema;
