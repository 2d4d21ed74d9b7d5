import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { GeoMode } from '@zhuiyuan/contract/codes/state/code-enums';
import { recallTitle, verdictWords, type Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { verdictText } from '@zhuiyuan/contract/scan/query/verdict-text';
import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { Judged, ScanFirm } from './scan-code.ts';

const showsProduct: ReadonlySet<Verdict> = new Set<Verdict>(['FIRST', 'REPEAT', 'OVER', 'FROZEN']);
const showsFirm: ReadonlySet<Verdict> = new Set<Verdict>([
  'FIRST',
  'REPEAT',
  'OVER',
  'FROZEN',
  'INACTIVE',
  'VOID',
  'NEED_PIN',
  'PIN_WRONG',
]);

/** Goods that are called back say so before anything else, in the firm's own words. */
const isRecall = ({ unit }: Judged, verdict: Verdict): boolean =>
  verdict === 'FROZEN' && Boolean(unit?.isRecalled && unit.recallText);

/** The firm's sentence, with what the verdict allows to be known. */
const sentence = (judged: Judged, verdict: Verdict): string => {
  const { unit, firm, counted } = judged;
  if (isRecall(judged, verdict)) return unit!.recallText!;
  const first = firm?.rules.showFirstInfo ? counted : undefined;
  return verdictText(judged.texts[verdict] ?? verdictWords[verdict].text, {
    product: showsProduct.has(verdict) ? (unit?.storeName ?? '') : '',
    firm: showsFirm.has(verdict) ? firm?.name : '',
    code: groupCode(judged.code),
    times: counted?.times,
    firstTime: first?.firstAt.slice(0, 16),
    firstCity: first?.firstCity,
    phone: showsFirm.has(verdict) ? firm?.phone : '',
  });
};

/** Verdicts after which the firm may say where else it is found. */
const leadsOn: ReadonlySet<Verdict> = new Set<Verdict>(['FIRST', 'REPEAT']);

/** The firm with its pictures. */
const toFirm = ({ name, logo, phone, rules }: ScanFirm, verdict: Verdict): ScanAnswer['firm'] => ({
  name,
  logo: logo || null,
  phone: phone || null,
  ...(rules.serviceQr && { serviceQr: rules.serviceQr }),
  ...(rules.followQr && leadsOn.has(verdict) && { followQr: rules.followQr }),
});

/** Verdicts behind which the product is shown, and with it its trace. */
export const isShown = (verdict: Verdict): boolean => showsProduct.has(verdict);

/** What the shopper's page is told: no more than the verdict allows. */
export const scanAnswer = (
  judged: Judged,
  token: string,
  {
    challenge = null,
    verdict = judged.verdict,
    template = null,
    box = null,
  }: Partial<Pick<ScanAnswer, 'challenge' | 'verdict' | 'template' | 'box'>> = {},
): ScanAnswer => {
  const { unit, firm, counted } = judged;
  const product = showsProduct.has(verdict) && unit?.storeName ? unit : undefined;
  const isKnown = showsFirm.has(verdict) && firm !== undefined;
  const first = firm?.rules.showFirstInfo ? counted : undefined;
  return {
    token,
    scanId: judged.scanId,
    verdict,
    level: verdictWords[verdict].level,
    title: isRecall(judged, verdict) ? recallTitle : verdictWords[verdict].title,
    text: sentence(judged, verdict),
    times: counted?.times ?? 0,
    firstTime: first?.firstAt ?? null,
    firstCity: first?.firstCity || null,
    scanTime: judged.at,
    scanCity: judged.city || null,
    needPin: verdict === 'NEED_PIN' || verdict === 'PIN_WRONG',
    captcha: judged.needsCaptcha,
    challenge,
    firm: isKnown ? toFirm(firm, verdict) : null,
    product: product
      ? { storeName: product.storeName!, spec: product.spec || null, image: product.image || null }
      : null,
    lotNo: product?.lotNo ?? null,
    produceDate: product?.produceDate ?? null,
    expireDate: product?.expireDate ?? null,
    expired: Boolean(product?.expireDate && product.expireDate < shanghaiToday()),
    codeText: verdict === 'INVALID' || verdict === 'LIMITED' ? '' : groupCode(judged.code),
    face: judged.face,
    box,
    lottery: { enabled: false, activityId: null, entryUrl: null },
    voiceOn: firm?.rules.voiceOn ?? false,
    links: isKnown && firm.rules.jumpUrl ? [{ title: '查看更多', url: firm.rules.jumpUrl }] : [],
    geoWanted: firm?.rules.geoMode === GeoMode.must,
    geoOff: firm?.rules.geoMode === GeoMode.off,
    reportImages: Boolean(token),
    recallText: product?.isRecalled ? product.recallText : null,
    template: product ? template : null,
  };
};
