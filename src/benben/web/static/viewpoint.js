// How this page looks at the match: as which seat, at which position, at hidden things, on a wide screen.
import { canHover } from "./connection.js";
import { byId } from "./dom.js";
import { stage, table } from "./state.js";

export function isWide() {
  return table.hasWide && stage.clientWidth > 1.2 * stage.clientHeight;
}

/** Ask for the view as this page looks at the match now. */
export function look() {
  table.isWide = isWide();
  return table.connection.look({
    seat: table.eyes,
    at: table.at,
    everything: byId("everything", HTMLInputElement).checked,
    wide: table.isWide,
    ghosts: canHover(),
  });
}

byId("everything").addEventListener("change", look);

addEventListener("resize", () => {
  if (isWide() !== table.isWide) look();
});
