// One's own podcast feed: its address to copy, to scan or to open in an app, who uses it, and a new address.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Feed } from "#contract/feed.ts";
import { sayAgo } from "#web/ago.ts";
import { call, sayProblem } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import fields from "#web/ui/fields/fields.module.css";
import { Waiting } from "#web/ui/waiting.tsx";
import css from "./feed.module.css";
import { words } from "./words.ts";
import encodeQR from "qr";

const feedQuery = (of: string) =>
  queryOptions({ queryKey: ["feed", of], queryFn: ({ signal }) => call("getFeed", { query: { of }, signal }) });

interface Props {
  of: string;
  title: string | undefined;
  close: () => void;
}

export function FeedDialog({ of, title, close }: Props) {
  const { data, error } = useQuery(feedQuery(of));
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: () => call("makeFeed", { query: { of } }),
    onSuccess: (made) => {
      // every other feed has a new address now, too
      void queries.invalidateQueries({ predicate: ({ queryKey: [name, other] }) => name === "feed" && other !== of });
      queries.setQueryData(feedQuery(of).queryKey, made);
    },
  });
  const problem = make.error ?? error;
  const feed = data?.feed;
  return (
    <Dialog
      title={words.title}
      width="narrow"
      close={close}
      foot={<Button onClick={close}>{dialogWords.close}</Button>}
    >
      {title !== undefined && (
        <p className={fields.hint}>
          <bdi>{title}</bdi>
        </p>
      )}
      <p className={fields.hint}>{words.about}</p>
      {!data && !error && <Waiting>{words.loading}</Waiting>}
      {data && !feed && <Missing text={words.none} make={make} />}
      {feed?.ended && <Missing text={words.ended} make={make} />}
      {feed && !feed.ended && <Address feed={feed} make={make} />}
      {problem && (
        <p role="alert" className={fields.problem}>
          {sayProblem(problem)}
        </p>
      )}
    </Dialog>
  );
}

interface Making {
  isPending: boolean;
  mutate: () => void;
}

function Missing({ text, make }: { text: string; make: Making }) {
  return (
    <div className={css.part}>
      <p>{text}</p>
      <Button look="lamp" busy={make.isPending} onClick={() => make.mutate()}>
        {words.make}
      </Button>
    </div>
  );
}

function Copied({ label, url, look }: { label: string; url: string; look?: "lamp" }) {
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(words.copied);
    } catch {
      setCopied(words.copyFailed);
    }
  };
  return (
    <>
      <div className="tools">
        <input
          className={`${fields.input} ${fields.wide} ${css.address}`}
          readOnly
          aria-label={label}
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <Button {...(look && { look })} aria-label={words.copyOf(label)} onClick={() => void copy()}>
          {words.copy}
        </Button>
      </div>
      <output className={fields.hint}>{copied}</output>
    </>
  );
}

function Address({ feed, make }: { feed: Feed; make: Making }) {
  return (
    <>
      <Copied label={words.address} url={feed.url} look="lamp" />
      <p className={fields.hint}>{words.openIn}</p>
      <ul className="tools">
        {listApps(feed.url).map(({ name, url }) => (
          <li key={name}>
            <a className={css.app} href={url}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <div className={css.scan}>
        <QrCode text={feed.url} label={words.qr} />
        <p className={fields.hint}>{words.qrAbout}</p>
      </div>
      <div className={css.part}>
        <p className={fields.hint}>{words.reader}</p>
        <Copied label={words.readerAddress} url={feed.atom_url} />
      </div>
      <Devices feed={feed} />
      <Reset make={make} />
    </>
  );
}

const mostShown = 5;

function Devices({ feed: { devices, many } }: { feed: Feed }) {
  if (devices.length === 0) return null;
  return (
    <div className={css.part}>
      <p>{words.devices(devices.length)}</p>
      <ul className={css.devices}>
        {devices.slice(0, mostShown).map(({ app, seen_at }) => (
          <li key={`${app} ${seen_at}`}>{words.device(app, sayAgo(new Date(seen_at)))}</li>
        ))}
      </ul>
      {many && <p className={fields.problem}>{words.many}</p>}
    </div>
  );
}

function Reset({ make }: { make: Making }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <div className={css.part}>
        <Button size="small" onClick={() => setAsking(true)}>
          {words.reset}
        </Button>
      </div>
    );
  return (
    <div className={css.part}>
      <p>{words.resetQuestion}</p>
      <div className="tools">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone, and this loses nothing */}
        <Button autoFocus size="small" onClick={() => setAsking(false)}>
          {words.resetNo}
        </Button>
        <Button
          size="small"
          look="danger"
          busy={make.isPending}
          onClick={() => {
            make.mutate();
            setAsking(false);
          }}
        >
          {words.resetYes}
        </Button>
      </div>
    </div>
  );
}

// Links that open a podcast app with a feed. Only the app on this device gets the address, no website.

interface AppLink {
  name: string;
  url: string;
}

function listApps(feed: string): AppLink[] {
  const bare = feed.replace(/^https?:\/\//, "");
  return [
    { name: "Apple Podcasts", url: `podcast://${bare}` },
    { name: "AntennaPod", url: `antennapod-subscribe://${bare}` },
    { name: "Overcast", url: `overcast://x-callback-url/add?url=${encodeURIComponent(feed)}` },
    { name: "Pocket Casts", url: `pktc://subscribe/${bare}` },
    { name: "Castro", url: `castro://subscribe/${bare}` },
  ];
}

/** A QR code as a picture with one path. Always dark on white: cameras do not read every other pair of colours. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 2 });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  const size = `viewBox="0 0 ${rows.length} ${rows.length}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path fill="#fff" d="M0 0h99v99H0z"/><path d="${path}"/></svg>`;
  return <img className={css.qr} alt={label} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />;
}
