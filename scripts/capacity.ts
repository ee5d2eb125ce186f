// node scripts/capacity.ts: plays one day of an archive with so many members, minute by minute, and reckons what it needs
// from the costs that `npm run bench` measured. --members=50000, --mbits=6 and so on change what is assumed and print that
// one size; without arguments the tables of docs/scale.md are written.
import { readFileSync, writeFileSync } from "node:fs";
import { readResults, type Result } from "#bench/results.ts";
