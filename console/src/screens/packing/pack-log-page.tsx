import { packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { useParams } from 'react-router';
import { useMay } from '../../lib/session.ts';
import { NoPermission } from '../../parts/feedback/states.tsx';
import { LatePacking } from './late-packing.tsx';
import { PackLogDetail } from './pack-log-detail.tsx';

/** 补录包装, or with an id one entry of the log of packing. */
export const PackLogPage = () => {
  const { id } = useParams();
  const may = useMay();
  if (id) return may(packLogApi.info.may) ? <PackLogDetail id={Number(id)} /> : <NoPermission permission="包装日志" />;
  return may(packLogApi.save.may) ? <LatePacking /> : <NoPermission permission="补录包装" />;
};
