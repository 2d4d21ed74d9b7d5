/**
 * What is said of a number that is not right: of one with the wrong number of places also how many are right and how many
 * there are, `统一社会信用代码不正确，应为18位，现在3位`.
 */
export const placesText = (message: string, lengths: readonly number[], value: string): string => {
  const count = [...value].length;
  return lengths.includes(count) ? message : `${message}，应为${lengths.join('、')}位，现在${count}位`;
};
