// Collections and songs have the same pages in the studio, within its frame: there, what leads from one to another stays in the studio.
import { useLocation } from "react-router";

const outside = {
  collections: "/collections",
  collection: (id: string) => `/collection/${id}`,
  song: (id: string) => `/song/${id}`,
};
const inside: typeof outside = {
  collections: "/studio/collections",
  collection: (id) => `/studio/collections/${id}`,
  song: (id) => `/studio/songs/${id}`,
};

export function useAddresses(): typeof outside {
  return useLocation().pathname.startsWith("/studio/") ? inside : outside;
}
