/** Where printed addresses begin when the firm's own domain is asked for; '' when the firm has none. */
export const firmHost = (domain: string | null): string => (domain ? `https://${domain}` : '');
