// Points as text.

/** @param {number} gain */
export function gainText(gain) {
  return `${gain > 0 ? "+" : "−"}${Math.abs(gain)}`;
}
