// How a number of bytes is written.
const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"] as const;

/** Units are steps of a thousand, as disks are sold: 1.5 GB. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3 + 1e-9));
  const amount = bytes / 1000 ** step;
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: units[step] ?? "byte",
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step === 0 || amount >= 100 ? 0 : amount >= 10 ? 1 : 2,
  }).format(amount);
}
