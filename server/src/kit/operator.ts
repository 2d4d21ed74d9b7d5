import type { Endpoint, May } from '@zhuiyuan/contract/kit/endpoint';
import { invalid } from './refusal.ts';

/** The signed-in member of staff a call is made by. `firmId` null = platform staff, who see every firm. */
export interface Operator {
  id: number;
  account: string;
  realName: string;
  firmId: number | null;
  isSuper: boolean;
  /** Somebody else set the password: until it is changed, only what leads to one's own is answered. */
  hasGivenPassword: boolean;
  /** A role of theirs is marked 管理员角色. */
  isAdmin: boolean;
  /** Role keys as the console reads them: `admin`, `role_2`. */
  roles: string[];
  permissions: ReadonlySet<string>;
  /** Permissions that give nothing here, because they open calls of the platform alone. */
  withheld: ReadonlySet<string>;
  may(may: Exclude<May, 'open'>): boolean;
}

/** Whether somebody may make a call that is not open to all. */
export const mayCall = (
  operator: Operator,
  { may, platform, needsAdmin }: Pick<Endpoint, 'may' | 'platform' | 'needsAdmin'>,
): boolean =>
  may !== 'open' && operator.may(may) && !(platform && operator.firmId !== null) && !(needsAdmin && !operator.isAdmin);

/** The firm a new row belongs to: the operator's own, or the one platform staff picked. */
export const requireFirmId = (operator: Operator, picked: number | undefined): number => {
  const firm = operator.firmId ?? picked;
  if (!firm) throw invalid('firmId', '请选择所属企业');
  return firm;
};
