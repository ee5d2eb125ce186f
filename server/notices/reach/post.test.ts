// Notices never reach this machine or its network, by whatever spelling, unless the owner allows it.
import { describe, expect, it } from "vitest";
import { listen } from "#server/testing/notices/http.ts";
import { isPublicAddress } from "#server/outside.ts";
import { post } from "./post.ts";

/** 60 addresses that must not be asked. Names are answered by a DNS that says what is behind the arrow. */
const closed = [
  ...["https://127.0.0.1/", "https://127.1/", "https://127.0.0.53/", "https://2130706433/", "https://0x7f000001/"],
  ...["https://0x7f.1/", "https://0177.0.0.1/", "https://017700000001/", "https://0/", "https://0.0.0.0/"],
  ...["https://127.255.255.255/", "https://①②⑦.⓪.⓪.①/", "https://127。0。0。1/", "https://[::1]/", "https://[::]/"],
  ...[
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
  ],
  ...["https://[64:ff9b::7f00:1]/", "https://[64:ff9b::169.254.169.254]/", "https://[2002:7f00:1::]/"],
  ...["https://[2001:0:7f00:1::]/", "https://[fe80::1]/", "https://[fc00::1]/", "https://[fd00:ec2::254]/"],
  ...["https://[fd12:3456:789a::1]/", "https://[ff02::1]/", "https://[2001:db8::1]/", "https://[100::1]/"],
  ...[
    "https://169.254.169.254/latest/meta-data",
    "https://169.254.170.2/",
    "https://0xa9fea9fe/",
    "https://2852039166/",
  ],
  ...["https://169.254.1.1/", "https://10.0.0.1/", "https://10.255.255.255/", "https://172.16.0.1/"],
  ...["https://172.31.255.254/", "https://192.168.0.1/", "https://192.168.255.255/", "https://100.64.0.1/"],
  ...["https://100.100.100.200/", "https://192.0.0.192/", "https://198.18.0.1/", "https://224.0.0.1/"],
  ...["https://255.255.255.255/", "https://240.0.0.1/", "https://3232235521/", "https://0300.0250.0.1/"],
  ...["https://local.example->127.0.0.1", "https://meta.example->169.254.169.254", "https://six.example->::1"],
  ...["https://mapped.example->::ffff:10.0.0.1", "https://both.example->93.184.215.14,10.0.0.1"],
  ...["https://zone.example->fe80::1%eth0", "http://93.184.215.14/", "ftp://93.184.215.14/", "file:///etc/passwd"],
  "https://user@93.184.215.14/",
];

const letter = { headers: {}, body: Buffer.from("{}") };

describe("a notice", () => {
  it("has 60 addresses to be refused by", () => {
    expect(closed).toHaveLength(60);
  });

  it.each(closed)("is not sent to %s", async (line) => {
    const [url = "", answers = ""] = line.split("->");
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return answers === "" ? ["93.184.215.14"] : answers.split(",");
    };
    await expect(post(url, letter, { allowsPrivate: false, resolve })).rejects.toMatchObject({ code: "not-allowed" });
    expect(asked).toHaveLength(answers === "" ? 0 : 1);
  });

  it("goes to the address that was checked, though the DNS says another one the next time", async () => {
    let isReached = false;
    await using inside = await listen(async () => {
      isReached = true;
      return { status: 200 };
    });
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return ["192.0.2.1"];
    };
    // the first answer is an address where nobody answers; every later question would be answered with this machine
    const sending = post(
      `http://localhost:${inside.port}/`,
      { ...letter, signal: AbortSignal.timeout(300) },
      { allowsPrivate: true, resolve },
    );
    await expect(sending).rejects.toMatchObject({ code: "provider-unavailable" });
    expect(asked).toBe(1);
    expect(isReached).toBe(false);
  });

  it("does not follow a redirect, to wherever it leads", async () => {
    let isReached = false;
    await using inside = await listen(async () => {
      isReached = true;
      return { status: 200 };
    });
    for (const status of [301, 302, 303, 307, 308]) {
      await using outside = await listen(async () => ({ status, headers: { location: `${inside.url}/` } }));
      const reply = await post(`${outside.url}/`, letter, { allowsPrivate: true });
      expect(reply.status).toBe(status);
    }
    expect(isReached).toBe(false);
  });

  it("reaches the internet: the rule is not simply No", () => {
    for (const address of ["93.184.215.14", "8.8.8.8", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::64"])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });
});
