// WebDriver BiDi: numbered questions and answers as JSON over a WebSocket.
interface Bidi extends AsyncDisposable {
  ask<T = unknown>(method: string, params: object): Promise<T>;
}

interface Answer {
  id?: number;
  result?: unknown;
  error?: string;
  message?: string;
}

export async function openBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const opened = Promise.withResolvers<void>();
  socket.addEventListener("open", () => opened.resolve());
  socket.addEventListener("error", () => opened.reject(new Error(`no connection to ${address}`)));
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data)) as Answer;
    const asked = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(`${error}: ${message}`));
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("the browser has ended"));
    waiting.clear();
  });
  await opened.promise;
  return {
    ask<T>(method: string, params: object) {
      const id = ++last;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(id, asked);
      socket.send(JSON.stringify({ id, method, params }));
      return asked.promise as Promise<T>;
    },
    async [Symbol.asyncDispose]() {
      socket.close();
    },
  };
}
