/** Whether an element of the page has the focus. */
export function hasFocus(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body;
}

/**
 * For `onCloseAutoFocus` of popovers and menus: Radix gives the focus back to the trigger a moment after they have closed.
 * What the page has focused meanwhile keeps it, such as a dialog that an entry has opened, or the search by its key.
 */
export function keepFocus(event: Event): void {
  if (hasFocus()) event.preventDefault();
}
