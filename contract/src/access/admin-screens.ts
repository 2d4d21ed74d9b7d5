/** Addresses of the console that only a role marked 管理员角色 opens, whatever permissions it holds. */
export const adminScreens: ReadonlySet<string> = new Set([
  '/identity/batchManager',
  '/identity/batchManager/delete',
  '/identity/batchManager/export',
  '/identity/batchManager/import',
  '/identity/batchManager/update',
  '/identity/batchManager/use',
  '/identity/channelManager',
  '/identity/channelManager/update',
  '/operation/roleManager/adminList',
  '/operation/roleManager/identityManager',
  '/operation/roleManager/promiseRules',
  '/operation/setting',
]);
