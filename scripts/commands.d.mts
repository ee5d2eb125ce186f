// Types of commands.mjs, which runs before TypeScript can.
export type CommandName =
  | "install"
  | "upgrade"
  | "uninstall"
  | "import"
  | "move-database"
  | "move-media"
  | "backup"
  | "backup-key"
  | "restore"
  | "verify"
  | "retention"
  | "setup-link"
  | "check"
  | "config";

interface Line {
  values: Readonly<Record<string, string | undefined>>;
  flags: Readonly<Record<string, true | undefined>>;
  words: readonly string[];
}

interface Command {
  options: Record<string, { type: "string" | "boolean" }>;
  names: [number, number];
}

export const commands: Record<CommandName, Command>;
export class WrongLine extends Error {}
export function wantsHelp(args: readonly string[]): boolean;
export function readLine(command: CommandName, args: readonly string[]): Line;
export function describeCommand(command: CommandName): string;
export function listCommands(): string;
export function findSimilar(word: string): CommandName | undefined;
