// The server that most browser tests share: its address and its log. With E2E_PORT, two checkouts on one machine can be
// tested at the same time.
export const port = Number(process.env["E2E_PORT"] ?? 8180);
export const emulatorPort = port + 1;
export const url = `http://localhost:${port}`;
export const standIns = `http://localhost:${emulatorPort}`;
export const dataDir = ".cache/e2e-data";
/** Read by tests that count bytes. */
export const journal = `${dataDir}.log`;
/** For programs that are to find it. */
export const shared = { url, environment: { ...process.env, DATA_DIR: dataDir, PORT: String(port) } };
