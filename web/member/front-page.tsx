// The picture on the home page: a stage door, a lamp and the lit bricks around it. Decorative.
import css from "./front-page.module.css";

export function FrontPage({ isOpen }: { isOpen: boolean }) {
  return (
    <svg className={css.picture} viewBox="50 0 540 560" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <defs>
        <radialGradient id="reach" cx="320" cy="170" r="380" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="#fff" />
          <stop offset="0.4" stopColor="#fff" stopOpacity="0.45" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="halo" cx="320" cy="112" r="150" gradientUnits="userSpaceOnUse">
          <stop className={css.light} offset="0" stopOpacity="0.55" />
          <stop className={css.light} offset="1" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="fall" x1="0" y1="108" x2="0" y2="520" gradientUnits="userSpaceOnUse">
          <stop className={css.light} offset="0" stopOpacity="0.36" />
          <stop className={css.light} offset="1" stopOpacity="0.07" />
        </linearGradient>
        <linearGradient id="spill" x1="0" y1="504" x2="0" y2="556" gradientUnits="userSpaceOnUse">
          <stop className={css.light} offset="0" stopOpacity="0.6" />
          <stop className={css.light} offset="1" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="pool">
          <stop className={css.light} offset="0" stopOpacity="0.4" />
          <stop className={css.light} offset="1" stopOpacity="0" />
        </radialGradient>
        <pattern id="bricks" width="64" height="32" patternUnits="userSpaceOnUse" y="8">
          <path className={css.mortar} d="M0 .5h64M0 16.5h64M16.5 0v16M48.5 16v16" />
        </pattern>
        <mask id="lit">
          <path fill="url(#reach)" d={wall} />
        </mask>
      </defs>
      <g mask="url(#lit)">
        <path className={css.wall} d={wall} />
        <path fill="url(#bricks)" d={wall} />
      </g>
      <path className={css.ground} d="M-2000 520h4640" />
      <path className={css.step} d="M214 504h212v16H214z" />
      <path className={css.frame} d="M234 504V198h172v306" />
      {isOpen ? <DoorAjar /> : <DoorShut />}
      <path className={css.beam} fill="url(#fall)" d="M288 108h64l150 412H138z" />
      <circle fill="url(#halo)" cx="320" cy="112" r="150" />
      <ellipse fill="url(#pool)" cx="320" cy="524" rx="290" ry="30" />
      <path className={css.arm} d="M320 74V40" />
      <path className={css.shade} d="M308 26h24v16h-24zM282 106q4-36 38-36t38 36z" />
      <path className={css.bulb} d="M305 106h30q-2 15-15 15t-15-15" />
      <rect className={css.plate} x="248" y="138" width="144" height="38" rx="6" />
      <text className={css.letters} x="321" y="162.5" textAnchor="middle">
        STAGE DOOR
      </text>
    </svg>
  );
}

const wall = "M-300-260h1240v780H-300z";

function DoorAjar() {
  return (
    <>
      <path className={css.inside} d="M240 204h160v300H240z" />
      <path className={css.leaf} d="M240 204l100 13v299l-100-12z" />
      <path className={css.panel} d="M256 227l68 8v104l-68-5zM256 357l68 4v112l-68-7z" />
      <path className={css.handle} d="M330 372v22" />
      <path fill="url(#spill)" d="M340 504h60l90 52H322z" />
    </>
  );
}

function DoorShut() {
  return (
    <>
      <path className={css.leaf} d="M240 204h160v300H240z" />
      <path className={css.panel} d="M262 230h116v104H262zM262 358h116v118H262z" />
      <path className={css.handle} d="M388 362v24" />
      <path className={css.sill} d="M242 503h156" />
    </>
  );
}
