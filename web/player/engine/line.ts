// After a network error: tries again every few seconds, and at once when the browser is online again.
interface Given {
  isDown(): boolean;
  tryAgain(): void;
  signal: AbortSignal;
}

const [firstMs, nextMs] = [3000, 5000];

export function openLine({ isDown, tryAgain, signal }: Given) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const goOn = () => {
    clearTimeout(timer);
    if (!isDown()) return;
    timer = setTimeout(goOn, nextMs);
    tryAgain();
  };
  const forget = () => clearTimeout(timer);
  addEventListener("online", goOn, { signal });
  signal.addEventListener("abort", forget);
  return {
    wait() {
      clearTimeout(timer);
      timer = setTimeout(goOn, firstMs);
    },
    forget,
  };
}
