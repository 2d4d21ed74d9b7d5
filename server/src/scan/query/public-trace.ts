import { insertComplaint } from '../log/insert-complaint.ts';
import { GeoMode } from '@zhuiyuan/contract/codes/state/code-enums';
import { RiskLevel } from '@zhuiyuan/contract/codes/state/warning-states';
import { publicTraceApi, publicTraceRefusals } from '@zhuiyuan/contract/scan/query/public-trace';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { sentTokenHash } from '../../account/account-session.ts';
import { makeCaptcha, takeCaptcha } from '../../access/captcha.ts';
import type { App } from '../../kit/http/app-context.ts';
import { refuse } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { templateContent, findTemplate, wantsText } from '../../trace/template/live-template.ts';
import { sendPaper } from '../../trace/template/public-paper.ts';
import { readRecall } from '../../trace/lot/read-recall.ts';
import { emptyTrace, traceDetail } from '../../trace/template/trace-detail.ts';
import { boxContents } from '../../codes/state/box-contents.ts';
import { KeyState, openKeyring } from '../../codes/cipher/keyring.ts';
import { locateScan } from '../log/locate-scan.ts';
import { findScan } from '../log/find-scan.ts';
import { raiseRisk } from '../log/raise-risk.ts';
import { keepScanCounters } from '../log/roll-up-scans.ts';
import { isShown, scanAnswer } from './scan-answer.ts';
import { toDevice, scanCode, type Judged, type Visit } from './scan-code.ts';
import { checkPictures } from './check-pictures.ts';
import { namesOthers } from './names-others.ts';
import { readGeoMode } from './scan-rules.ts';
import { readScanToken, signScanToken } from './scan-token.ts';
import { tryPin } from './try-pin.ts';

/** Reports taken about one query. */
const reportsPerQuery = 3;
/** 单码异常扫码 among the types of warnings. */
const oddCode = 2;

/** The shopper's calls: one query, what belongs to it, the scratch PIN, a late location, a report. */
export const mountPublicTrace = (app: App): void => {
  const keyring = openKeyring(app);
  const { masterKey } = app.config;
  keepScanCounters(app.background);
  const readLook = ({ verdict, unit, template }: Judged) =>
    unit?.productId && isShown(verdict) ? templateContent(app.shopperDb, template) : Promise.resolve(null);
  const toAnswer = async (judged: Judged, token: string) =>
    scanAnswer(judged, token, {
      template: await readLook(judged),
      box: judged.unit && isShown(judged.verdict) ? await boxContents(app.shopperDb, judged.unit) : null,
    });
  /** What is wrong with a code although it is known: its link names other goods, or its key has leaked. */
  const toWarning = async ({ unit, code, verdict }: Judged, link: { gtin?: string; lot?: string }) => {
    if (!unit || !isShown(verdict)) return {};
    if (await namesOthers(app.shopperDb, link, unit)) {
      await raiseRisk(app.shopperDb, {
        firmId: unit.firmId,
        type: oddCode,
        level: RiskLevel.usual,
        key: `link ${toCodeId(unit.seg, unit.serial)}`,
        title: '链接中的商品信息与登记不一致，疑似被复制',
        detail: { code, ...link },
      });
      return { warning: '链接中的商品信息与登记不一致，谨防假冒' };
    }
    const isLeaked = (await keyring.generation(app.db, unit.keyV ?? ''))?.state === KeyState.leaked;
    return isLeaked ? { warning: '该批编码可能被仿制，请核对包装和购买渠道，或联系商家核实' } : {};
  };

  for (const { value: verdict } of Verdict.options) app.metrics.scans.inc({ verdict }, 0);
  serve(app, publicTraceApi, {
    async scan({ input, request }) {
      const visit: Visit = {
        ip: request.address,
        userAgent: request.headers['user-agent'] ?? '',
        deviceId: input.deviceId ?? '',
        entry: input.entry,
        host: request.hostname,
      };
      const passedCaptcha =
        Boolean(input.captchaKey) &&
        (await takeCaptcha(app.shopperDb, input.captchaKey!, input.captchaCode ?? '')) === 'right';
      const judged = await scanCode(app.shopperDb, keyring, input.code, visit, {
        passedCaptcha,
        tokenHash: sentTokenHash(request),
      });
      app.metrics.scans.inc({ verdict: judged.verdict });
      if (judged.scanId === null)
        return scanAnswer(judged, '', { challenge: judged.needsCaptcha ? await makeCaptcha(app.shopperDb) : null });
      const token = signScanToken(masterKey, { scanId: judged.scanId, at: judged.at, code: judged.code, visit });
      const isOff = judged.firm?.rules.geoMode === GeoMode.off;
      if (!isOff && input.lng !== undefined && input.lat !== undefined) {
        const position = { lng: input.lng, lat: input.lat, datum: input.datum };
        judged.city =
          (await locateScan(app.shopperDb, { scanId: judged.scanId, at: judged.at }, position)) ?? judged.city;
      }
      return { ...(await toAnswer(judged, token)), ...(await toWarning(judged, input)) };
    },

    async detail({ input }) {
      const { scanId, at } = readScanToken(masterKey, input.token);
      const scan = await findScan(app.shopperDb, { scanId, at });
      if (!scan?.productId || !isShown(scan.verdict as Verdict)) return emptyTrace;
      const { firmId, productId, lotId, seg, serial, codeText: code } = scan;
      const withText = wantsText(await findTemplate(app.shopperDb, { firmId, productId }));
      return traceDetail(app.shopperDb, { firmId, productId, lotId, seg, serial, code }, { withText, masterKey });
    },

    async geo({ input: { token, ...position } }) {
      const asked = readScanToken(masterKey, token);
      const scan = await findScan(app.shopperDb, asked);
      if (scan?.firmId && (await readGeoMode(app.shopperDb, scan.firmId)) === GeoMode.off) return { city: null };
      return { city: await locateScan(app.shopperDb, asked, position) };
    },

    async pin({ input, request }) {
      const { code, visit } = readScanToken(masterKey, input.token);
      const tried = await tryPin(app.shopperDb, keyring, { code, pin: input.pin, device: toDevice(visit) });
      const judged = await scanCode(app.shopperDb, keyring, code, visit, {
        passedCaptcha: true,
        passedPin: tried.isRight,
        tokenHash: sentTokenHash(request),
      });
      const { scanId } = judged;
      const token = scanId === null ? '' : signScanToken(masterKey, { scanId, at: judged.at, code, visit });
      if (tried.isRight || judged.verdict !== 'NEED_PIN')
        return { ...(await toAnswer(judged, token)), ...(await toWarning(judged, {})), remain: null };
      const answer = scanAnswer(judged, token, { verdict: 'PIN_WRONG' });
      return {
        ...answer,
        text: tried.remain === 0 ? '验证码错误次数过多，请24小时后再试' : answer.text,
        remain: tried.remain,
      };
    },

    paper: ({ input, reply }) => sendPaper(app, input.key, reply),

    recall: ({ input }) => readRecall(app.shopperDb, input),

    async report({ input }) {
      const { scanId, at, code, visit } = readScanToken(masterKey, input.token);
      await checkPictures(app.shopperDb, input.images, toDevice(visit));
      const sent = await app.shopperDb
        .selectFrom('complaint')
        .where('scanId', '=', scanId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (sent.count >= reportsPerQuery) throw refuse(publicTraceRefusals.tooManyReports);
      const scan = await findScan(app.shopperDb, { scanId, at });
      await insertComplaint(app.shopperDb, {
        firmId: scan?.firmId ?? 0,
        scanId,
        codeText: code,
        productId: scan?.productId ?? null,
        content: input.content,
        images: input.images,
        contact: input.contact,
        buyPlace: input.buyPlace,
      });
      return null;
    },
  });
};
