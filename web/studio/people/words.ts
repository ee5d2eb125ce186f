// What people read on the members page. The reasons for a permission come from the server.
import { sayCount } from "#web/studio/format.ts";

const sessions = (count: number) => sayCount(count, "session");

export const words = {
  what: "the members",
  title: "Members",
  search: "Search members",
  searchHint: "Search by name",
  total: (count: number) => sayCount(count, "member"),
  first: (count: number) => `First ${sayCount(count, "member")}`,
  showMore: "Show more",
  empty: {
    title: "No members yet",
    text: "Members appear here after their first login.",
    notFoundTitle: (name: string) => `No members found for “${name}”`,
    notFound: "Try a shorter search.",
  },
  permissions: {
    disabled: "Disabled",
    owner: "Owner",
    editor: "Editor",
    member: "Member",
    none: "No access",
  },
  row: {
    providers: { patreon: "Patreon", twitch: "Twitch" },
    identity: (provider: string, name: string) => `${provider}: ${name}`,
    connectionEnded: "(connection ended)",
    accountGone: "(account no longer exists)",
    visits: (last: string, first: string) => `Last visit ${last}, first login on ${first}.`,
    sessions: (count: number) => `${sessions(count)}.`,
    feed: (devices: number) => `Podcast feed on ${sayCount(devices, "device")} in 7 days.`,
    manyDevices: "Many devices use this member's podcast feed: the address may be shared.",
    endFeed: "End podcast feed",
    endFeedOf: (name: string) => `End the podcast feed of ${name}`,
    makeEditor: "Make editor",
    makeEditorOf: (name: string) => `Make editor: ${name}`,
    removeEditor: "Remove as editor",
    removeEditorOf: (name: string) => `Remove as editor: ${name}`,
    endSessions: "Log out",
    endSessionsOf: (name: string) => `Log out ${name}`,
    enable: "Enable",
    enableThis: (name: string) => `Enable ${name}`,
    disable: "Disable",
    disableThis: (name: string) => `Disable ${name}`,
    history: "History",
    historyHidden: (name: string) => ` of ${name}`,
  },
  endSessions: {
    title: (name: string) => `Log ${name} out everywhere?`,
    confirm: (count: number) => `End ${sessions(count)}`,
    text: "They have to log in again on every device. Their permissions do not change.",
  },
  endFeed: {
    title: (name: string) => `End the podcast feed of ${name}?`,
    confirm: "End this address",
    text: "Every app that uses this address stops getting recordings. The member can make a new address, and keeps access.",
  },
  done: {
    isEditor: (name: string) => `${name} can edit now.`,
    isNoEditor: (name: string) => `${name} can no longer edit.`,
    isDisabled: (name: string) => `The account of ${name} is disabled.`,
    isEnabled: (name: string) => `The account of ${name} is enabled again.`,
    feedEnded: (name: string) => `The podcast feed of ${name} is ended.`,
    sessionsEnded: (count: number, name: string) => `${name} was logged out of ${sessions(count)}.`,
  },
} as const;
