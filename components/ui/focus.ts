/** Whether an element of the page has the focus. */
export function hasFocus(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body;
}
