// Types of checks.mjs, which runs before TypeScript can.
export interface Machine {
  uid: number;
  osRelease: string;
  checkout: string;
  exists(file: string): boolean;
  read(file: string): string;
  freeGb(folder: string): number;
  isPortFree(port: number): Promise<boolean>;
  lookUp(name: string): Promise<unknown>;
}
export const thisMachine: Machine;
/** A file that the person has named, as seen from their folder. */
export function findNamed(file: string): string;
export function findFault(line: readonly string[], machine: Machine): Promise<string | undefined>;
