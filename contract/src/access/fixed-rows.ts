/** Role 1, 超级管理员: every permission, every route, every firm. Only the account `admin` sees it and gives it. */
export const superRoleId = 1;

/** The account that cannot be disabled, deleted or renamed, and that alone changes the menu tree and what is locked below. */
export const rootAccount = 'admin';

/** 登录管理, 分类服务, 公共服务: granted to every role, ticked and locked in the permission tree. */
export const publicMenuIds = [280, 294, 344] as const;

/** 主页, which everybody sees. */
export const homeMenuId = 226;

/** 系统设置, 管理权限, 角色管理, 管理员列表, 权限规则: with all below them, only the account `admin` ticks them. */
export const sensitiveMenuIds = [121, 123, 136, 137, 138] as const;
