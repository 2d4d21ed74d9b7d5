import type { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { mostFieldCodes, type FieldCheck } from '@zhuiyuan/contract/fieldwork/field-moves';

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

const withoutChecks = (rows: readonly ShipRow[]): ShipRow[] => rows.map(({ code }) => ({ code }));

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

/** Codes nothing is known of yet. */
export const uncheckedOf = ({ rows }: Shipment): string[] => rows.filter(({ check }) => !check).map(({ code }) => code);

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
});
