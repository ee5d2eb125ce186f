// All calls to the server go through here: by their names in contract/routes/routes.ts, typed by contract/api.ts.
// Every failure, also a lost connection, is an ApiProblem whose message may be shown to a person.
import type { Answer, Input } from "#contract/api.ts";
import type { Problem, ProblemCode } from "#contract/problem.ts";
import { type Address, routes } from "#contract/routes/routes.ts";
import type { PageRouteName } from "#contract/routes/studio-routes.ts";
import { words } from "./words.ts";

export class ApiProblem extends Error {
  readonly code: ProblemCode | "unreachable";
  /** 0 when no answer came at all. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fields: NonNullable<Problem["fields"]>;

  constructor(
    problem: Pick<Problem, "detail" | "status"> & Partial<Omit<Problem, "code">> & { code: ApiProblem["code"] },
    options?: ErrorOptions,
  ) {
    super(problem.detail, options);
    this.name = "ApiProblem";
    this.code = problem.code;
    this.status = problem.status;
    this.requestId = problem.request_id;
    this.fields = problem.fields ?? [];
  }
  get detail(): string {
    return this.message;
  }
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Reads the JSON of the answer in its own way. */
  read?: (answer: Response) => Promise<unknown>;
}
type Given<N extends PageRouteName> = Input<N> & Pick<Parts, "headers" | "signal" | "read">;

let held: Promise<void> | undefined;

/** Holds all calls but the one that logs out until then: they would be refused. */
export function holdCalls(until: Promise<void>): void {
  held = until;
  void until.then(() => (held = undefined));
}

/** What a request outside of `call` waits for. */
export const untilFree = () => held;

export async function call<N extends PageRouteName>(
  name: N,
  ...[given]: Record<string, never> extends Input<N> ? [given?: Given<N>] : [given: Given<N>]
): Promise<Answer<N>> {
  const parts: Parts = (given as Parts | undefined) ?? {};
  // otherwise at once: the page may be closing
  if (held && name !== "logOut") await held;
  const { method, path } = name in routes ? routes[name as keyof typeof routes] : await findInStudio(name);
  const answer = await send(fill(path, parts), {
    method,
    ...(method === "GET"
      ? { ...(parts.headers && { headers: parts.headers }) }
      : {
          headers: { "content-type": "application/json", ...parts.headers },
          body: JSON.stringify(parts.body ?? {}),
        }),
    ...(parts.signal ? { signal: parts.signal } : {}),
  });
  const body = await readJson(answer, parts.read);
  if (!answer.ok) throw problemOf(answer, body);
  return body as Answer<N>;
}

/** The message of whatever was thrown. */
export function sayProblem(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

/** The path of a call with its parameters filled in. */
export function addressOf(name: keyof typeof routes, parts: Pick<Parts, "params" | "query"> = {}): string {
  return fill(routes[name].path, parts);
}

async function findInStudio(name: PageRouteName): Promise<Address> {
  const { pageRoutes } = await import("#contract/routes/studio-routes.ts");
  return pageRoutes[name];
}

function fill(pattern: string, { params = {}, query = {} }: Pick<Parts, "params" | "query">): string {
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}

async function send(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    throw new ApiProblem({ code: "unreachable", status: 0, detail: words.unreachable }, { cause });
  }
}

async function readJson(
  answer: Response,
  read = (given: Response): Promise<unknown> => given.json(),
): Promise<unknown> {
  try {
    return await read(answer);
  } catch (cause) {
    // An error page of a proxy, or a connection that was lost halfway.
    throw problemOf(answer, undefined, cause);
  }
}

function problemOf(answer: Response, body: unknown, cause?: unknown): ApiProblem {
  const problem = (typeof body === "object" && body !== null ? body : {}) as Partial<Problem>;
  return new ApiProblem(
    {
      ...problem,
      status: answer.status,
      code: problem.code ?? "unexpected",
      detail: problem.detail ?? words.notUnderstood,
    },
    cause === undefined ? undefined : { cause },
  );
}
