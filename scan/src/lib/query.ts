/** Values of an address; those that say nothing are left out of it. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What is given of some values, as an address carries it: `?page=2`; '' where none is. */
export const toQuery = (values: Query): string => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}` : '';
};
