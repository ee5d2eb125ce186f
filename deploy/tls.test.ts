// Set-up and check-up through the shipped Caddy and nginx with a certificate: as an owner's first hour goes.
import { execFileSync } from "node:child_process";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, expect, it } from "vitest";
import type { CheckUp } from "#contract/check-up.ts";
import { checkAddress } from "#server/checkup/address.ts";
import { readHeaders, sendHttp1 } from "#server/outside.ts";
import { getSetUpLink } from "#server/setup/link.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { startCaddyWithTls } from "#server/testing/proxies/caddy.ts";
import { startNginx } from "#server/testing/proxies/nginx.ts";

const known = getCACertificates();
afterAll(() => setDefaultCACertificates(known));

const proxies = { Caddy: startCaddyTrusted, nginx: startNginxTrusted };
const lifetimes = {
  Caddy: /^It is valid for another 1[01] hours\.$/,
  nginx: /^It is valid for another (29|30) days\.$/,
};

it.each(["Caddy", "nginx"] as const)(
  "behind %s with a certificate, set-up and check-up find address, certificate and proxy right; a proxy that is not trusted is red",
  async (name) => {
    const [port, archivePort] = [await findFreePort(), await findFreePort()];
    const url = `https://localhost:${port}`;
    await using _proxy = await proxies[name]({ port, archivePort });
    const env = { PORT: String(archivePort) };

    {
      const wrong = { ...env, PUBLIC_URL: url, TRUSTED_PROXIES: "192.0.2.1" };
      await using archive = await openTestArchive({ env: wrong });
      expect(await checkAddress(archive.parts)).toMatchObject([
        { name: "address", state: "good" },
        { name: "certificate", state: "good" },
        { name: "proxy", state: "bad", sentence: expect.stringContaining("Write TRUSTED_PROXIES=127.0.0.1 into") },
      ]);
    }

    {
      // behind a proxy the link also works with an address that the archive does not know yet
      await using archive = await openTestArchive({ isNew: true, env: { ...env, TRUSTED_PROXIES: "127.0.0.1" } });
      const key = (await getSetUpLink(archive.parts)).split("#")[1];
      expect((await createBrowser(url, fetchHttp1).ask("POST /api/setup/session", { key })).status).toBe(200);
    }

    await using archive = await openTestArchive({
      isNew: true,
      // an address of this machine is taken from the settings file only
      env: { ...env, PUBLIC_URL: url, TRUSTED_PROXIES: "127.0.0.1" },
      emulator: { archiveUrl: url },
    });
    const browser = createBrowser(url, fetchHttp1);
    const ask = async <T>(call: string, body: unknown) => {
      const reply = await browser.ask<T>(call, body);
      expect([call, reply.status, reply.body]).toEqual([call, 200, expect.anything()]);
      return reply.body;
    };
    await ask("POST /api/setup/session", { key: (await getSetUpLink(archive.parts)).split("#")[1] });
    await ask("PUT /api/setup/archive", { name: "Lamp Room", address: url });
    const { PATREON_CLIENT_ID: client_id, PATREON_CLIENT_SECRET: client_secret } = archive.emulator.settings;
    await ask("PUT /api/setup/provider/patreon", { client_id, client_secret });
    const begun = await ask<{ authorize_url: string }>("POST /api/setup/provider/patreon/connect", {});
    const allowed = await fetch(`${begun.authorize_url}&persona=patron-owner`, { redirect: "manual" });
    await browser.visit(allowed.headers.get("location") ?? "");
    await ask("PUT /api/setup/tiers/patreon", { campaign_id: "4410221", tier_ids: ["20550102"] });
    await ask("POST /api/setup/open", { trash_demo: false });

    await browser.signIn("patron-owner");
    // on https a cookie is bound to this host
    expect([...browser.cookies.keys()]).toContain("__Host-session");
    const { lines } = await ask<CheckUp>("POST /api/check-up", {});
    const find = (line: string) => lines.find((one) => one.name === line);
    expect(find("address")).toMatchObject({ state: "good", sentence: `${url} leads to this archive.` });
    expect(find("certificate")).toMatchObject({ state: "good", sentence: expect.stringMatching(lifetimes[name]) });
    expect(find("proxy")).toMatchObject({ state: "good" });
  },
  60_000,
);

/** Node's own fetch would speak HTTP/2 to the proxy; see http1.ts why that is avoided. */
async function fetchHttp1(address: string, init: RequestInit): Promise<Response> {
  const message = await sendHttp1(address, { ...init, signal: AbortSignal.timeout(30_000) });
  const body = Buffer.concat(await Array.fromAsync(message as AsyncIterable<Buffer>));
  return new Response(body.length > 0 ? body : null, {
    status: message.statusCode ?? 0,
    headers: readHeaders(message),
  });
}

interface Place {
  port: number;
  archivePort: number;
}

async function startCaddyTrusted(place: Place): Promise<AsyncDisposable> {
  const caddy = await startCaddyWithTls({ ...place, mediaFolder: tmpdir() });
  setDefaultCACertificates([...known, caddy.readRoot()]);
  return caddy;
}

async function startNginxTrusted(place: Place): Promise<AsyncDisposable> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-tls-"));
  const [key, certificate] = [path.join(folder.path, "key.pem"), path.join(folder.path, "certificate.pem")];
  const subject = ["-days", "30", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const made = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...made, ...subject], { stdio: "ignore" });
  setDefaultCACertificates([...known, await readFile(certificate, "utf8")]);
  // the folder may go once nginx has read it
  return await startNginx({ ...place, certificate: { certificate, key } });
}
