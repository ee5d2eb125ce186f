// Spreads work over turns of the event loop, so that whoever asks for little does not wait for all of those who ask for much.

/** At most so many begin in one turn; the others wait for the next ones, in their order. */
export function spread(atMost: number): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let begun = 0;
  const begin = (work: () => void) => {
    if (begun === 0) setImmediate(goOn);
    begun += 1;
    work();
  };
  const goOn = () => {
    begun = 0;
    for (const work of waiting.splice(0, atMost)) begin(work);
  };
  return (work) => {
    if (begun < atMost) begin(work);
    else waiting.push(work);
  };
}
