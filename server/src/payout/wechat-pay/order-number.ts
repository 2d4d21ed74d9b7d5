const part = (value: number, width: number): string => {
  const text = value.toString(36).toUpperCase();
  if (!Number.isSafeInteger(value) || value < 0 || text.length > width)
    throw new Error(`${value} fits no order number`);
  return text.padStart(width, '0');
};

/**
 * The merchant's own number of one attempt, for its life: known before the first call, so that whoever sends it again sends the
 * same. `LT`, the record in 12 and the merchant in 3 digits of base 36, the attempt in two decimal ones.
 */
export const orderNumber = (redInfoId: number, merchantId: number, attemptNo: number): string => {
  if (!Number.isInteger(attemptNo) || attemptNo < 1 || attemptNo > 99)
    throw new Error(`attempt ${attemptNo} has no number`);
  return `LT${part(redInfoId, 12)}${part(merchantId, 3)}${String(attemptNo).padStart(2, '0')}`;
};
