import { addDays, printDate } from '../calendar.ts';
import { digitsOf, LAKH } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import { totalsOf } from '../statements/totals.ts';
import { drawAccount } from './compose.ts';
import { joined, place } from './place.ts';

/** India: lakh grouping, a reference column of digits, Cr behind balances, statement ends with a count of rows. */
export const indianReferences: StatementLayout = {
  name: 'in-reference-column',
  accountType: 'account',
  amounts: LAKH,
  dates: { pattern: 'd MMM yyyy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Narmada State Bank',
      holder: 'Mr. SURESH B PATIL',
      address: ['FLAT 4 SAI KRUPA SOC', 'NASHIK 422005'],
      accountNumber: `0000003${random.digits(10)}`,
      currency: 'INR',
      movements: [
        [3_500_000, 12_900_000, 'BY TRANSFER-NEFT*HDFC0000240*N{n9}*', 'NASHIK PUMPS PVT LTD--'],
        [50_000, 900_000, 'BY TRANSFER-UPI/CR/{n12}/RAVI KUM/SBIN/', 'rent 500.00 share--'],
        [-400_000, -1_000, 'TO TRANSFER-UPI/DR/{n12}/DMART/YESB/{n9}--'],
        [-1_000_000, -50_000, 'ATM WDL-ATM CASH {n4} NASHIK ROAD'],
        [-30_000, -1_180, 'DEBIT-ATM ANNUAL CHG GST 18% {date}'],
      ],
      balances: 'row',
      amounts: LAKH,
      innerDate: 'dd/MM/yy',
      opening: [0, 20_000_000],
    }),
  ],
  render: ([account], random) => {
    if (!account) return '';
    const rupees = (minor: number) => digitsOf(minor, LAKH);
    const day = (iso: string) => printDate(iso, 'd MMM yyyy');
    const reference = random.digits(5);
    const rows = account.printed.flatMap(
      ({ date, valueDate, lines: [first = '', ...more], amount, balance }, index) => [
        place(
          0,
          day(date),
          13,
          day(valueDate),
          26,
          first,
          82,
          `${reference}${1000 + index}`,
          -112,
          amount < 0 ? rupees(amount) : '',
          -130,
          amount >= 0 ? rupees(amount) : '',
          -148,
          balance === null ? '' : `${rupees(balance)}Cr`,
        ),
        ...more.map((text) => place(26, text)),
      ],
    );
    return joined([
      place(0, 'Account Name', 20, `: ${account.holder}`),
      place(0, 'Address', 20, `: ${account.address.join(' ')}`),
      place(0, 'Account Number', 20, `: ${account.accountNumber}`),
      place(0, 'Branch', 20, ': NASHIK MAIN  IFSC NSBI0000441  MICR 422002003'),
      place(0, 'Drawing Power', 20, ': 0.00'),
      place(0, 'Interest Rate(% p.a.)', 24, ': 2.7'),
      place(0, `Balance as on ${day(account.period.start)}`, 30, `: ${rupees(account.opening)}`),
      `Account Statement from ${day(account.period.start)} to ${day(account.period.end)}`,
      `${account.bankName}  Currency: INR`,
      '',
      place(
        0,
        'Txn Date',
        13,
        'Value',
        26,
        'Description',
        82,
        'Ref No./Cheque',
        -112,
        'Debit',
        -130,
        'Credit',
        -148,
        'Balance',
      ),
      place(13, 'Date', 82, 'No.'),
      ...rows,
      `Closing Balance : ${rupees(account.closing)}Cr`,
      `This is a computer generated statement. Number of transactions ${account.booked.length}`,
    ]);
  },
};

/** India: narrations over several lines, and a summary of names in one line with values in the next. */
export const summaryBelow: StatementLayout = {
  name: 'in-summary-below',
  accountType: 'account',
  amounts: LAKH,
  dates: { pattern: 'dd/MM/yy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'KAVERI BANK LTD',
      holder: 'MS LAKSHMI IYER',
      address: ['14 TEMPLE STREET', 'MYSURU 570001'],
      accountNumber: `5010${random.digits(10)}`,
      currency: 'INR',
      movements: [
        [4_000_000, 15_000_000, 'NEFT CR-CITI0000004-INFOVALLEY LTD-LAKSHMI', 'IYER-CITIN2{n10}'],
        [-300_000, -2_000, 'UPI-SWIFTGO-SWIFTGO@YBL-YESB0000-{n12}', '-PAY 120.00 FOR ORDER'],
        [-900_000, -50_000, 'ACH D- LIC OF IN-{n10}'],
        [-300_000, -50_000, 'NWD-416021XXXXXX{n4}-MYSURU'],
        [10_000, 400_000, 'UPI-RAMESH-RAMESH@OKSBI-SBIN0000-{n12}'],
      ],
      balances: 'row',
      amounts: LAKH,
      innerDate: 'dd/MM/yy',
      opening: [100_000, 30_000_000],
      count: [5, 40],
    }),
  ],
  render: ([account], random) => {
    if (!account) return '';
    const rupees = (minor: number) => digitsOf(minor, LAKH);
    const day = (iso: string) => printDate(iso, 'dd/MM/yy');
    const full = (iso: string) => printDate(iso, 'dd/MM/yyyy');
    const reference = random.digits(9);
    const rows = account.printed.flatMap(({ date, valueDate, lines: [text = '', ...more], amount, balance }, index) => [
      place(
        0,
        day(date),
        11,
        text,
        62,
        `0000${reference}${100 + index}`,
        82,
        day(valueDate),
        -110,
        amount < 0 ? rupees(amount) : '',
        -128,
        amount >= 0 ? rupees(amount) : '',
        -146,
        balance === null ? '' : rupees(balance),
      ),
      ...more.map((line) => place(11, line)),
    ]);
    const { credits, debits } = totalsOf(account.booked);
    const count = (sign: number) => String(account.booked.filter(({ amount }) => Math.sign(amount) === sign).length);
    return joined([
      place(0, account.bankName, 60, 'Account Branch : MYSURU PALACE ROAD'),
      place(0, account.holder, 60, 'OD Limit : 0.00  Currency : INR'),
      place(0, account.address[0] ?? '', 60, 'Cust ID : 70214417'),
      place(0, account.address[1] ?? '', 60, `Account No : ${account.accountNumber}  PRIME`),
      place(
        0,
        `Statement From : ${full(account.period.start)} To : ${full(account.period.end)}`,
        60,
        'MICR : 570240002',
      ),
      '',
      place(
        0,
        'Date',
        11,
        'Narration',
        62,
        'Chq./Ref.No.',
        82,
        'Value Dt',
        -110,
        'Withdrawal Amt.',
        -128,
        'Deposit Amt.',
        -146,
        'Closing Balance',
      ),
      ...rows,
      '',
      'STATEMENT SUMMARY :-',
      place(0, 'Opening Balance', 30, 'Dr Count', 46, 'Cr Count', -82, 'Debits', -102, 'Credits', -122, 'Closing Bal'),
      place(
        0,
        rupees(account.opening),
        30,
        count(-1),
        46,
        count(1),
        -82,
        rupees(debits),
        -102,
        rupees(credits),
        -122,
        rupees(account.closing),
      ),
      `Generated On: ${printDate(addDays(account.period.end, 2), 'dd-MMM-yyyy')} 10:22:15`,
      'Registered Office Address: Kaveri House, Residency Road, Bengaluru 560025',
    ]);
  },
};
