/** Addresses of this domain's pages of one thing. */
export const productPage = (id: number): string => `/identity/productManager/${id}`;
export const lotPage = (id: number): string => `/identity/lotManager/${id}`;
