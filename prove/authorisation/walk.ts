// Makes every call of the matrix (role x state x route) and compares each answer with the table.
import { fingerprint, send, type Answer } from "./answer.ts";
import { calls, type Call, type Target } from "./calls.ts";
import { isCard, levelOf, reaches, roles, sees, states, type Asked, type Role, type State } from "./declared.ts";
import type { Stage } from "./stage.ts";

interface Walk {
  cells: number;
  /** The wrong answers, as sentences. */
  wrong: string[];
}

interface Way {
  /** Which combinations to test. */
  choose(call: Call, role: Role, state: State): boolean;
  /** Every GET is also sent as HEAD. */
  withHead: boolean;
}

interface Given {
  call: Call;
  asked: Asked;
  method: string;
  target: Target;
  answer: Answer;
}

export async function walk(stage: Stage, { choose, withHead }: Way): Promise<Walk> {
  const wrong: string[] = [];
  const before = await stage.videos.read();
  let cells = 0;
  for (const call of calls) {
    const [own = ""] = call.route.split(" ");
    const methods = own === "GET" && withHead ? ["GET", "HEAD"] : [own];
    for (const role of roles) {
      const possible = call.isAboutVideo ? states : (["never existed"] as const);
      const chosen = possible.filter((state) => choose(call, role, state));
      if (chosen.length > 0 && role === "editor revoked just now") await stage.people.revokeAnew();
      for (const method of methods) {
        const given: Given[] = [];
        for (const state of chosen) {
          const asked = { role, level: levelOf[role], state, isProxied: stage.isProxied, locked: stage.locked };
          given.push(await ask(stage, { call, asked, method }));
        }
        cells += given.length;
        wrong.push(...given.flatMap(findFault), ...findDifference(given));
      }
    }
  }
  if ((await stage.videos.read()) !== before) wrong.push("a call that was refused changed a video");
  return { cells, wrong };
}

async function ask(
  { url, people, videos, canaries }: Stage,
  { call, asked, method }: Omit<Given, "target" | "answer">,
): Promise<Given> {
  const { role, state, level } = asked;
  const target = call.isChange && statusFor(call, asked) < 300 ? await videos.add(state) : videos.of[state];
  const begun = call.isOld ? "an hour ago" : "now";
  const { cookie } = call.endsSession ? await people.openAnother(role, begun) : people.of[role];
  const address = call.address(target, people.of[role].feedToken);
  const answer = await send(url, {
    ...{ method, address, cookie },
    ...(call.headers && { headers: call.headers }),
    ...(call.body && { body: call.body(target) }),
  });
  canaries.look(
    JSON.stringify(answer.headers) + answer.text,
    level,
    `${method} ${call.address(target, ":token")} to ${role}`,
  );
  return { call, asked, method, target, answer };
}

function statusFor(call: Call, asked: Asked): number {
  if (!reaches(asked.level, call.needs)) return asked.level === "nobody" ? 401 : 403;
  return call.gets(asked);
}

function findFault({ call, asked, method, target, answer }: Given): string[] {
  const cell = `${method} ${call.address(target, ":token")} by ${asked.role}, ${asked.state}`;
  const wanted = statusFor(call, asked);
  if (answer.status !== wanted) return [`${cell}: ${answer.status} instead of ${wanted}: ${answer.text.slice(0, 200)}`];
  if (!call.names || method === "HEAD" || wanted !== 200) return [];
  const isNamed = answer.text.includes(target.id);
  return isNamed === call.names(asked) ? [] : [`${cell}: it is ${isNamed ? "" : "not "}named in the answer`];
}

/** A recording that a person may not see gives the same status, headers and bytes as one that never existed. */
function findDifference(given: readonly Given[]): string[] {
  const unseen = given.filter(({ call, asked }) => {
    const { level, state } = asked;
    const isSeen = call.shows?.(asked) ?? (reaches(level, call.needs) && (sees(level, state) || isCard(asked)));
    return !reaches(level, "editor") && !isSeen;
  });
  const prints = new Map(unseen.map(({ asked, answer }) => [fingerprint(answer), asked.state]));
  if (prints.size <= 1) return [];
  const told = [...prints].map(([print, state]) => `${state}: ${print.slice(0, 600)}`).join("\n");
  return [`${unseen[0]?.call.route} tells ${unseen[0]?.asked.role} what cannot be seen apart:\n${told}`];
}
