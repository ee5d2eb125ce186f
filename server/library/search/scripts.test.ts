// Searches in many scripts, each with what must be found: by title (t), description (d) or captions (c). The same on both databases.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addVideo } from "#server/library/add.ts";
import { listPage } from "#server/library/list.ts";
import { databaseKinds, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { indexCaptions } from "./index-text.ts";
import { searchTexts } from "./search.ts";

interface Script {
  name: string;
  recordings: readonly (readonly [title: string, description: string, captions: string])[];
  /** What is typed, and where it is found: "1t 2c" is the title of the first and the captions of the second. */
  queries: Readonly<Record<string, string>>;
}

const scripts: Script[] = [
  {
    name: "Latin",
    recordings: [
      ["Été à Nîmes", "Ein Abend auf der Straße, mit Zoë", "Dziękuję, Łódź!"],
      ["İstanbul geceleri", "Đêm Việt Nam", "Ærlig talt, smørrebrød"],
    ],
    queries: {
      ete: "1t",
      NIMES: "1t",
      "été nîmes": "1t",
      strasse: "1d",
      STRAẞE: "1d",
      zoe: "1d",
      lodz: "1c",
      dziekuje: "1c",
      istanbul: "2t",
      ISTANBUL: "2t",
      "viet nam": "2d",
      dem: "2d",
      aerlig: "2c",
      smorre: "2c",
      rebrod: "2c",
      nimess: "",
      "zoe lodz": "1d",
      "istanbul viet": "2d",
    },
  },
  {
    name: "Cyrillic",
    recordings: [
      ["Ёлка и зима", "Вечер на Неве, вход свободный", "Добрый вечер, Київ"],
      ["Подъезд", "Српски концерт: љубав", "Спасибо вам"],
    ],
    queries: {
      елка: "1t",
      ЁЛКА: "1t",
      вечер: "1d",
      НЕВЕ: "1d",
      "вечер неве": "1d",
      київ: "1c",
      киів: "1c",
      подъезд: "2t",
      љубав: "2d",
      концерт: "2d",
      спасибо: "2c",
      дождь: "",
      "подъезд спасибо": "2c",
    },
  },
  {
    name: "Greek",
    recordings: [
      ["Η οδός των ονείρων", "Συναυλία στην Αθήνα", "Καλησπέρα σας"],
      ["ΝΥΧΤΑ", "Τραγούδια της θάλασσας", "Ευχαριστώ πολύ"],
    ],
    queries: {
      ΟΔΟΣ: "1t",
      οδος: "1t",
      ονειρων: "1t",
      αθηνα: "1d",
      ΣΥΝΑΥΛΙΑ: "1d",
      καλησπερα: "1c",
      ΣΑΣ: "1c 2d",
      νυχτα: "2t",
      νύχτα: "2t",
      θαλασσας: "2d",
      ΘΑΛΑΣΣΑΣ: "2d",
      ευχαριστω: "2c",
      βροχή: "",
    },
  },
  {
    name: "Arabic and Persian",
    recordings: [
      ["حَفْلَة الليل", "أمسية في القاهرة", "مساء الخير"],
      ["می‌خواهم بخوانم", "کنسرت در تهران", "خیلی ممنون"],
    ],
    queries: {
      حفلة: "1t",
      حفله: "1t",
      حَفلة: "1t",
      الليل: "1t",
      امسية: "1d",
      أمسية: "1d",
      القاهرة: "1d",
      الخير: "1c",
      میخواهم: "2t",
      می‌خواهم: "2t",
      كنسرت: "2d",
      کنسرت: "2d",
      تهران: "2d",
      ممنون: "2c",
      مطر: "",
    },
  },
  {
    name: "Hebrew",
    recordings: [
      ["שָׁלוֹם עולם", "ערב בתל אביב", "תודה רבה"],
      ["לילה", "הופעה חיה", "לילה טוב"],
    ],
    queries: {
      שלום: "1t",
      שָׁלוֹם: "1t",
      עולם: "1t",
      אביב: "1d",
      "תל אביב": "1d",
      תודה: "1c",
      לילה: "2t",
      הופעה: "2d",
      "לילה טוב": "2c",
      גשם: "",
    },
  },
  {
    name: "Devanagari",
    recordings: [
      ["दिल की बात", "मुंबई में एक शाम", "नमस्ते दोस्तों"],
      ["दल", "बारिश के गीत", "धन्यवाद"],
    ],
    queries: {
      दिल: "1t",
      दल: "2t",
      "दिल बात": "1t",
      मुंबई: "1d",
      शाम: "1d",
      नमस्ते: "1c",
      दोस्तों: "1c",
      बारिश: "2d",
      गीत: "2d",
      धन्यवाद: "2c",
      सूरज: "",
    },
  },
  {
    name: "Tamil",
    recordings: [
      ["மழை", "சென்னையில் ஒரு மாலை", "வணக்கம் நண்பர்களே"],
      ["மலை", "பழைய பாடல்கள்", "நன்றி"],
    ],
    queries: { மழை: "1t", மலை: "2t", சென்னை: "1d", மாலை: "1d", வணக்கம்: "1c", பாடல்: "2d", நன்றி: "2c", கடல்: "" },
  },
  {
    name: "Thai",
    recordings: [
      ["มีเพลง", "คอนเสิร์ตที่กรุงเทพ", "สวัสดีครับ"],
      ["มาเพลง", "น้ำตก", "ขอบคุณมาก"],
    ],
    queries: {
      มี: "1t",
      มีเพลง: "1t",
      มาเพลง: "2t",
      เพลง: "1t 2t",
      กรุงเทพ: "1d",
      คอนเสิร์ต: "1d",
      สวัสดี: "1c",
      น้ำ: "2d",
      ขอบคุณ: "2c",
      ฝน: "",
    },
  },
  {
    name: "Chinese",
    recordings: [
      ["夜曲", "在上海的演唱会", "大家晚上好"],
      ["月亮", "老歌新唱", "谢谢大家"],
    ],
    queries: {
      夜曲: "1t",
      夜曲在: "",
      上海: "1d",
      演唱会: "1d",
      晚上好: "1c",
      大家: "1c 2c",
      月亮: "2t",
      老歌: "2d",
      谢谢: "2c",
      雨: "",
    },
  },
  {
    name: "Japanese",
    recordings: [
      ["夜のパーティー", "東京でのライブ", "こんばんは、ﾗｲﾌﾞへようこそ"],
      ["ば", "がっこうの歌", "ありがとう"],
    ],
    queries: {
      パーティー: "1t",
      ぱーてぃー: "1t",
      夜の: "1t",
      東京: "1d",
      ライブ: "1d",
      らいぶ: "1d",
      こんばんは: "1c",
      ようこそ: "1c",
      ばん: "1c",
      学校: "",
      がっこう: "2d",
      の歌: "2d",
      ありがとう: "2c",
      アリガトウ: "2c",
    },
  },
  {
    name: "Korean",
    recordings: [
      ["밤의 노래", "서울에서의 공연", "안녕하세요 여러분"],
      ["달빛", "오래된 사진", "감사합니다"],
    ],
    queries: {
      밤의: "1t",
      노래: "1t",
      서울: "1d",
      공연: "1d",
      안녕: "1c",
      "여러분 안녕하세요": "1c",
      달빛: "2t",
      달: "2t",
      사진: "2d",
      감사: "2c",
      비가: "",
    },
  },
  {
    name: "Armenian and Georgian",
    recordings: [
      ["Գիշերային երգ", "Համերգ Երևանում", "Բարի երեկո"],
      ["ღამის სიმღერა", "კონცერტი თბილისში", "მადლობა"],
    ],
    queries: {
      գիշեր: "1t",
      ԵՐԳ: "1t",
      երգ: "1t",
      երևան: "1d",
      ԵՐԵՒԱՆ: "1d",
      համերգ: "1d",
      բարի: "1c",
      ღამის: "2t",
      სიმღერა: "2t",
      თბილის: "2d",
      მადლობა: "2c",
      წვიმა: "",
    },
  },
];

describe.each(databaseKinds)("searches in many scripts, on %s", (kind) => {
  let database: TestDatabase;
  const names = new Map<string, string>();
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    const { db } = database;
    const now = new Date("2026-05-01T00:00:00Z");
    for (const { name, recordings } of scripts)
      for (const [index, [title, description, captions]] of recordings.entries()) {
        const video = { title, description, addDate: now, memberId: null, state: "published" as const };
        const id = await db.transaction().execute((trx) => addVideo(trx, video, now));
        await indexCaptions(db, id, [[5, captions]]);
        names.set(id, `${name} ${index + 1}`);
      }
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it.each(scripts)("$name", async ({ name, queries }) => {
    const found: Record<string, string> = {};
    for (const q of Object.keys(queries)) {
      const { videos } = await listPage(database.db, "viewers", { q, limit: 50 });
      const texts = await searchTexts(database.db, { audience: "viewers", q, limit: 50 });
      const places = [
        ...videos.map(({ id }) => `${names.get(id)}t`),
        ...texts.map(({ video, where }) => `${names.get(video.id)}${where[0]}`),
      ];
      found[q] = places
        .map((place) => place.replace(`${name} `, ""))
        .toSorted()
        .join(" ");
    }
    expect(found).toEqual(queries);
  });
});
