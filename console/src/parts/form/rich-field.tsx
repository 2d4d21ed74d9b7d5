import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { Field, type FieldProps } from './field.tsx';

const Editor = lazy(async () => ({ default: (await import('./rich-input.tsx')).RichInput }));

interface LazyInputProps {
  id?: string;
  value?: string;
  onChange?: (html: string) => void;
}

const LazyInput = (props: LazyInputProps) => (
  <Suspense fallback={<Skeleton active={false} paragraph={{ rows: 4 }} />}>
    <Editor {...props} />
  </Suspense>
);

/** Rich text; its editor is fetched with the first one. The draft keeps html. */
export const RichField = (field: FieldProps) => (
  <Field isWide {...field}>
    <LazyInput />
  </Field>
);
