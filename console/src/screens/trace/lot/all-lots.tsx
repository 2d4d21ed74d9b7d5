import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { useSearch } from '../../../parts/list/use-search.ts';
import { Lots } from './lots.tsx';
import '../trace.css';

/** 批次管理: the lots of all products. */
export const AllLots = () => <Lots product={undefined} search={useSearch(lotApi.list)} />;
