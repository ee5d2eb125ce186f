// Every command says in a sentence what is wrong with its line, and has a help with examples.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { childEnvironment, commandLine } from "#server/testing/process.ts";
import { openTestFolder } from "#server/testing/safe.ts";
import { commands, describeCommand, findSimilar, readLine, WrongLine, type CommandName } from "./commands.mjs";

const names = Object.keys(commands) as CommandName[];

function refuse(name: CommandName, ...args: string[]): string {
  try {
    readLine(name, args);
  } catch (error) {
    expect(error).toBeInstanceOf(WrongLine);
    return (error as Error).message.split("\n")[0] ?? "";
  }
  throw new Error(`${name} ${args.join(" ")} was read`);
}

describe.each(names)("%s", (name) => {
  const { options, names: places } = commands[name];
  const enough = Array.from({ length: places[0] }, (_, index) => `word-${index}`);

  it("has a help with all its options and an example that can be read", () => {
    const help = describeCommand(name);
    for (const option of Object.keys(options)) expect(help).toContain(`--${option}`);
    const examples = help.split("\n").filter((line) => line.includes("sudo stagedoor"));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const [, , ofCommand, ...args] = example.trim().split(" ");
      expect(ofCommand).toBe(name);
      expect(() => readLine(name, args)).not.toThrow();
    }
  });

  it("names an unknown option, a repeated one, a missing value, and words too many or too few", () => {
    expect(refuse(name, ...enough, "--no-such-option")).toBe(`${name} has no option --no-such-option.`);
    expect(refuse(name, ...enough, "-x")).toBe(`${name} has no option -x.`);
    expect(refuse(name, ...enough, "--toString")).toBe(`${name} has no option --toString.`);
    for (const [option, { type }] of Object.entries(options)) {
      const given = type === "string" ? [`--${option}`, "value"] : [`--${option}`];
      expect(readLine(name, [...enough, ...given])[type === "string" ? "values" : "flags"]).toHaveProperty(option);
      expect(refuse(name, ...enough, ...given, ...given)).toBe(`--${option} was given twice.`);
      if (type === "boolean") expect(refuse(name, ...enough, `--${option}=yes`)).toContain("takes no value");
      else {
        expect(refuse(name, ...enough, `--${option}`)).toContain(`After --${option} write its value`);
        expect(refuse(name, ...enough, `--${option}=`)).toContain(`After --${option} write its value`);
        expect(refuse(name, ...enough, `--${option}`, "--help-me")).toContain(`After --${option} write its value`);
      }
    }
    if (places[0] > 0) expect(refuse(name)).toContain("Say what");
    if (places[1] < 100)
      expect(refuse(name, ...enough, ...Array.from({ length: 9 }, () => "more"))).toContain("takes only");
  });
});

it("a command with a slip in it is guessed, and another word is not", () => {
  expect([findSimilar("restor"), findSimilar("move_media"), findSimilar("frobnicate")]).toEqual([
    "restore",
    "move-media",
    undefined,
  ]);
});

describe("on the command line", () => {
  it.each<[string, string, number, RegExp]>([
    ["nothing", "", 0, /Name a command/],
    ["the help", "--help", 0, /For the options of one/],
    ["the help of a command that needs root", "install --help", 0, /--domain archive\.example/],
    ["the help of a command for an archive", "restore --help", 0, /Examples:/],
    ["a mistyped command", "bakcup", 1, /There is no command bakcup\. Did you mean backup\?/],
    ["the name of something inside", "constructor", 1, /There is no command constructor/],
    ["a mistyped option", "install --domian a.b", 1, /install has no option --domian\.[^]*--domain/],
    ["an archive that is not there", "verify", 1, /There is no archive in/],
    ["an address that is none", "move-database postgres://", 1, /./],
    ["a host that is unknown", "move-database postgres://u:a-secret-word@no-such-host.invalid/x", 1, /./],
    ["a port where nothing listens", "move-database postgresql://u:a-secret-word@127.0.0.1:1/x", 1, /./],
    ["a bucket without its key", "restore --from s3://none/such", 1, /--key/],
    ["a bucket that is not written as one", "verify --from nowhere --key package.json", 1, /./],
    ["a key file that is not there", "verify --from s3://none/such --key /no/such/file", 1, /cannot be read/],
    ["a folder that is no backup", "restore scripts", 1, /./],
    [
      "a database at a wrong address",
      "check DATABASE_URL=postgres://u:a-secret-word@127.0.0.1:1/x",
      1,
      /nothing answers there/,
    ],
    ["a setting that is wrong", "config PORT=many", 1, /PORT/],
  ])("%s", async (_what, line, code, sentence) => {
    await using folder = await openTestFolder();
    const words = line.split(" ").filter((word) => word !== "");
    const settings = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split(/=(.*)/s).slice(0, 2));
    const args = words.filter((word) => !/^[A-Z_]+=/.test(word));
    const run = promisify(execFile)(process.execPath, [commandLine, ...args], {
      env: { ...childEnvironment, DATA_DIR: folder.path, ...Object.fromEntries(settings) },
    }).then(
      (said) => ({ code: 0, ...said }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    const { code: ended, stdout, stderr } = await run;
    const said = stdout + stderr;
    expect([ended, said]).toEqual([code, expect.stringMatching(sentence)]);
    // no stack, no error object, no secret
    expect(said).not.toMatch(/^\s+at |node:internal|\[cause\]|a-secret-word/m);
  });
});
