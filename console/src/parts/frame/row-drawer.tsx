import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { call } from '../../lib/call.ts';
import { SideDrawer } from './side-drawer.tsx';
import { Failed } from '../feedback/states.tsx';

type InfoEndpoint = Endpoint<z.ZodType<{ id: number }>>;

/** One whole row beside its list, fetched by its number when it is opened; without a number it is closed. */
export const RowDrawer = <E extends InfoEndpoint>({
  endpoint,
  id,
  close,
  title,
  name,
  mark,
  width,
  children,
}: {
  endpoint: E;
  id: number | undefined;
  close: () => void;
  title: string;
  name?: (row: DataOf<E>) => ReactNode;
  mark?: (row: DataOf<E>) => ReactNode;
  width?: number;
  children: (row: DataOf<E>) => ReactNode;
}) => {
  const { data, error, refetch } = useQuery({
    queryKey: [endpoint.path, id],
    queryFn: () => call(endpoint, { id: id ?? 0 } as QueryOf<E>, { quiet: true }),
    enabled: id !== undefined,
  });
  return (
    <SideDrawer
      isOpen={id !== undefined}
      close={close}
      title={title}
      name={data && name?.(data)}
      mark={data && mark?.(data)}
      width={width}
    >
      {error && <Failed title="内容没有加载出来" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />}
      {data && children(data)}
    </SideDrawer>
  );
};
