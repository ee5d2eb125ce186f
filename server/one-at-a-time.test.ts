import { describe, expect, it } from "vitest";
import { inGroups, inTurn, repeat, shareRuns } from "./one-at-a-time.ts";

describe("callers who ask for the same at the same time", () => {
  it("share one run and its outcome; who asks later gets a new run", async () => {
    const share = shareRuns<number>();
    const open = Promise.withResolvers<void>();
    let runs = 0;
    const work = async () => {
      runs += 1;
      await open.promise;
      return runs;
    };
    const both = [share("a", work), share("a", work)];
    const other = share("b", async () => 7);
    expect(await other).toBe(7);
    open.resolve();
    expect(await Promise.all(both)).toEqual([1, 1]);
    expect(await share("a", work)).toBe(2);
  });

  it("share its failure too, and the next caller tries again", async () => {
    const share = shareRuns<string>();
    const fail = () => Promise.reject(new Error("no"));
    const both = await Promise.allSettled([share("a", fail), share("a", fail)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await share("a", async () => "yes")).toBe("yes");
  });
});

it("what is done in turn never overlaps, keeps its order, and goes on after a failure", async () => {
  const takeTurn = inTurn();
  const done: string[] = [];
  const open = Promise.withResolvers<void>();
  const first = takeTurn(async () => {
    await open.promise;
    done.push("first");
  });
  const second = takeTurn(async () => {
    done.push("second");
    throw new Error("no");
  });
  const third = takeTurn(async () => done.push("third"));
  open.resolve();
  await first;
  await expect(second).rejects.toThrow("no");
  expect(await third).toBe(3);
  expect(done).toEqual(["first", "second", "third"]);
});

describe("regular work", () => {
  const never = (error: unknown) => expect.unreachable(String(error));

  it("is repeated, but not begun again while it still runs", async () => {
    let begun = 0;
    let now = 0;
    let most = 0;
    await using _ = repeat(
      async () => {
        begun += 1;
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setTimeout(resolve, 10));
        now -= 1;
      },
      { everyMs: 2, onError: never },
    );
    await expect.poll(() => begun).toBeGreaterThan(3);
    expect(most).toBe(1);
  });

  it("goes on after a failure, which is told", async () => {
    const told: unknown[] = [];
    await using _ = repeat(
      () => {
        throw new Error("no");
      },
      { everyMs: 2, onError: (error) => told.push(error) },
    );
    await expect.poll(() => told.length).toBeGreaterThan(2);
  });

  it("begins at once when it is asked to, joins what has begun, and ends before it counts as stopped", async () => {
    const open = Promise.withResolvers<void>();
    let begun = 0;
    const done: string[] = [];
    const work = repeat(
      async () => {
        begun += 1;
        await open.promise;
        done.push("work");
      },
      { everyMs: 1_000_000, onError: never },
    );
    const both = Promise.all([work.now(), work.now()]);
    const stopped = work.stop().then(() => done.push("stopped"));
    open.resolve();
    await Promise.all([both, stopped]);
    await work.now();
    expect(begun).toBe(1);
    expect(done).toEqual(["work", "stopped"]);
  });

  it("happens at the same moments as other work that is repeated as often", async () => {
    const moments = { one: [] as number[], other: [] as number[] };
    const note = (to: number[]) => async () => to.push(Math.round(performance.now() / 200));
    await using _one = repeat(note(moments.one), { everyMs: 200, onError: never });
    await new Promise((resolve) => setTimeout(resolve, 90));
    await using _other = repeat(note(moments.other), { everyMs: 200, onError: never });
    await expect.poll(() => moments.other.length).toBeGreaterThan(2);
    expect(moments.one.slice(-2)).toEqual(moments.other.slice(-2));
  });
});

describe("what comes at nearly the same time", () => {
  const usual = { most: 3, restMs: 60_000, isForAll: () => false };

  it("is done in groups: the first at once, the next when there are enough, or when one cannot wait", async () => {
    const groups: string[] = [];
    const add = inGroups<string>(async (group) => void groups.push(group.join("")), usual);
    await add("a", "soon");
    const rest = ["b", "c", "d"].map((one) => add(one, "soon"));
    await Promise.all(rest);
    const [e, f] = [add("e", "soon"), add("f", "now")];
    await Promise.all([e, f]);
    expect(groups).toEqual(["a", "bcd", "ef"]);
  });

  it("fails alone, and fails together where the error is about all of them", async () => {
    const work = async (group: readonly number[]) => {
      if (group.includes(2)) throw new Error("two");
    };
    const alone = inGroups(work, usual);
    await alone(0, "soon");
    const mixed = [1, 2, 3].map((one) => alone(one, "soon"));
    expect((await Promise.allSettled(mixed)).map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    const all = inGroups(work, { ...usual, isForAll: () => true });
    await all(0, "soon");
    const failed = await Promise.allSettled([1, 2, 3].map((one) => all(one, "soon")));
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  });
});
