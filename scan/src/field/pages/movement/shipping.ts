import type { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { mostFieldCodes, type FieldCheck } from '@zhuiyuan/contract/fieldwork/field-moves';
import { count } from '../../../lib/words.ts';
import { levels } from '../../lib/words.ts';

/** Whom goods are sent to: a dealer below or a shop. */
export interface Receiver {
  kind: Holder;
  id: number;
  name: string;
}

/** A scanned code, with what is known of it. */
export interface ShipRow {
  code: string;
  check?: FieldCheck;
  /** It is taken out of its box, as was agreed to. */
  splits?: boolean;
}

/** What is kept of a shipment on the phone until it is confirmed. */
export interface Shipment {
  receiver?: Receiver;
  /** Newest first; what was not checked yet was scanned without a connection. */
  rows: ShipRow[];
}

/** A shipment of what was kept of it, of nothing where that is none. */
export const toShipment = (kept?: Partial<Shipment>): Shipment => ({ rows: [], ...kept });

/** The shop a scanned 门店码 stands for. */
export const shopIn = (text: string): number | undefined => {
  const id = /[?&]to=shop-(\d+)/.exec(text)?.[1];
  return id ? Number(id) : undefined;
};

const isSame = (one: Receiver, other: Receiver): boolean => one.id === other.id && one.kind === other.kind;

const withoutChecks = (rows: readonly ShipRow[]): ShipRow[] =>
  rows.map(({ code, splits }) => (splits ? { code, splits } : { code }));

/** Sends it to somebody: what was good for one receiver may not be for another. */
export const sendTo = ({ receiver: before, rows }: Shipment, receiver: Receiver): Shipment => ({
  receiver,
  rows: before && !isSame(before, receiver) ? withoutChecks(rows) : rows,
});

/** Forgets what is known of the codes. */
export const forgetChecks = (shipment: Shipment): Shipment => ({ ...shipment, rows: withoutChecks(shipment.rows) });

/** Why a code cannot be added, '' where it can. */
export const whyNotAdded = ({ rows }: Shipment, code: string): string => {
  if (rows.some((row) => row.code === code)) return '编码重复扫描';
  return rows.length >= mostFieldCodes ? `一次最多${mostFieldCodes}个编码` : '';
};

export const addCode = (shipment: Shipment, code: string): Shipment => ({
  ...shipment,
  rows: [{ code }, ...shipment.rows],
});

export const dropCodes = (shipment: Shipment, codes: readonly string[]): Shipment => {
  const gone = new Set(codes);
  return { ...shipment, rows: shipment.rows.filter(({ code }) => !gone.has(code)) };
};

/** Takes a code out of its box; what is known of it was of the code in there. */
export const splitOff = (shipment: Shipment, code: string): Shipment => ({
  ...shipment,
  rows: shipment.rows.map((row) => (row.code === code ? { code, splits: true } : row)),
});

/** Codes nothing is known of yet. */
export const uncheckedOf = ({ rows }: Shipment): string[] => rows.filter(({ check }) => !check).map(({ code }) => code);

/** Some codes by whether they are taken out of their boxes. */
export const bySplitting = ({ rows }: Shipment, codes: readonly string[]): { splits: boolean; codes: string[] }[] => {
  const loose = new Set(rows.filter(({ splits }) => splits).map(({ code }) => code));
  const whole = codes.filter((code) => !loose.has(code));
  return [
    { splits: false, codes: whole },
    { splits: true, codes: codes.filter((code) => loose.has(code)) },
  ].filter((part) => part.codes.length > 0);
};

/** What is said before a code is taken out of its box. */
export const splitWords = ({ code, box }: FieldCheck): string =>
  `${code}在${levels[box!.level]}${box!.code}内，箱内共${count(box!.itemQty)}件。拆零后只发这一件，其余留在箱内，该箱变为未满箱。确定拆零发货？`;

/** Codes that cannot be sent. */
export const badOf = ({ rows }: Shipment): string[] =>
  rows.filter(({ check }) => check && !check.ok).map(({ code }) => code);

/** Items of what can be sent. */
export const itemsOf = ({ rows }: Shipment): number =>
  rows.reduce((sum, { check }) => sum + (check?.ok ? check.itemQty : 0), 0);

/** Keeps what `checks` say of `codes` on their way to `receiver`; nothing where they go to somebody else by now. */
export const keepChecks = (
  shipment: Shipment,
  receiver: Receiver,
  codes: readonly string[],
  checks: readonly FieldCheck[],
): Shipment => {
  if (!shipment.receiver || !isSame(shipment.receiver, receiver)) return shipment;
  const told = new Map(codes.map((code, at) => [code, checks[at]]));
  return { ...shipment, rows: shipment.rows.map((row) => ({ ...row, check: told.get(row.code) ?? row.check })) };
};

/** The call that sends it, beside its number: the codes in the order they were scanned. */
export const toShipping = ({ rows }: Shipment, { kind, id }: Receiver) => ({
  toKind: kind,
  toId: id,
  codes: rows.map(({ code }) => code).reverse(),
  ...(rows.some(({ splits }) => splits) && { splits: true }),
});
