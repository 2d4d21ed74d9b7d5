/** Name and specification of the product a code is on; the specification only where the name does not say it. */
export const productText = ({ storeName, spec }: { storeName: string; spec: string }): string =>
  spec && !storeName.includes(spec) ? `${storeName} ${spec}` : storeName;
