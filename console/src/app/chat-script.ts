/** Loads the configured chat as a script of our own origin; empty when none is configured. */
export const loadChatScript = (): void => {
  const script = document.createElement('script');
  script.src = '/api/public/jsconfig/getchatconfig';
  script.async = true;
  document.head.append(script);
};
