/** The first characters, in the order of their sound, of each letter that begins one; no sound begins with I, U or V. */
const firsts = '阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀';
const letters = 'ABCDEFGHJKLMNOPQRSTWXYZ';
const bySound = new Intl.Collator('zh-CN-u-co-pinyin');

const initialOf = (character: string): string => {
  if (!/\p{Script=Han}/u.test(character)) return /[a-z\d]/i.test(character) ? character.toUpperCase() : '';
  const next = [...firsts].findIndex((first) => bySound.compare(first, character) > 0);
  return letters.at(next === -1 ? -1 : next - 1) ?? '';
};

/** `SMRW` of 生码任务: how each character begins when it is spoken, one reading for each; other signs are left out. */
export const initialsOf = (text: string): string => [...text].map(initialOf).join('');
