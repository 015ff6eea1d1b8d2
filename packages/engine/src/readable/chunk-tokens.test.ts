import { describe, expect, it } from 'vitest';
import { estimateTokens } from './chunk-tokens.ts';

/** Texts with the numbers of tokens that the encodings of OpenAI's models have for them (tiktoken). */
const SAMPLES = [
  {
    name: 'English',
    cl100k: 62,
    o200k: 62,
    text: 'The committee published its findings in March. It found that most of the delays were caused by missing paperwork, and that the remaining ones could have been avoided with better planning. A second report is expected next year; it will look at costs, staffing and the experience of the people who use the service every day.',
  },
  {
    name: 'English, technical',
    cl100k: 44,
    o200k: 42,
    text: 'Asynchronous deserialization heuristics misconfigure idempotent microservices; reproducibility, observability and backpressure notwithstanding, Kubernetes autoscalers oversubscribe hyperthreaded coprocessors whenever telemetry undersamples.',
  },
  {
    name: 'German',
    cl100k: 110,
    o200k: 81,
    text: 'Die Geschwindigkeitsbegrenzung auf Bundesautobahnen beschäftigt den Verkehrsausschuss seit Jahrzehnten. Grundstücksverkehrsgenehmigungszuständigkeiten wurden übertragen, während Krankenversicherungsbeiträge und Aufenthaltsgenehmigungen weiterhin für Verärgerung sorgten. Straßenbeleuchtung, Fußgängerüberwege und Mülltrennung fielen in die Zuständigkeit der Gemeinden.',
  },
  {
    name: 'French',
    cl100k: 78,
    o200k: 63,
    text: "L'été dernier, les élèves de l'école élémentaire ont visité le château où séjournait autrefois l'impératrice. Ils ont découvert des œuvres d'art, des tapisseries médiévales et un jardin à la française dont les allées étaient bordées de tilleuls centenaires.",
  },
  {
    name: 'Polish',
    cl100k: 90,
    o200k: 72,
    text: 'Wczoraj wieczorem pięćdziesięciu mieszkańców Łodzi przyszło na spotkanie z przedstawicielami urzędu miasta. Rozmawiano o przebudowie ulic, oświetleniu skwerów oraz o tym, że źle zaprojektowane skrzyżowania zwiększają ryzyko wypadków.',
  },
  {
    name: 'Turkish',
    cl100k: 83,
    o200k: 62,
    text: 'Çekoslovakyalılaştıramadıklarımızdan mısınız diye sorulduğunda öğretmen gülümsedi. Öğrencilerin çoğu üniversiteye girmeyi düşünüyor, ancak kütüphanelerin açık olduğu saatler yeterince uzun değil.',
  },
  {
    name: 'Vietnamese',
    cl100k: 93,
    o200k: 53,
    text: 'Hôm qua, những người dân trong làng đã tổ chức một buổi lễ truyền thống để cảm ơn mùa màng bội thu. Trẻ em hát những bài dân ca quen thuộc, còn người lớn chuẩn bị bánh chưng và trà nóng.',
  },
  {
    name: 'Russian',
    cl100k: 97,
    o200k: 41,
    text: 'Правительство утвердило программу развития сельских территорий. Она предусматривает строительство дорог, больниц и школ, а также поддержку предпринимателей, занимающихся переработкой сельскохозяйственной продукции.',
  },
  {
    name: 'Greek',
    cl100k: 138,
    o200k: 53,
    text: 'Η κυβέρνηση ανακοίνωσε χθες νέα μέτρα για την προστασία του περιβάλλοντος. Οι κάτοικοι των νησιών ελπίζουν ότι θα βελτιωθεί η διαχείριση των απορριμμάτων.',
  },
  {
    name: 'Arabic',
    cl100k: 116,
    o200k: 42,
    text: 'أعلنت الحكومة أمس عن خطة جديدة لتطوير التعليم في المناطق الريفية. وتشمل الخطة بناء المدارس وتدريب المعلمين وتوفير الكتب والحواسيب للطلاب، إضافة إلى تحسين وسائل النقل.',
  },
  {
    name: 'Hebrew',
    cl100k: 114,
    o200k: 40,
    text: 'הממשלה אישרה אתמול תוכנית חדשה לפיתוח התחבורה הציבורית. התושבים מקווים שהנסיעה לעבודה תהיה קצרה יותר ושהמחירים לא יעלו.',
  },
  {
    name: 'Hindi',
    cl100k: 148,
    o200k: 34,
    text: 'सरकार ने कल ग्रामीण क्षेत्रों में शिक्षा के विकास के लिए एक नई योजना की घोषणा की। इस योजना में विद्यालयों का निर्माण और शिक्षकों का प्रशिक्षण शामिल है।',
  },
  {
    name: 'Thai',
    cl100k: 141,
    o200k: 49,
    text: 'รัฐบาลประกาศแผนพัฒนาการศึกษาในพื้นที่ชนบทเมื่อวานนี้ โดยจะสร้างโรงเรียนใหม่และฝึกอบรมครูผู้สอนเพิ่มเติม รวมถึงจัดหาคอมพิวเตอร์ให้นักเรียน',
  },
  {
    name: 'Chinese',
    cl100k: 75,
    o200k: 50,
    text: '昨天下午，市政府公布了新的交通规划。规划提出，未来五年将新建三条地铁线路，并在老城区增设自行车道和步行街，以缓解日益严重的拥堵问题。',
  },
  {
    name: 'Chinese, traditional',
    cl100k: 85,
    o200k: 58,
    text: '臺灣鐵路管理局宣佈，從下個月起將調整票價，並增開夜間列車，讓通勤旅客有更多選擇。龍潭、鶯歌與鹽水站亦將整修。',
  },
  {
    name: 'Japanese',
    cl100k: 93,
    o200k: 67,
    text: '昨日、市役所は新しい防災計画を発表しました。計画では、避難所を増やし、お年寄りや子どもが安心して過ごせる場所を用意するとしています。コンピューターによる予測システムも導入されます。',
  },
  {
    name: 'Korean',
    cl100k: 89,
    o200k: 42,
    text: '정부는 어제 농촌 지역의 교육 발전을 위한 새로운 계획을 발표했다. 이 계획에는 학교 건설과 교사 연수, 학생들을 위한 컴퓨터 보급이 포함되어 있다.',
  },
  {
    name: 'code',
    cl100k: 146,
    o200k: 150,
    text: 'export function debounce<T extends (...args: never[]) => void>(fn: T, wait = 250): T {\n  let timer: ReturnType<typeof setTimeout> | undefined;\n  return ((...args) => {\n    if (timer !== undefined) clearTimeout(timer);\n    timer = setTimeout(() => fn(...args), wait);\n  }) as T;\n}\nfor (int i = 0; i < 10; ++i) { printf("%08x\\n", table[i] ^ 0xDEADBEEF); }\nSELECT u.id, COUNT(*) AS n FROM users u LEFT JOIN orders o ON o.user_id = u.id WHERE u.created_at >= \'2024-01-01\' GROUP BY u.id;',
  },
  {
    name: 'Python code',
    cl100k: 99,
    o200k: 100,
    text: 'def quicksort(values):\n    if len(values) <= 1:\n        return values\n    pivot, *rest = values\n    return quicksort([v for v in rest if v < pivot]) + [pivot] + quicksort([v for v in rest if v >= pivot])\n\n\nclass HTTPServerError(Exception):\n    """Raised when __init__ fails."""\n    def __init__(self, status_code: int = 500, **kwargs):\n        self.status_code = status_code\n',
  },
  {
    name: 'JSON',
    cl100k: 67,
    o200k: 68,
    text: '{"id":"9f86d081884c7d659a2feaa0c55ad015","items":[{"sku":"AB-1029","qty":3,"price":19.99},{"sku":"ZX-77","qty":12,"price":0.5}],"ok":true,"next":null}',
  },
  {
    name: 'Markdown table',
    cl100k: 93,
    o200k: 93,
    text: '| Item | Qty | Unit price | Amount |\n| --- | ---: | ---: | ---: |\n| Wayfinding plan | 1 | 2,960.00 € | 2,960.00 € |\n| Sign, enameled, 40 × 60 cm | 12 | 148.50 € | 1,782.00 € |\n| **Total** | | | **4,742.00 €** |',
  },
  {
    name: 'Markdown links',
    cl100k: 93,
    o200k: 94,
    text: '- [Getting started](https://docs.example.com/en/latest/getting-started.html#installation)\n- [API reference](https://docs.example.com/en/latest/api/reference/v2?lang=en&page=3)\n- ![Diagram](https://cdn.example.com/assets/img/2f7c9e1b-8d3a-4c55-9b1e-77aa01f0c9de@2x.png "Overview")',
  },
  {
    name: 'base64',
    cl100k: 53,
    o200k: 52,
    text: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  },
  {
    name: 'emoji',
    cl100k: 76,
    o200k: 64,
    text: 'Great job 🎉🎉 — see you 👩‍👩‍👧‍👦 tomorrow 🏳️‍🌈! ✅ done, ❌ not done, 10° → 20°, ½ × ¾ ≈ ⅜ … “quoted” «guillemets»',
  },
  {
    name: 'numbers',
    cl100k: 62,
    o200k: 62,
    text: '1,234,567.89 2026-11-28T10:24:28Z +49 (0)30 901820 DE89 3704 0044 0532 0130 00 192.168.100.254 3.14159265358979',
  },
  {
    name: 'capitals',
    cl100k: 28,
    o200k: 29,
    text: 'TERMS AND CONDITIONS APPLY. PLEASE READ THE DOCUMENTATION BEFORE CONFIGURING THE APPLIANCE; WARRANTY VOID IF SEAL IS BROKEN.',
  },
] as const;

describe('the bound of tokens', () => {
  it.each(SAMPLES)('holds for $name', ({ text, cl100k, o200k }) => {
    const bound = estimateTokens(text);
    expect(bound).toBeGreaterThanOrEqual(Math.max(cl100k, o200k));
    expect(bound).toBeLessThan(2.3 * Math.max(cl100k, o200k));
  });

  it('is close for English prose', () => {
    const [english] = SAMPLES;
    expect(estimateTokens(english.text) / english.cl100k).toBeLessThan(1.15);
  });

  it('adds up over paragraphs', () => {
    const texts = SAMPLES.map(({ text }) => text);
    const sum = texts.reduce((total, text) => total + estimateTokens(text) + 1, 0);
    expect(estimateTokens(texts.join('\n\n'))).toBeLessThanOrEqual(sum);
  });

  it('is nothing for nothing, and one pass for what is made to be slow', () => {
    expect(estimateTokens('')).toBe(0);
    for (const text of ['a'.repeat(1e5), '://'.repeat(3e4), 'a:'.repeat(5e4), ' '.repeat(1e5), 'aA'.repeat(5e4)]) {
      expect(estimateTokens(text)).toBeLessThanOrEqual(1.3 * text.length);
    }
  });
});
