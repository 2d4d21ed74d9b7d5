import { selectFilter, type Filter } from '../../../parts/filters.tsx';
import { useFirmFilter, useOptions } from '../../../parts/firm-picker.tsx';

/** 经销商, with everybody below; before it 所属企业 for the platform. */
export const useAgentFilter = (): Filter<'firmId' | 'agentId'>[] => [
  ...useFirmFilter(),
  selectFilter('agentId', '经销商', useOptions('agent')),
];

/** 门店, by name. */
export const useShopFilter = (): Filter<'shopId'> => selectFilter('shopId', '门店', useOptions('shop'));
