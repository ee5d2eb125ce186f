// A QR code as a picture with one path. Always dark on white: cameras do not read every other pair of colours.
import encodeQR from "qr";
import css from "./feed.module.css";

export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 2 });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  const size = `viewBox="0 0 ${rows.length} ${rows.length}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path fill="#fff" d="M0 0h99v99H0z"/><path d="${path}"/></svg>`;
  return <img className={css.qr} alt={label} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />;
}
