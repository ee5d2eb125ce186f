// What is said when the port cannot be used, and to a client that does not speak HTTP.
export const words = {
  portInUse: (port: number) =>
    `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`,
  cannotListen: (address: string, code: string | undefined) =>
    `Cannot listen on ${address} (${code}). Set HOST and PORT to an address this user may use.`,
  headersTooLarge: "The request's address and headers are too large.",
  notHttp: "The request could not be read. Send valid HTTP.",
} as const;
