const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Whether a text is a host name with at least one dot, without protocol, port or path. */
export const isHostName = (text: string): boolean => {
  const labels = text.toLowerCase().split('.');
  return (
    text.length <= 80 && labels.length >= 2 && labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1)!)
  );
};
