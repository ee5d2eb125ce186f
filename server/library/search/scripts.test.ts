// Searches in many scripts, each with what must be found: by title (t), description (d), captions (c) or song (s). The same on both databases.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audiences } from "#server/access/visible.ts";
import { addVideo } from "#server/library/add.ts";
import { listPage } from "#server/library/list.ts";
import { databaseKinds, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { saveSetList } from "#server/library/songs/save.ts";
import { searchSongs } from "#server/library/songs/search.ts";
import { createSongLists } from "#server/library/songs/song-list.ts";
import { addEditor, entriesOf } from "#server/testing/songs.ts";
import { indexCaptions } from "./index-text.ts";
import { searchTexts } from "./texts.ts";
import { changeLibrary } from "#server/library/version.ts";

interface Script {
  name: string;
  recordings: readonly (readonly [title: string, description: string, captions: string, song?: string])[];
  /** What is typed, and where it is found: "1t 2c" is the title of the first and the captions of the second. */
  queries: Readonly<Record<string, string>>;
}

const scripts: Script[] = [
  {
    name: "Latin",
    recordings: [
      ["Été à Nîmes", "Ein Abend auf der Straße, mit Zoë", "Dziękuję, Łódź!"],
      ["İstanbul geceleri", "Đêm Việt Nam", "Ærlig talt, smørrebrød"],
      ["Señor Coração", "Ça va, garçon? Þórr & Øystein", "Un œuf, naïve façade", "Für Elise"],
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
      senor: "3t",
      SEÑOR: "3t",
      coracao: "3t",
      coração: "3t",
      "senor coracao": "3t",
      garcon: "3d",
      GARÇON: "3d",
      "ca va": "3d",
      thorr: "3d",
      oystein: "3d",
      oeuf: "3c",
      œuf: "3c",
      naive: "3c",
      facade: "3c",
      "fur elise": "3s",
      FÜR: "3s",
      elise: "3s",
      elisee: "",
    },
  },
  {
    name: "Cyrillic",
    recordings: [
      ["Ёлка и зима", "Вечер на Неве, вход свободный", "Добрый вечер, Київ"],
      ["Подъезд", "Српски концерт: љубав", "Спасибо вам"],
      ["Щедрик", "Ночь в Одесі", "Як справи, друзі?", "Катюша"],
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
      щедрик: "3t",
      ЩЕДРИК: "3t",
      щедр: "3t",
      ночь: "3d",
      НОЧЬ: "3d",
      одесі: "3d",
      одеси: "",
      "ночь одесі": "3d",
      справи: "3c",
      друзі: "3c",
      "друзі справи": "3c",
      катюша: "3s",
      КАТЮША: "3s",
      катюш: "3s",
      снег: "",
    },
  },
  {
    name: "Greek",
    recordings: [
      ["Η οδός των ονείρων", "Συναυλία στην Αθήνα", "Καλησπέρα σας"],
      ["ΝΥΧΤΑ", "Τραγούδια της θάλασσας", "Ευχαριστώ πολύ"],
      ["Άστρα", "Ένα βράδυ στη Θεσσαλονίκη", "Γεια σου, Μαρία", "Ζορμπάς"],
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
      αστρα: "3t",
      ΑΣΤΡΑ: "3t",
      άστρα: "3t",
      βραδυ: "3d",
      ΘΕΣΣΑΛΟΝΙΚΗ: "3d",
      θεσσαλονικη: "3d",
      "ενα βραδυ": "3d",
      γεια: "3c",
      ΜΑΡΙΑ: "3c",
      μαρία: "3c",
      ζορμπας: "3s",
      ΖΟΡΜΠΆΣ: "3s",
      ζορμπάς: "3s",
      ήλιος: "",
    },
  },
  {
    name: "Arabic and Persian",
    recordings: [
      ["حَفْلَة الليل", "أمسية في القاهرة", "مساء الخير"],
      ["می‌خواهم بخوانم", "کنسرت در تهران", "خیلی ممنون"],
      ["نَشيد الصَّباح", "عُود وقانون في بيروت", "أهلاً وسهلاً", "زوروني"],
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
      نشيد: "3t",
      نَشيد: "3t",
      الصباح: "3t",
      "نشيد الصباح": "3t",
      بيروت: "3d",
      عود: "3d",
      قانون: "3d",
      وقانون: "3d",
      اهلا: "3c",
      أهلا: "3c",
      سهلا: "3c",
      زوروني: "3s",
      زورونی: "3s",
      قمر: "",
    },
  },
  {
    name: "Hebrew",
    recordings: [
      ["שָׁלוֹם עולם", "ערב בתל אביב", "תודה רבה"],
      ["לילה", "הופעה חיה", "לילה טוב"],
      ["יְרוּשָׁלַיִם", "שירים ישנים", "ערב טוב לכולם", "הבה נגילה"],
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
      ירושלים: "3t",
      יְרוּשָׁלַיִם: "3t",
      ירוש: "3t",
      שירים: "3d",
      "שירים ישנים": "3d",
      ישנים: "3d",
      ערב: "1d 3c",
      "ערב טוב": "3c",
      לכולם: "3c",
      טוב: "2c 3c",
      נגילה: "3s",
      "הבה נגילה": "3s",
      הבה: "3s",
      שמש: "",
    },
  },
  {
    name: "Devanagari",
    recordings: [
      ["दिल की बात", "मुंबई में एक शाम", "नमस्ते दोस्तों"],
      ["दल", "बारिश के गीत", "धन्यवाद"],
      ["सपनों की रात", "जयपुर का संगीत", "आप कैसे हैं", "वंदे"],
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
      गीत: "2d 3d",
      धन्यवाद: "2c",
      सूरज: "",
      सपनों: "3t",
      रात: "3t",
      "सपनों रात": "3t",
      "की रात": "3t",
      की: "1t 3t",
      जयपुर: "3d",
      संगीत: "3d",
      "जयपुर संगीत": "3d",
      कैसे: "3c",
      आप: "3c",
      हैं: "3c",
      वंदे: "3s",
      सपन: "3t",
      चांद: "",
    },
  },
  {
    name: "Tamil",
    recordings: [
      ["மழை", "சென்னையில் ஒரு மாலை", "வணக்கம் நண்பர்களே"],
      ["மலை", "பழைய பாடல்கள்", "நன்றி"],
      ["கனவு", "மதுரையில் திருவிழா", "எப்படி இருக்கீங்க", "நிலா"],
    ],
    queries: {
      மழை: "1t",
      மலை: "2t",
      சென்னை: "1d",
      மாலை: "1d",
      வணக்கம்: "1c",
      பாடல்: "2d",
      நன்றி: "2c",
      கடல்: "",
      கனவு: "3t",
      மதுரை: "3d",
      மதுரையில்: "3d",
      திருவிழா: "3d",
      விழா: "3d",
      "மதுரை திருவிழா": "3d",
      எப்படி: "3c",
      இருக்கீங்க: "3c",
      "எப்படி இருக்கீங்க": "3c",
      நிலா: "3s",
      ஒரு: "1d",
      காற்று: "",
    },
  },
  {
    name: "Thai",
    recordings: [
      ["มีเพลง", "คอนเสิร์ตที่กรุงเทพ", "สวัสดีครับ"],
      ["มาเพลง", "น้ำตก", "ขอบคุณมาก"],
      ["ดวงจันทร์", "เชียงใหม่ยามค่ำ", "ยินดีต้อนรับ", "ลาวดวงเดือน"],
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
      ดวง: "3s 3t",
      จันทร์: "3t",
      ดวงจันทร์: "3t",
      เชียงใหม่: "3d",
      ใหม่: "3d",
      ค่ำ: "3d",
      ยามค่ำ: "3d",
      ยินดี: "3c",
      ต้อนรับ: "3c",
      "ยินดี ต้อนรับ": "3c",
      เดือน: "3s",
      ลาวดวงเดือน: "3s",
      แดด: "",
      น้ำตก: "2d",
    },
  },
  {
    name: "Chinese",
    recordings: [
      ["夜曲", "在上海的演唱会", "大家晚上好"],
      ["月亮", "老歌新唱", "谢谢大家"],
      ["青花瓷", "北京国家大剧院", "请多关照", "茉莉花"],
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
      青花瓷: "3t",
      青花: "3t",
      花瓷: "3t",
      北京: "3d",
      大剧院: "3d",
      国家: "3d",
      "北京 剧院": "3d",
      关照: "3c",
      请多: "3c",
      茉莉花: "3s",
      茉莉: "3s",
      南京: "",
      "青花瓷 北京": "3d",
    },
  },
  {
    name: "Japanese",
    recordings: [
      ["夜のパーティー", "東京でのライブ", "こんばんは、ﾗｲﾌﾞへようこそ"],
      ["ば", "がっこうの歌", "ありがとう"],
      ["さくら", "大阪ドームでのコンサート", "お元気ですか", "ふるさと"],
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
      さくら: "3t",
      サクラ: "3t",
      ｻｸﾗ: "3t",
      大阪: "3d",
      ドーム: "3d",
      どーむ: "3d",
      コンサート: "3d",
      ｺﾝｻｰﾄ: "3d",
      元気: "3c",
      お元気: "3c",
      "大阪 コンサート": "3d",
      ふるさと: "3s",
      フルサト: "3s",
      桜: "",
    },
  },
  {
    name: "Korean",
    recordings: [
      ["밤의 노래", "서울에서의 공연", "안녕하세요 여러분"],
      ["달빛", "오래된 사진", "감사합니다"],
      ["아리랑", "부산 바다 축제", "잘 지내세요", "도라지"],
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
      아리랑: "3t",
      아리: "3t",
      부산: "3d",
      바다: "3d",
      축제: "3d",
      "부산 축제": "3d",
      "바다 축제": "3d",
      지내세요: "3c",
      "잘 지내": "3c",
      도라지: "3s",
      도라: "3s",
      하늘: "",
      세요: "1c 3c",
    },
  },
  {
    name: "Armenian and Georgian",
    recordings: [
      ["Գիշերային երգ", "Համերգ Երևանում", "Բարի երեկո"],
      ["ღამის სიმღერა", "კონცერტი თბილისში", "მადლობა"],
      ["Արարատ", "საქართველოს ხმები", "Շնորհակալություն", "სულიკო"],
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
      արարատ: "3t",
      ԱՐԱՐԱՏ: "3t",
      արար: "3t",
      საქართველო: "3d",
      ხმები: "3d",
      "საქართველოს ხმები": "3d",
      ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ: "3d",
      շնորհակալ: "3c",
      ՇՆՈՐՀԱԿԱԼ: "3c",
      ություն: "3c",
      სულიკო: "3s",
      სულ: "3s",
      ᲡᲣᲚᲘᲙᲝ: "3s",
      արև: "",
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
    const editor = await addEditor(db);
    for (const { name, recordings } of scripts)
      for (const [index, [title, description, captions, song]] of recordings.entries()) {
        const video = { title, description, addDate: now, memberId: null, state: "published" as const };
        const id = await changeLibrary(db, (trx) => addVideo(trx, video, now));
        await indexCaptions(db, id, [[5, captions]]);
        if (song) await saveSetList(db, editor, { id, revision: 0, entries: entriesOf(`0:00 ${song}`) });
        names.set(id, `${name} ${index + 1}`);
      }
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it.each(scripts)("$name", async ({ name, queries }) => {
    const found: Record<string, string> = {};
    const lists = createSongLists(database.db);
    for (const q of Object.keys(queries)) {
      const { videos } = await listPage(database.db, audiences.viewers, { q, limit: 50 });
      const { found: texts } = await searchTexts(database.db, { audience: audiences.viewers, q, limit: 50 });
      const { found: songs } = await searchSongs(database.db, lists, { audience: audiences.viewers, q, limit: 50 });
      const places = [
        ...songs.map(({ newest }) => `${names.get(newest.video_id)}s`),
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

it("there are at least 300 of them", () => {
  expect(scripts.flatMap(({ queries }) => Object.keys(queries)).length).toBeGreaterThanOrEqual(300);
});
