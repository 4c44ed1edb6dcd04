// How this page looks at the match: as which seat, at which position, at hidden things, on a stage of which size.
import { canHover } from "./connection.js";
import { byId } from "./dom.js";
import { isClose, keepStage } from "./stage.js";
import { stage, table } from "./state.js";
/** @import { Size } from "./stage.js" */

const CALM = 120; // milliseconds: a window that is being resized

/** @returns {Size} */
const sizeNow = () => [stage.clientWidth, stage.clientHeight];

/** Does the picture fit the stage? */
export const fits = () => isClose(table.stage, sizeNow());

/** Ask for the view as this page looks at the match now. */
export function look() {
  table.stage = sizeNow();
  keepStage(table.stage);
  table.log.add(table.plies.clear(), table.view.seats);
  return table.connection.look({
    seat: table.eyes,
    at: table.at,
    everything: byId("everything", HTMLInputElement).checked,
    stage: table.stage,
    ghosts: canHover(),
    each: true,
  });
}

byId("everything").addEventListener("change", look);

const resize = { timer: 0 };
new ResizeObserver(() => {
  clearTimeout(resize.timer);
  resize.timer = window.setTimeout(() => fits() || look(), CALM);
}).observe(stage);
