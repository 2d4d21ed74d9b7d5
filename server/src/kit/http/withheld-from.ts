import { permissionsOf, type Endpoint } from '@zhuiyuan/contract/kit/endpoint';

/** Permissions that open calls of the platform alone; staff of a firm (`firmId`) get nothing by them. Empty for the platform's. */
export const withheldFrom = (endpoints: readonly Endpoint[], firmId: number | null): ReadonlySet<string> => {
  if (firmId === null) return new Set();
  const of = (isPlatform: boolean) =>
    endpoints
      .filter(({ platform = false }) => platform === isPlatform)
      .flatMap(({ may, furtherMay = [] }) => [...permissionsOf(may), ...furtherMay]);
  const others = new Set(of(false));
  return new Set(of(true).filter((permission) => !others.has(permission)));
};
