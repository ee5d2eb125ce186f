// Links that open a podcast app with a feed. Only the app on this device gets the address, no website.
interface AppLink {
  name: string;
  url: string;
}

export function listApps(feed: string): AppLink[] {
  const bare = feed.replace(/^https?:\/\//, "");
  return [
    { name: "Apple Podcasts", url: `podcast://${bare}` },
    { name: "AntennaPod", url: `antennapod-subscribe://${bare}` },
    { name: "Overcast", url: `overcast://x-callback-url/add?url=${encodeURIComponent(feed)}` },
    { name: "Pocket Casts", url: `pktc://subscribe/${bare}` },
    { name: "Castro", url: `castro://subscribe/${bare}` },
  ];
}
