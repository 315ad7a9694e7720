// What a field shows when it loses the focus can move the page. While the pointer is pressed that waits: the target of
// the click would move away from under it, and the click would be lost.

let isPressed = false;
const waiting: (() => void)[] = [];

function press() {
  isPressed = true;
}

function release() {
  // The click follows the release within the same task.
  setTimeout(() => {
    isPressed = false;
    for (const work of waiting.splice(0)) work();
  });
}

if (typeof document !== 'undefined') {
  // A touch presses twice: with the pointer, and after it with an emulated mouse, which moves the focus.
  for (const event of ['pointerdown', 'mousedown']) document.addEventListener(event, press, true);
  for (const event of ['pointerup', 'pointercancel', 'mouseup', 'dragend']) {
    document.addEventListener(event, release, true);
  }
  window.addEventListener('blur', release);
}

/** Runs work now, or once the pointer that is pressed has been released and has clicked. */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
