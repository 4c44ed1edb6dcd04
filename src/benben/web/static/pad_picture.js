// A score sheet as a picture: shapes, which become an SVG file or the pixels of a PNG.
import { titleOf } from "./pad_export.js";
import { Scores } from "./sheet_score.js";
import { say } from "./words.js";
/** @import { Shown } from "./pad_export.js" */

/**
 * A filled rectangle or a text.
 * @typedef {{ x: number, y: number, w: number, h: number, fill: string }} Box
 * @typedef {{ x: number, y: number, text: string, size: number, bold?: boolean, middle?: boolean, fill: string, most: number }} Words
 */

const PAPER = "#fbf6ea";
const STONE = "#efe4cb";
const EDGE = "#cdb98f";
const INK = "#2d2416";
const SOFT = "#6a5a3f";
const GOLD = "#f0d48a";
const FONT = "Georgia, 'DejaVu Serif', serif";

const MARGIN = 28;
const FIRST = 290; // the column of titles
const COLUMN = 110;
const LINE = 30;
const SCALE = 2; // pixels of a PNG for each unit

/**
 * The shapes of a sheet, and its size.
 * @param {Shown} shown
 */
export function drawing(shown) {
  const { sheet, pad, heads, result, verdict } = shown;
  const scores = new Scores(sheet, pad.players, pad.entries);
  const width = 2 * MARGIN + FIRST + COLUMN * Math.max(heads.length, 2);
  /** @type {(Box | Words)[]} */
  const shapes = [];
  let y = MARGIN;
  const wide = width - 2 * MARGIN;
  const left = (/** @type {string} */ text, bold = false, fill = INK, size = 15) =>
    shapes.push({ x: MARGIN + 8, y: y + 20, text, size, bold, fill, most: FIRST - 16 });
  const numbers = (/** @type {(string | number)[]} */ values, bold = false, size = 16) => {
    for (const [k, value] of values.entries()) {
      shapes.push({ x: MARGIN + FIRST + COLUMN * (k + 0.5), y: y + 20, text: String(value), size, bold, middle: true, fill: INK, most: COLUMN - 10 });
    }
  };
  const band = (/** @type {string} */ fill) => shapes.push({ x: MARGIN, y, w: wide, h: LINE, fill });
  const rule = () => shapes.push({ x: MARGIN, y: y + LINE - 1, w: wide, h: 1, fill: EDGE });

  shapes.push({ x: MARGIN, y: y + 22, text: titleOf(shown), size: 22, bold: true, fill: INK, most: wide });
  y += 42;
  for (const line of verdict) {
    shapes.push({ x: MARGIN, y: y + 14, text: line, size: 15, fill: SOFT, most: wide });
    y += 22;
  }
  y += 8;
  band(STONE);
  if (pad.done) {
    for (const k of result.winners) shapes.push({ x: MARGIN + FIRST + COLUMN * k, y, w: COLUMN, h: LINE, fill: GOLD });
  }
  numbers(heads.map((head, k) => (pad.done && result.winners.includes(k) ? `★ ${head}` : head)), true);
  y += LINE;
  for (const section of sheet.sections) {
    const rows = section.rows.filter((row) => heads.some((_head, k) => scores.value(row.name, k) !== null && (row.value === null || scores.points(row.name, k))));
    if (!rows.length) continue;
    band(STONE);
    left(section.title, true, SOFT, 14);
    y += LINE;
    for (const row of rows) {
      left(row.title);
      numbers(heads.map((_head, k) => (row.points === 0 ? (scores.value(row.name, k) ?? "–") : (scores.points(row.name, k) ?? "–"))));
      rule();
      y += LINE;
    }
    if (!section.total) continue;
    left(section.total, true);
    numbers(heads.map((_head, k) => scores.sectionPoints(section.name, k)), true);
    rule();
    y += LINE;
  }
  band(GOLD);
  left(say("total"), true, INK, 17);
  numbers(result.totals, true, 19);
  y += LINE + MARGIN;
  return { width, height: y, shapes };
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {Shown} shown */
export function asSvg(shown) {
  const { width, height, shapes } = drawing(shown);
  const parts = shapes.map((shape) => {
    if ("w" in shape) return `<rect x="${shape.x}" y="${shape.y}" width="${shape.w}" height="${shape.h}" fill="${shape.fill}"/>`;
    const looks = `${shape.bold ? ' font-weight="700"' : ""}${shape.middle ? ' text-anchor="middle"' : ""}`;
    return `<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}" fill="${shape.fill}"${looks}>${escaped(fitted(shape))}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${FONT}">`,
    `<title>${escaped(titleOf(shown))}</title>`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    ...parts,
    "</svg>\n",
  ].join("\n");
}

/** @param {Shown} shown @returns {Promise<Blob>} */
export function asPng(shown) {
  const { width, height, shapes } = drawing(shown);
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.scale(SCALE, SCALE);
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, width, height);
  for (const shape of shapes) {
    pen.fillStyle = shape.fill;
    if ("w" in shape) pen.fillRect(shape.x, shape.y, shape.w, shape.h);
    else {
      pen.font = fontOf(shape);
      pen.textAlign = shape.middle ? "center" : "left";
      pen.fillText(fitted(shape), shape.x, shape.y);
    }
  }
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/** @param {Words} words */
const fontOf = ({ size, bold }) => `${bold ? "700 " : ""}${size}px ${FONT}`;

/** The text, cut where it would leave its column. @param {Words} words */
function fitted(words) {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return words.text;
  pen.font = fontOf(words);
  let text = words.text;
  while (text.length > 1 && pen.measureText(text).width > words.most) text = `${text.replace(/…$/, "").slice(0, -1)}…`;
  return text;
}
