// What is said when the port cannot be used, and to a client that does not speak HTTP.
export const words = {
  portInUse: (port: number) =>
    `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`,
  cannotListen: (address: string, code: string | undefined) =>
    `Cannot listen on ${address} (${code}). Set HOST and PORT to an address this user may use.`,
  headersTooLarge:
    "The request's address or headers are too large. Use a shorter address, or delete the cookies of this site.",
  notHttp: "The request could not be read. Send valid HTTP.",
} as const;
