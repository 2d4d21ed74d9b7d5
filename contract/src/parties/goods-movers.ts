/** Permissions of those who ship, sign and look after shipping: they choose among dealers, shops and channels. */
export const goodsMovers = ['list', 'alone', 'box', 'batch', 'return', 'sign', 'log'].map(
  (act) => `admin:identity:deliver:${act}`,
);
