import type { Endpoint, May } from '@zhuiyuan/contract/kit/endpoint';

const named = (may: May): readonly string[] => {
  if (typeof may === 'string') return [may];
  return 'any' in may ? may.any : may.all;
};

/** Permissions that open calls of the platform alone; staff of a firm (`firmId`) get nothing by them. Empty for the platform's. */
export const withheldFrom = (endpoints: readonly Endpoint[], firmId: number | null): ReadonlySet<string> => {
  if (firmId === null) return new Set();
  const of = (isPlatform: boolean) =>
    endpoints.filter(({ platform = false }) => platform === isPlatform).flatMap(({ may }) => named(may));
  const others = new Set(of(false));
  return new Set(of(true).filter((permission) => !others.has(permission)));
};
