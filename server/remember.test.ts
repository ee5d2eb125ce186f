import { expect, it } from "vitest";
import { remember } from "./remember.ts";

it("of more values than there is room for, the least recently used are forgotten", () => {
  const memory = remember<number>({ most: 2 });
  memory.keep("a", 1);
  memory.keep("b", 2);
  expect(memory.find("a")).toBe(1);
  memory.keep("c", 3);
  expect(["a", "b", "c"].map((key) => memory.find(key))).toEqual([1, undefined, 3]);
});

it("room can be counted in bytes, and what has none takes a little", () => {
  const memory = remember<Buffer>({ mostBytes: 10, bytesOf: (value) => value.length });
  memory.keep("empty", Buffer.alloc(0));
  memory.keep("a", Buffer.alloc(6));
  memory.keep("b", Buffer.alloc(6));
  memory.keep("larger than all", Buffer.alloc(11));
  expect(memory.find("a")).toBeUndefined();
  expect(memory.find("b")).toHaveLength(6);
  expect(memory.find("larger than all")).toBeUndefined();
});

it("a value that an event has made old is read again", async () => {
  let version = 1;
  const memory = remember<{ version: number }>({ most: 10, isOld: (value) => value.version < version });
  const read = () => memory.read("list", async () => ({ version }));
  expect(await read()).toEqual({ version: 1 });
  expect(memory.find("list")).toEqual({ version: 1 });
  version = 2;
  expect(memory.find("list")).toBeUndefined();
  expect(await read()).toEqual({ version: 2 });
});

it("callers at the same time share one reading, a remembered value needs no waiting, and a failure is not remembered", async () => {
  const memory = remember<string>({ most: 10 });
  let reads = 0;
  const read = async () => {
    reads += 1;
    if (reads === 1) throw new Error("no");
    return "text";
  };
  const failed = await Promise.allSettled([memory.read("a", read), memory.read("a", read)]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all([memory.read("a", read), memory.read("a", read)])).toEqual(["text", "text"]);
  expect(reads).toBe(2);
  expect(memory.read("a", read)).toBe("text");
});

it("what is forgotten while it is read is not remembered, and is not given to those who ask afterwards", async () => {
  const memory = remember<string>({ most: 10 });
  const open = Promise.withResolvers<string>();
  const early = memory.read("a/1", () => open.promise);
  memory.keep("b/1", "other");
  memory.forget((key) => key.startsWith("a/"));
  const late = memory.read("a/1", async () => "new");
  expect(await late).toBe("new");
  open.resolve("old");
  expect(await early).toBe("old");
  expect(memory.find("a/1")).toBe("new");
  expect(memory.find("b/1")).toBe("other");
  memory.forget();
  expect(memory.find("b/1")).toBeUndefined();
});
