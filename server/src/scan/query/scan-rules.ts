import { SelectScope, VerdictTexts } from '@zhuiyuan/contract/scan/query/query-setting';
import type { z } from 'zod';
import { GeoMode } from '@zhuiyuan/contract/codes/state/code-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { FirmSettings } from '@zhuiyuan/contract/parties/firm/firm-settings';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { announceChange, remember } from '../../kit/db/remember.ts';

/** The texts a setting has of its own. */
export const ScanTexts = VerdictTexts.partial();

/** How a query is answered: the product's setting, else the firm's default one, else the firm's rules and the usual texts. */
export interface ScanRules {
  needPin: boolean;
  overLimit: number;
  dedupeMin: number;
  showFirstInfo: boolean;
  voiceOn: boolean;
  jumpUrl: string;
  servicePhone: string;
  /** Pictures that the firm shows: whom to write to, and its official account; '' where it has none. */
  serviceQr: string;
  followQr: string;
  /** Whether the page asks where it is opened. */
  geoMode: GeoMode;
  texts: z.output<typeof ScanTexts>;
}

/** What a firm tells all its consumers, whatever the product. */
type OfConsumers = Pick<ScanRules, 'geoMode' | 'serviceQr' | 'followQr'>;

const memory = 'query settings';

const settings = remember(memory, async (db) => {
  const [configs, products, asked] = await Promise.all([
    live(db, 'selectConfig')
      .where('status', '=', Enabled.on)
      .select([
        'id',
        'firmId',
        'scope',
        'needPin',
        'overLimit',
        'dedupeMin',
        'showFirstInfo',
        'voiceOn',
        'jumpUrl',
        'servicePhone',
        'texts',
      ])
      .execute(),
    db.selectFrom('selectConfigProduct').select(['productId', 'configId']).execute(),
    db
      .selectFrom('consumerConfig')
      .select(['firmId', 'geoMode', 'servicePhone', 'serviceQr', 'followOn', 'followQr'])
      .execute(),
  ]);
  const ofConsumers = new Map(
    asked.map(({ firmId, geoMode, followOn, followQr, ...told }) => [
      firmId,
      { ...told, geoMode: geoMode as GeoMode, followQr: followOn ? followQr : '' },
    ]),
  );
  const rules = new Map<number, Omit<ScanRules, keyof OfConsumers>>(
    configs.map(({ id, firmId: _firm, scope: _scope, ...rest }) => [
      id,
      { ...rest, texts: ScanTexts.parse(rest.texts) },
    ]),
  );
  const ofProduct = new Map<number, Omit<ScanRules, keyof OfConsumers>>();
  for (const { productId, configId } of products) {
    const own = rules.get(configId);
    if (own) ofProduct.set(productId, own);
  }
  const ofFirm = new Map(
    configs.filter(({ scope }) => scope === SelectScope.firm).map(({ id, firmId }) => [firmId, rules.get(id)!]),
  );
  return { ofProduct, ofFirm, ofConsumers };
});

/** Lets the next query follow the settings as they are now, in every process. */
export const announceScanRules = (db: Db): Promise<void> => announceChange(db, memory);

/** Of a firm that said nothing. */
const usual: OfConsumers & { servicePhone: string } = {
  geoMode: GeoMode.asked,
  servicePhone: '',
  serviceQr: '',
  followQr: '',
};

/** The rules for a firm's product; `firmSettings` are the firm's own, used where no setting says otherwise. */
export const readScanRules = async (
  db: Db,
  { firmId, productId, firmSettings }: { firmId: number; productId: number | null; firmSettings: unknown },
): Promise<ScanRules> => {
  const { ofProduct, ofFirm, ofConsumers } = await settings(db);
  const { servicePhone, ...told } = ofConsumers.get(firmId) ?? usual;
  const set = (productId === null ? undefined : ofProduct.get(productId)) ?? ofFirm.get(firmId);
  if (set) return { ...set, ...told, servicePhone: set.servicePhone || servicePhone };
  const { overLimit, scanDedupeMin } = FirmSettings.parse(firmSettings);
  return {
    needPin: false,
    overLimit,
    dedupeMin: scanDedupeMin,
    showFirstInfo: true,
    voiceOn: false,
    jumpUrl: '',
    servicePhone,
    ...told,
    texts: {},
  };
};

/** Whether a firm lets its page ask where it is opened. */
export const readGeoMode = async (db: Db, firmId: number): Promise<GeoMode> =>
  (await settings(db)).ofConsumers.get(firmId)?.geoMode ?? GeoMode.asked;

/** The texts a firm answers with on its own domain when the code says nothing of a firm. */
export const readHostTexts = async (db: Db, host: string): Promise<ScanRules['texts']> => {
  if (!host) return {};
  const firm = await live(db, 'firm').where('domain', '=', host).select('id').limit(1).executeTakeFirst();
  return firm ? ((await settings(db)).ofFirm.get(firm.id)?.texts ?? {}) : {};
};
