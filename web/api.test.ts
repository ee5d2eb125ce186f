// Only the network is replaced; everything else is real.
import { afterEach, expect, test, vi } from "vitest";
import { addressOf, ApiProblem, call } from "./api.ts";

afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: string) {
  const network = vi.fn<typeof fetch>(async () => new Response(body, { status }));
  vi.stubGlobal("fetch", network);
  return network;
}
async function problemOf(promise: Promise<unknown>): Promise<ApiProblem> {
  const problem = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(problem).toBeInstanceOf(ApiProblem);
  return problem as ApiProblem;
}

test("a call without a body still sends JSON", async () => {
  const network = answer(200, "{}");
  await call("logOut");
  expect(network).toHaveBeenCalledWith("/api/user/logout", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
});

test("a GET sends neither body nor headers, so that the preloaded answer is used", async () => {
  const network = answer(200, "{}");
  await call("getSite");
  expect(network).toHaveBeenCalledWith("/api/site", { method: "GET" });
});

test("parameters are put into the path, escaped", () => {
  expect(addressOf("endSession", { params: { id: "a/b" } })).toBe("/api/user/sessions/a%2Fb");
  expect(addressOf("getPicture", { query: { v: "1 2" } })).toBe("/api/user/picture?v=1+2");
});

test("a refusal carries its code, its sentence and its request id", async () => {
  answer(
    409,
    JSON.stringify({ status: 409, code: "conflict", detail: "Somebody else was faster.", request_id: "r-1" }),
  );
  const problem = await problemOf(call("checkAgain"));
  expect(problem).toMatchObject({
    code: "conflict",
    status: 409,
    requestId: "r-1",
    message: "Somebody else was faster.",
  });
});

test("an answer that is not from our server becomes a readable message", async () => {
  answer(502, "<html>Bad gateway</html>");
  const problem = await problemOf(call("getSite"));
  expect(problem).toMatchObject({ code: "unexpected", status: 502 });
  expect(problem.message).toMatch(/try again/);
});

test("a lost connection is an ApiProblem", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const problem = await problemOf(call("getSite"));
  expect(problem).toMatchObject({ code: "unreachable", status: 0 });
  expect(problem.message).toMatch(/cannot be reached/);
});
