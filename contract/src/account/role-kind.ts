import { z } from 'zod';
import { enumeration } from '../kit/enumeration.ts';

/** Whom somebody on the phone acts for. */
export const RoleKind = enumeration({
  agent: { value: 1, label: '经销商' },
  shop: { value: 2, label: '门店' },
  salesman: { value: 3, label: '业务员' },
  inspector: { value: 4, label: '稽查员' },
});
export type RoleKind = (typeof RoleKind.options)[number]['value'];

const names = {
  agent: RoleKind.agent,
  shop: RoleKind.shop,
  salesman: RoleKind.salesman,
  inspector: RoleKind.inspector,
};
type RoleName = keyof typeof names;

/** A role as the header `X-Role` names it: `agent-12`. */
export const toRoleKey = ({ kind, id }: { kind: RoleKind; id: number }): string =>
  `${Object.entries(names).find(([, value]) => value === kind)![0]}-${id}`;

/** The role a header names; nothing for any other text. */
export const readRoleKey = (key: string): { kind: RoleKind; id: number } | undefined => {
  const [, name, id] = /^(agent|shop|salesman|inspector)-([1-9]\d{0,15})$/.exec(key) ?? [];
  return name ? { kind: names[name as RoleName], id: Number(id) } : undefined;
};

/** Headers of the calls of people on the phone. */
export const accountHeader = 'x-consumer-token';
export const roleHeader = 'x-role';

/** How one may act: freely, only look and sign whole documents (the dealer is stopped), or not at all (the firm is). */
export const RoleState = z.enum(['on', 'stopped', 'closed']);
