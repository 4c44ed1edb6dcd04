// A sheet of puzzles: the browser prints it, or saves it as a PDF.
import { byId } from "./dom.js";

byId("print").addEventListener("click", () => print());
