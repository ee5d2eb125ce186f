// A real certificate: Debian's Caddy asks Debian's pebble, a certificate authority for tests, by the same protocol as the others.
import { setTimeout as sleep } from "node:timers/promises";
import type { Machine } from "./machine.ts";

interface Trial {
  machine: Machine;
  judge(what: string, isRight: boolean, result: { said: string; seconds: number }): void;
  port: number;
  /** The start of a command line of the checkout. */
  archive: string;
}

const pebble = JSON.stringify({
  pebble: {
    listenAddress: "127.0.0.1:14000",
    managementListenAddress: "127.0.0.1:15000",
    certificate: "/srv/pebble.pem",
    privateKey: "/srv/pebble.key",
    httpPort: 80,
    tlsPort: 443,
  },
});

export async function tryDomain({ machine, judge, port, archive }: Trial): Promise<void> {
  const packages = machine.run("apt-get install -y --no-install-recommends pebble openssl");
  judge("pebble is there", packages.code === 0, packages);
  machine.write("/srv/pebble.json", pebble);
  machine.run(`openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout /srv/pebble.key -out /srv/pebble.pem`);
  machine.write("/etc/systemd/system/pebble.service", pebbleUnit);
  machine.run("systemctl restart pebble");
  try {
    await sleep(1000);
    const authority = "--acme-ca https://localhost:14000/dir --acme-root /srv/pebble.pem";
    const installed = machine.run(`${archive} install --port ${port} --domain archive.test ${authority}`);
    judge("install --domain", installed.code === 0, installed);
    const again = machine.run(`${archive} install --port ${port} --domain archive.test ${authority}`);
    judge("install --domain again", again.said.includes("Everything was already done"), again);
    const root =
      "fetch('https://localhost:15000/roots/0').then((a) => a.text()).then((t) => require('fs').writeFileSync('/srv/root.pem', t))";
    machine.run(`NODE_EXTRA_CA_CERTS=/srv/pebble.pem node -e "${root}"`);
    const asked = machine.run(`NODE_EXTRA_CA_CERTS=/srv/root.pem node -e '${questions}'`);
    judge(
      "HTTPS: page, range, redirect, no metrics, no file for a stranger",
      asked.said.trim() === "200 206 10 308 404 401",
      asked,
    );
    const issuer = machine.run(
      "openssl s_client -connect archive.test:443 -servername archive.test </dev/null 2>/dev/null | openssl x509 -noout -issuer -ext subjectAltName",
    );
    judge(
      "the certificate is pebble's, for this name",
      issuer.said.includes("Pebble") && issuer.said.includes("DNS:archive.test"),
      issuer,
    );
  } finally {
    machine.run("systemctl stop pebble");
  }
}

const questions = `
const ask = (address, options) => fetch(address, { redirect: "manual", ...options });
(async () => {
  const page = await ask("https://archive.test/");
  const script = /src="([^"]+\\.js)"/.exec(await page.text())[1];
  const part = await ask(new URL(script, "https://archive.test"), { headers: { range: "bytes=0-9" } });
  const length = (await part.arrayBuffer()).byteLength;
  const plain = await ask("http://archive.test/");
  const metrics = await ask("https://archive.test/metrics");
  const file = await ask("https://archive.test/api/media/00000000000000000000000000/original");
  console.log(page.status, part.status, length, plain.status, metrics.status, file.status);
})();`;

const pebbleUnit = `[Service]
User=root
Environment=PEBBLE_VA_NOSLEEP=1 PEBBLE_WFE_NONCEREJECT=0
ExecStart=/usr/bin/pebble -config /srv/pebble.json
`;
