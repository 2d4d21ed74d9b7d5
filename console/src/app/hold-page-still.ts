/**
 * Keeps the page where it is while an arrow key opens or walks a list of choices: the browser scrolls the page by that
 * key too, and the list moves away under the pointer.
 */
export const holdPageStill = (): void => {
  addEventListener('keydown', (event) => {
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    // Not by the property `role`, which older browsers do not have.
    if (isArrow && event.target instanceof Element && event.target.getAttribute('role') === 'combobox')
      event.preventDefault();
  });
};
