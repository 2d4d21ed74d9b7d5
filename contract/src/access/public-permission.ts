/** Screens of calls that everybody may make: who is given the node sees them in his sidebar. */
export const everybodysScreens: ReadonlySet<string> = new Set(['/store/sort']);

/** Permission strings every role has and nobody can untick: session, category service, public service. */
export const everybodyMay = [
  'admin:info',
  'admin:logout',
  'admin:login:menus',
  'admin:update:name',
  'admin:update:password',
  'admin:category:list',
  'admin:category:save',
  'admin:category:delete',
  'admin:category:update',
  'admin:category:info',
  'admin:category:list:tree',
  'admin:category:list:ids',
  'admin:category:update:status',
  'admin:system:form:info',
  'admin:system:config:saveuniq',
  'admin:system:config:getuniq',
  'admin:system:config:check',
  'admin:system:config:get',
  'admin:system:config:update',
  'admin:order:time',
  // reading the regions of the country: every form with an address needs them
  'admin:system:city:list:tree',
  'admin:system:attachment:save',
  'admin:system:attachment:update',
  'admin:system:attachment:info',
  'admin:system:group:info',
  'admin:wechat:config',
  'admin:wechat:media:upload',
] as const;
