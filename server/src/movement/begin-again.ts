/** Said as the database says that a transaction lost against another one: what was read before the locks has changed, it begins again. */
export const beginAgain = (): Error => Object.assign(new Error('goods moved meanwhile'), { code: '40P01' });
