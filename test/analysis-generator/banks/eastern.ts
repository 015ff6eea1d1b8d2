import { printDate } from '../calendar.ts';
import { digitsOf, NO_BREAK_SPACE, SPACE, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import { calendarMonth, drawAccount } from './compose.ts';
import { ibanOf } from './iban.ts';
import { joined, place } from './place.ts';

/** Hungary: whole forints with blanks between thousands, dates with three points. */
export const wholeForints: StatementLayout = {
  name: 'hu-whole-forints',
  accountType: 'account',
  amounts: SPACE,
  dates: { pattern: 'yyyy.MM.dd.', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Balaton Bank Zrt.',
      holder: 'SZABÓ ESZTER',
      address: ['8600 SIÓFOK', 'FŐ UTCA 12.'],
      accountNumber: `${random.digits(8)}-${random.digits(8)}-${random.digits(8)}`,
      currency: 'HUF',
      movements: [
        [30_000_000, 70_000_000, 'Átutalás (jóváírás) HAJÓGYÁR KFT MUNKABÉR'],
        [-3_000_000, -90_000, 'Kártyás vásárlás COOPI SIÓFOK'],
        [-5_000_000, -500_000, 'Csoportos beszedés ÁRAM ZRT'],
        [-90_000, -10_000, 'Tranzakciós díj'],
      ],
      balances: 'row',
      amounts: SPACE,
      innerDate: 'MM.dd.',
      opening: [2_000_000, 90_000_000],
      step: 100,
      period: calendarMonth(random),
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'yyyy.MM.dd.');
    const forint = (minor: number) => signed(minor, SPACE).replace(',00', '');
    const rows = account.printed.map(({ date, valueDate, lines: [text = ''], amount, balance }) =>
      place(
        0,
        day(date),
        14,
        day(valueDate),
        28,
        text,
        -84,
        forint(amount),
        -102,
        balance === null ? '' : forint(balance),
      ),
    );
    return joined([
      place(0, account.bankName, 60, 'SZÁMLAKIVONAT'),
      place(0, account.holder, 60, `Időszak: ${day(account.period.start)} - ${day(account.period.end)}`),
      ...account.address,
      place(0, `Számlaszám: ${account.accountNumber}`, 60, 'Devizanem: HUF'),
      place(0, 'Könyvelés', 14, 'Értéknap', 28, 'Megnevezés', -84, 'Összeg', -102, 'Egyenleg'),
      place(28, 'Nyitó egyenleg', -102, forint(account.opening)),
      ...rows,
      place(28, 'Záró egyenleg', -102, forint(account.closing)),
    ]);
  },
};

/** Poland: signed amounts and balances with blanks that do not break, the currency behind each. */
export const polishSigned: StatementLayout = {
  name: 'pl-kwota-saldo',
  accountType: 'account',
  amounts: NO_BREAK_SPACE,
  dates: { pattern: 'dd.MM.yyyy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Bank Wiślany S.A.',
      holder: 'KATARZYNA WÓJCIK',
      address: ['ul. Długa 12 m. 4', '31-146 Kraków'],
      accountNumber: ibanOf('PL', random.digits(24)),
      currency: 'PLN',
      movements: [
        [420_000, 990_000, 'PRZELEW PRZYCHODZĄCY', 'WYNAGRODZENIE ZA 01/2026 HUTA SZKŁA SP. Z O.O.'],
        [-30_000, -300, 'ZAKUP PRZY UŻYCIU KARTY', 'ŻABCIA Z4412 KRAKÓW {date}'],
        [-160_000, -2_000, 'PRZELEW WYCHODZĄCY', 'CZYNSZ {n6}'],
        [-90_000, -5_000, 'WYPŁATA Z BANKOMATU'],
        [-1_500, 0, 'OPŁATA ZA KARTĘ'],
      ],
      balances: 'row',
      amounts: NO_BREAK_SPACE,
      innerDate: 'dd.MM.yyyy',
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'dd.MM.yyyy');
    const zloty = (minor: number) => `${signed(minor, NO_BREAK_SPACE)} zł`;
    const rows = account.printed.flatMap(({ date, valueDate, lines: [first = '', ...more], amount, balance }) => [
      place(
        0,
        day(date),
        12,
        day(valueDate),
        24,
        first,
        -80,
        zloty(amount),
        -100,
        balance === null ? '' : zloty(balance),
      ),
      ...more.map((text) => place(24, text)),
    ]);
    return joined([
      place(0, account.bankName, 50, 'WYCIĄG Z RACHUNKU'),
      place(0, account.holder, 50, `za okres od ${day(account.period.start)} do ${day(account.period.end)}`),
      ...account.address,
      `Numer rachunku: ${account.accountNumber}`,
      place(0, 'Waluta rachunku: PLN', 50, 'Saldo początkowe:', -100, zloty(account.opening)),
      place(50, 'Saldo końcowe:', -100, zloty(account.closing)),
      '',
      place(0, 'Data', 12, 'Data', 24, 'Opis operacji', -80, 'Kwota', -100, 'Saldo po'),
      place(0, 'księg.', 12, 'waluty', -80, 'operacji', -100, 'operacji'),
      ...rows,
      'Środki są gwarantowane do równowartości 100 000 EUR.',
    ]);
  },
};

/** Czechia: blanks inside dates and amounts. */
export const czechBlanks: StatementLayout = {
  name: 'cz-vypis',
  accountType: 'account',
  amounts: SPACE,
  dates: { pattern: 'd. M. yyyy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Vltavská spořitelna, a.s.',
      holder: 'JAROSLAV DVOŘÁK',
      address: ['Lidická 14', '602 00 Brno'],
      accountNumber: `${random.digits(10)}/0800`,
      currency: 'CZK',
      movements: [
        [1_900_000, 4_800_000, 'Příchozí úhrada', 'Strojírny Brno, VS {n8}'],
        [-190_000, -2_900, 'Platba kartou', 'ALBERTO 0345 BRNO {date}'],
        [-900_000, -30_000, 'Odchozí úhrada', 'VS {n10} KS 0308'],
        [-9_900, -900, 'Poplatek za vedení účtu'],
      ],
      balances: 'none',
      amounts: SPACE,
      innerDate: 'd.M.yyyy',
      opening: [200_000, 9_000_000],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'd. M. yyyy');
    const rows = account.printed.flatMap(({ date, lines: [first = '', ...more], amount }) => [
      place(0, day(date), 14, first, -80, signed(amount, SPACE)),
      ...more.map((text) => place(14, text)),
    ]);
    return joined([
      place(0, account.bankName, 50, 'VÝPIS Z ÚČTU'),
      place(0, account.holder, 50, `Období: ${day(account.period.start)} - ${day(account.period.end)}`),
      ...account.address,
      place(0, `Číslo účtu: ${account.accountNumber}`, 50, 'Měna: CZK'),
      place(0, 'Počáteční zůstatek:', -80, signed(account.opening, SPACE)),
      '',
      place(0, 'Datum', 14, 'Popis', -80, 'Částka'),
      ...rows,
      '',
      place(0, 'Konečný zůstatek:', -80, signed(account.closing, SPACE)),
    ]);
  },
};

/** Russia: dates with times, a true minus, the rouble sign behind amounts. */
export const roubles: StatementLayout = {
  name: 'ru-times-and-roubles',
  accountType: 'account',
  amounts: { group: '\u00a0', decimal: ',' },
  dates: { pattern: 'dd.MM.yyyy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'АО «Байкал Банк»',
      holder: 'Смирнова Анна Петровна',
      address: ['г. Иркутск, ул. Ленина, 5'],
      accountNumber: `40817810${random.digits(12)}`,
      currency: 'RUB',
      movements: [
        [4_000_000, 9_000_000, 'Зарплата ООО Верфь'],
        [-300_000, -9_000, 'Оплата товаров и услуг. PYATERKA 412'],
        [-900_000, -50_000, 'Перевод по номеру телефона'],
      ],
      balances: 'row',
      amounts: { group: '\u00a0', decimal: ',' },
      innerDate: 'dd.MM',
      opening: [100_000, 9_000_000],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const style = { group: '\u00a0', decimal: ',' };
    const full = (iso: string) => printDate(iso, 'dd.MM.yyyy');
    const rouble = (minor: number) => `${minor < 0 ? '\u2212' : ''}${digitsOf(minor, style)} ₽`;
    const rows = account.printed.map(({ date, lines: [text = ''], amount, balance }, index) =>
      place(
        0,
        `${full(date)} ${10 + (index % 9)}:${10 + ((index * 7) % 49)}`,
        20,
        text,
        -84,
        rouble(amount),
        -104,
        balance === null ? '' : rouble(balance),
      ),
    );
    return joined([
      account.bankName,
      'Выписка по счёту',
      account.holder,
      `Номер счёта ${account.accountNumber}   Валюта RUB`,
      `Период ${full(account.period.start)} - ${full(account.period.end)}`,
      place(0, 'Входящий остаток', -40, rouble(account.opening)),
      place(0, 'Исходящий остаток', -40, rouble(account.closing)),
      place(0, 'Дата', 20, 'Описание', -84, 'Сумма', -104, 'Остаток'),
      ...rows,
    ]);
  },
};
