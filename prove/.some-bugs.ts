import { plantBugs } from "./plant.ts";
import { bugs } from "./bugs.ts";
const [folder = "", ...words] = process.argv.slice(2);
const wanted = bugs.filter(({ file, test }) => words.some((word) => file.includes(word) || test.includes(word)));
console.log(wanted.length, "bugs");
const caught = await plantBugs(folder, wanted);
console.log(caught.filter(({ isCaught }) => isCaught).length, "of", caught.length, "caught");
