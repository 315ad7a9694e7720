/** Whether a text is a time of day: `21:30`. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** A time of day as its words: `9:30 PM`. */
export function timeText(time: string): string {
  const [hour = 0, minute] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The time of day that a text names: `9:30 pm`, `9pm`, `930 p.m.`, or `21:30`. Null where it names none. */
export function parseTime(text: string): string | null {
  const typed = /^(\d{1,2}?)(?::?(\d{2}))?\s*(?:([ap])\.?m\.?)?$/i.exec(text.trim());
  if (!typed) return null;
  const [, digits = '', minute = '00', half] = typed;
  const hour = Number(digits);
  if (half && (hour < 1 || hour > 12)) return null;
  const ofDay = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
  const time = `${String(ofDay).padStart(2, '0')}:${minute}`;
  return isTime(time) ? time : null;
}
