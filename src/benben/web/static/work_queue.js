// Requests that must wait for each other.

/**
 * Does one piece of work after the other; the board is marked as busy meanwhile.
 * @param {HTMLElement} board
 * @returns {(work: () => Promise<void>) => Promise<void>}
 */
export function workQueue(board) {
  let last = Promise.resolve();
  let waiting = 0;
  return (work) => {
    waiting += 1;
    board.setAttribute("aria-busy", "true");
    last = last.then(work).finally(() => {
      waiting -= 1;
      if (!waiting) board.setAttribute("aria-busy", "false");
    });
    return last;
  };
}
