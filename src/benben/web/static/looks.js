// Zoom, one seat's board alone, and the layers below.
import { byId, element } from "./dom.js";
import { boxOf } from "./marks.js";
import { partIn, pictureIn } from "./picture.js";
import { say } from "./words.js";

const STEPS = [1, 1.5, 2, 3];

export class Looks {
  zoom = 0; // index of STEPS
  enlarged = ""; // the id of the part shown alone
  layer = ""; // the highest layer shown
  whole = ""; // the picture's own viewBox

  /**
   * @param {HTMLElement} stage
   * @param {HTMLElement} board
   */
  constructor(stage, board) {
    this.stage = stage;
    this.board = board;
    byId("zoom-in").addEventListener("click", () => this.zoomBy(1));
    byId("zoom-out").addEventListener("click", () => this.zoomBy(-1));
    byId("zoom-reset").addEventListener("click", () => this.reset());
  }

  /** @param {number} step */
  zoomBy(step) {
    this.zoom = Math.min(Math.max(this.zoom + step, 0), STEPS.length - 1);
    this.apply();
  }

  /**
   * Show the part alone to which a touched element belongs, or all again. False if there is nothing to enlarge: the
   * element belongs to no such part, to one in which something can be done, or to that of the player who acts: there a
   * touch is meant as a move.
   * @param {Element | null} element
   * @param {boolean} acts the viewer has a move to choose
   */
  enlarge(element, acts) {
    const part = element?.closest("#board [data-enlarge]");
    if (!part?.id || part.querySelector(acts ? ".can, .held, .turn" : ".can, .held")) return false;
    this.enlarged = this.enlarged === part.id ? "" : part.id;
    this.apply();
    this.fill();
    return true;
  }

  /** Something can be done now: show it, if only another part is shown. */
  showWhatCanBeDone() {
    const part = this.enlarged ? partIn(this.board, this.enlarged) : null;
    if (part && !part.querySelector(".can") && this.board.querySelector(".can")) this.reset();
  }

  reset() {
    this.zoom = 0;
    this.enlarged = this.layer = "";
    this.apply();
    this.fill();
  }

  /** Show each new picture in the same way as the one before. */
  refresh() {
    this.whole = pictureIn(this.board).getAttribute("viewBox") ?? "";
    this.fill();
    this.apply();
  }

  apply() {
    const picture = pictureIn(this.board);
    picture.setAttribute("viewBox", this.whole);
    const part = this.enlarged ? partIn(this.board, this.enlarged) : null;
    const lens = picture.getScreenCTM();
    if (part && lens) {
      const { x, y, width, height } = boxOf(part, lens.inverse());
      picture.setAttribute("viewBox", `${x - 6} ${y - 6} ${width + 12} ${height + 12}`);
    }
    this.board.style.setProperty("--zoom", String(STEPS[this.zoom]));
    this.stage.classList.toggle("zoomed", this.zoom > 0);
    byId("zoom-reset").hidden = this.zoom === 0 && !this.enlarged && !this.layer;
    for (const layer of picture.querySelectorAll("[data-layer]")) {
      const isAbove = this.layer !== "" && Number(layer.getAttribute("data-layer")) > Number(this.layer);
      layer.classList.toggle("lifted", isAbove);
    }
  }

  /** Offer the parts and layers of the picture in menus. */
  fill() {
    const picture = pictureIn(this.board);
    const parts = [...picture.querySelectorAll("[data-enlarge]")];
    const layers = [...new Set(valuesOf(picture, "data-layer"))].sort();
    const selects = [];
    if (parts.length > 1) {
      const choices = parts.map((part) => ({ value: part.id, text: part.getAttribute("data-enlarge") ?? "" }));
      selects.push(this.select("enlarged", say("whole"), [{ value: "", text: say("whole") }, ...choices]));
    }
    if (layers.length > 1) {
      const upTo = (/** @type {string | undefined} */ layer) => `${say("layers")}: 1–${layer}`;
      const choices = layers.slice(0, -1).map((layer) => ({ value: layer, text: upTo(layer) }));
      selects.push(this.select("layer", say("layers"), [{ value: "", text: upTo(layers.at(-1)) }, ...choices]));
    }
    byId("looks").replaceChildren(...selects);
  }

  /**
   * @param {"enlarged" | "layer"} property
   * @param {string} label
   * @param {{ value: string, text: string }[]} choices
   */
  select(property, label, choices) {
    const made = element("select");
    made.setAttribute("aria-label", label);
    for (const { value, text } of choices) made.append(new Option(text, value, false, value === this[property]));
    made.addEventListener("change", () => {
      this[property] = made.value;
      this.apply();
    });
    return made;
  }
}

/**
 * @param {Element} picture
 * @param {string} attribute
 */
function valuesOf(picture, attribute) {
  return [...picture.querySelectorAll(`[${attribute}]`)].map((part) => part.getAttribute(attribute) ?? "");
}
