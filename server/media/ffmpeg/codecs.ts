// The supported codecs: those that cameras, phones, streams and editing programs write. Each is tested with a file.
// They are the exact names of ffmpeg's decoders; files with any other codec are refused, and the codec is named.
import { words } from "#server/media/words.ts";

const video =
  "h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,mpeg4,mpeg2video,mpeg1video,prores,dnxhd,cfhd,dvvideo,ffv1,huffyuv,ffvhuff,utvideo,v210,theora,flv,mjpeg";
const audio =
  "aac,mp2,mp2float,mp3,mp3float,flac,alac,wavpack,opus,libopus,vorbis,ac3,eac3,truehd,dca,wmav2,adpcm_ima_wav,adpcm_ms";
const plainAudio =
  "pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_mulaw,pcm_alaw,pcm_bluray";
export const codecs = `${video},${audio},${plainAudio}`;

type Track = "video" | "audio" | "track";

/** What people call those that are not read; for others ffmpeg's name has to do. */
const others: Record<string, [Track, string]> = {
  apng: ["video", "PNG"],
  bmp: ["video", "BMP"],
  cinepak: ["video", "Cinepak"],
  gif: ["video", "GIF"],
  h263: ["video", "H.263"],
  hap: ["video", "Hap"],
  indeo3: ["video", "Indeo"],
  indeo5: ["video", "Indeo"],
  magicyuv: ["video", "MagicYUV"],
  msmpeg4: ["video", "DivX 3"],
  msmpeg4v1: ["video", "MS MPEG-4"],
  msmpeg4v2: ["video", "MS MPEG-4"],
  png: ["video", "PNG"],
  qtrle: ["video", "QuickTime Animation"],
  rawvideo: ["video", "uncompressed form"],
  rv40: ["video", "RealVideo"],
  svq1: ["video", "Sorenson Video"],
  svq3: ["video", "Sorenson Video"],
  tiff: ["video", "TIFF"],
  vc1: ["video", "VC-1"],
  vp6: ["video", "VP6"],
  vp6f: ["video", "VP6"],
  webp: ["video", "WebP"],
  wmv1: ["video", "Windows Media Video"],
  wmv2: ["video", "Windows Media Video"],
  wmv3: ["video", "Windows Media Video"],
  adpcm_swf: ["audio", "Flash ADPCM"],
  cook: ["audio", "RealAudio"],
  mlp: ["audio", "MLP"],
  nellymoser: ["audio", "Nellymoser"],
  qdm2: ["audio", "QDesign Music"],
  speex: ["audio", "Speex"],
  tta: ["audio", "True Audio"],
  wmapro: ["audio", "Windows Media Audio Pro"],
};

/** Why a file is refused, and what to do. `codec` is ffmpeg's name; undefined if ffmpeg does not know it. */
export function describeForeign(codec: string | undefined, kind: Track = "track"): string {
  const [track, name] = (codec && others[codec]) || [kind, codec ?? words.aFormat];
  return words.foreign(track, name, codec !== undefined);
}

/** From what ffprobe said when it gave up. */
export function findForeign(log: string): string | undefined {
  return /Codec \((\w{1,40})\) not on whitelist/.exec(log)?.[1];
}
