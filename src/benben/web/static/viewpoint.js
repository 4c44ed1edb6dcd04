// How this page looks at the match: as which seat, at which position, at hidden things, on a wide screen.
import { canHover } from "./connection.js";
import { byId } from "./dom.js";
import { stage, table } from "./state.js";

const WIDE = 1.15; // times as wide as high: then panels go beside the board
const YEAR = 365 * 24 * 3600;

/** Is there more room beside the board than below it? Where the page scrolls, the screen decides. */
export function isWide() {
  const scrolls = matchMedia("(max-width: 55.99rem)").matches;
  const [width, height] = scrolls ? [innerWidth, innerHeight] : [stage.clientWidth, stage.clientHeight];
  return width > WIDE * height;
}

/** Ask for the view as this page looks at the match now. */
export function look() {
  table.isWide = isWide();
  document.cookie = `wide=${Number(table.isWide)}; path=/; max-age=${YEAR}; samesite=lax`;
  table.log.add(table.plies.clear(), table.view.seats);
  return table.connection.look({
    seat: table.eyes,
    at: table.at,
    everything: byId("everything", HTMLInputElement).checked,
    wide: table.isWide,
    ghosts: canHover(),
    each: true,
  });
}

byId("everything").addEventListener("change", look);

new ResizeObserver(() => {
  if (isWide() !== table.isWide) look();
}).observe(stage);
