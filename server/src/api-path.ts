/** Addresses that programs call; whatever else is asked for is a page or a file. */
export const apiPath = /^\/(api|admin|public|common)(\/|$)/;
