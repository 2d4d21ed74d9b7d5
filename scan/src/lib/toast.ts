let timer: ReturnType<typeof setTimeout> | undefined;

/** Says the result of an act for two seconds at the foot of the screen. */
export const toast = (words: string): void => {
  const place = document.getElementById('toast');
  if (!place) return;
  place.textContent = words;
  clearTimeout(timer);
  timer = setTimeout(() => (place.textContent = ''), 2000);
};
