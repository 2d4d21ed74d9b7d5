/** Cookie that carries the session token; its spelling is part of the wire. */
const tokenName = 'Authori-zation';
/** The same on https: a cookie so named can only come from a secure page. */
const secureTokenName = `__Secure-${tokenName}`;
const loginName = 'JavaInfo';
const sidebarName = 'sidebarStatus';
const sidebarDays = 365;

const read = (name: string): string => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  if (!found) return '';
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return '';
  }
};

const isSecure = (): boolean => location.protocol === 'https:';

const write = (name: string, value: string, days?: number): void => {
  const life = days === undefined ? '' : `; max-age=${days * 86_400}`;
  const secure = isSecure() ? '; secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=lax${life}${secure}`;
};

const remove = (name: string): void => write(name, '', 0);

/** The token, also where a page on http, or an earlier release, has left it. */
export const readToken = (): string => read(secureTokenName) || read(tokenName);
export const removeToken = (): void => {
  remove(secureTokenName);
  remove(tokenName);
};
export const writeToken = (token: string): void => {
  removeToken();
  write(isSecure() ? secureTokenName : tokenName, token);
};

/** What the header shows before the server has answered who is signed in. */
export interface LoginCookie {
  realName: string;
  /** Of the account; absent where none is signed in. */
  id?: number;
}

export const readLogin = (): LoginCookie => {
  try {
    const login: unknown = JSON.parse(read(loginName));
    if (typeof login === 'object' && login && 'realName' in login)
      return { realName: String(login.realName), ...('id' in login && { id: Number(login.id) }) };
  } catch {
    return { realName: '' };
  }
  return { realName: '' };
};
export const writeLogin = (login: LoginCookie & Record<string, unknown>): void =>
  write(loginName, JSON.stringify(login));
export const removeLogin = (): void => remove(loginName);

/** Whether the sidebar was left open; open when nobody ever closed it. */
export const readSidebarIsOpen = (): boolean => read(sidebarName) !== '0';
export const writeSidebarIsOpen = (isOpen: boolean): void => write(sidebarName, isOpen ? '1' : '0', sidebarDays);
