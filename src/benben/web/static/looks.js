// Looking closer: zoom, one seat's board alone, the layers below.
import { boxOf } from "./marks.js";
import { by, element, say } from "./words.js";

const STEPS = [1, 1.5, 2, 3];

export class Looks {
  constructor(stage, board) {
    Object.assign(this, { stage, board, zoom: 0, enlarged: "", layer: "" });
    by("zoom-in").addEventListener("click", () => this.zoomBy(1));
    by("zoom-out").addEventListener("click", () => this.zoomBy(-1));
    by("zoom-reset").addEventListener("click", () => this.reset());
  }

  zoomBy(step) {
    this.zoom = Math.min(Math.max(this.zoom + step, 0), STEPS.length - 1);
    this.apply();
  }

  reset() {
    Object.assign(this, { zoom: 0, enlarged: "", layer: "" });
    this.apply();
    this.fill();
  }

  /** After every new picture: what was looked at is looked at again. */
  refresh() {
    this.whole = this.board.querySelector("svg").getAttribute("viewBox");
    this.fill();
    this.apply();
  }

  apply() {
    const picture = this.board.querySelector("svg");
    picture.setAttribute("viewBox", this.whole);
    const part = this.enlarged && picture.querySelector(`[id="${CSS.escape(this.enlarged)}"]`);
    if (part) {
      const { x, y, width, height } = boxOf(part, picture.getScreenCTM().inverse());
      picture.setAttribute("viewBox", `${x - 6} ${y - 6} ${width + 12} ${height + 12}`);
    }
    this.board.style.setProperty("--zoom", STEPS[this.zoom]);
    this.stage.classList.toggle("zoomed", this.zoom > 0);
    by("zoom-reset").hidden = this.zoom === 0 && !this.enlarged && !this.layer;
    for (const layer of picture.querySelectorAll("[data-layer]")) {
      layer.classList.toggle("lifted", this.layer !== "" && Number(layer.dataset.layer) > Number(this.layer));
    }
  }

  fill() {
    const picture = this.board.querySelector("svg");
    const parts = [...picture.querySelectorAll("[data-enlarge]")];
    const layers = [...new Set([...picture.querySelectorAll("[data-layer]")].map((part) => part.dataset.layer))].sort();
    const selects = [];
    if (parts.length > 1) {
      const choices = parts.map((part) => [part.id, part.dataset.enlarge]);
      selects.push(this.select("enlarged", say("whole"), [["", say("whole")], ...choices]));
    }
    if (layers.length > 1) {
      const choices = layers.slice(0, -1).map((layer) => [layer, `${say("layers")}: 1–${layer}`]);
      selects.push(this.select("layer", say("layers"), [["", `${say("layers")}: 1–${layers.at(-1)}`], ...choices]));
    }
    by("looks").replaceChildren(...selects);
  }

  select(property, label, choices) {
    const made = element("select");
    made.setAttribute("aria-label", label);
    for (const [value, text] of choices) made.append(new Option(text, value, false, value === this[property]));
    made.addEventListener("change", () => {
      this[property] = made.value;
      this.apply();
    });
    return made;
  }
}
