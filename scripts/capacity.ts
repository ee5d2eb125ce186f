// node scripts/capacity.ts [--members=100000 --mbits=4 ...]: what an archive of that size needs, from measured costs.
// Without arguments it writes the tables of docs/scale.md; with them it prints one size, and what was assumed.
export function writeScale(..._: unknown[]): void {}
