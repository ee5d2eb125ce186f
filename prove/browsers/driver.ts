// What every browser can do for the journeys: the same few things, whatever protocol it speaks.
export interface Driver extends AsyncDisposable {
  open(address: string): Promise<void>;
  /** Runs a function in the page. Only its text gets there: it may use nothing but its arguments. */
  run<A extends unknown[], R>(work: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  move(place: Place): Promise<void>;
  click(place: Place): Promise<void>;
  /** One character or one of `keys`, also with Control+ before it. */
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** As if somebody had chosen it in the browser's dialog. */
  chooseFile(selector: string, file: string): Promise<void>;
  /** Of the page, without the window around it. */
  resize(size: Size): Promise<void>;
  /** A PNG of what is visible. */
  takePicture(): Promise<Buffer>;
}

export interface Place {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** From what a browser can do: give the value of an expression, which is a promise of a text. */
export function createRun(evaluate: (expression: string) => Promise<string>): Driver["run"] {
  return async <A extends unknown[], R>(work: (...args: A) => R | Promise<R>, ...args: A) => {
    const call = `(${work.toString()})(...${JSON.stringify(args)})`;
    const text = await evaluate(`(async () => {
      try { return JSON.stringify({ value: await ${call} }); } catch (error) { return JSON.stringify({ error: String(error) }); }
    })()`);
    const { value, error } = JSON.parse(text) as { value: R; error?: string };
    if (error !== undefined) throw new Error(`in the page: ${error}`);
    return value;
  };
}
