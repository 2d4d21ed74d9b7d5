/** Regions that came after the package's data (Ministry of Civil Affairs, up to November 2025). */
const added: Readonly<Record<string, string>> = {
  460302: '西沙区',
  460303: '南沙区',
  500157: '两江新区',
  540481: '米林市',
  540581: '错那市',
  653228: '和康县',
  653229: '和安县',
  659012: '白杨市',
};

/** Codes the package still has although their regions were renamed, merged or divided. */
const withdrawn = [
  330103, 330104, 350402, 350403, 350427, 350625, 350681, 410306, 410322, 410381, 431121, 450127, 460321, 460322,
  460323, 500105, 500112, 513425, 520522, 532331, 540422, 540530, 610322, 610928, 654223,
];

/** Areas that only statistics number: no regions of GB/T 2260. */
const statistical = [232761, 232762, 232763, 232764, 632857];

const dropped = new Set([...withdrawn, ...statistical].map(String));

/** Whether a district of the package is one of GB/T 2260 today: no withdrawn one, no development zone (…71 to …79), no 市辖区. */
export const isDistrict = ({ code, name }: { code: string; name: string }): boolean =>
  !dropped.has(code) && !/7\d$/.test(code) && name !== '市辖区';

/** The districts that came after the package's data. */
export const addedDistricts = Object.entries(added).map(([code, name]) => ({ code, name }));
