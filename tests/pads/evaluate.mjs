// Evaluates score sheets with the script of the page. In: the path of the script; a list of sheets on standard input.
// Out: for each its result, its first fault, and the points of each row by column.
import { pathToFileURL } from "node:url";

const { Scores, faultIn, resultOf } = await import(pathToFileURL(process.argv[2]).href);
let text = "";
for await (const part of process.stdin) text += part;
const answers = JSON.parse(text).map(({ sheet, players, entries, first }) => {
  const scores = new Scores(sheet, players, entries);
  const points = {};
  for (const row of scores.rows.keys()) {
    points[row] = [...Array(scores.columns).keys()].map((column) => scores.points(row, column) ?? 0);
  }
  return { result: resultOf(sheet, players, entries, first), fault: faultIn(sheet, players, entries), points };
});
process.stdout.write(JSON.stringify(answers));
