import type { Vocabulary } from './vocabulary.ts';

export const GERMAN: Vocabulary = {
  language: 'de',
  country: 'DE',
  datePattern: 'dd.MM.yyyy',
  banks: ['Sparkasse Auental', 'Volksbank Nordheide eG', 'Hanse Direktbank AG', 'Raiffeisenbank Isargau eG'],
  streets: ['Lindenweg 12', 'Am Alten Markt 3', 'Goethestraße 114a'],
  cities: ['Göttingen', 'Köln', 'Freiburg', 'Kiel', 'Nürnberg'],
  people: ['Jürgen Böhm', 'Katharina Vogel', 'Familie Aydin', 'Dr. Sabine Krüger'],
  companies: [
    'Stadtwerke Auental GmbH',
    'Telenord GmbH',
    'Müller Maschinenbau AG',
    'Hausverwaltung Bergmann',
    'KKH Nord',
  ],
  shops: ['EDEKKA Markt 4411', 'REWO SAGT DANKE. 42', 'DM-Markt Fil.1187', 'BAHN VERTRIEB', 'Bäckerei Huber'],
  templates: {
    salary: [['GUTSCHRIFT LOHN/GEHALT', '{company}', 'Gehalt {month}/{year} Pers.-Nr. {n5}', 'EREF: {n12}']],
    transferIn: [
      ['GUTSCHRIFT', '{person}', 'Re. {n5} vom {date}', 'IBAN: {iban} BIC: {bic}'],
      ['ECHTZEIT-GUTSCHRIFT', '{person}'],
    ],
    refund: [['GUTSCHR. KARTENZAHLUNG', '{shop}', 'Retoure {n8}']],
    interest: [['ABSCHLUSS', 'Habenzinsen']],
    deposit: [['BARGELDEINZAHLUNG SB', 'NR{n8} {city}', '{date} UM {time}']],
    card: [
      ['KARTENZAHLUNG', '{shop}//{city}/DE', '{date} um {time} Uhr', '{n8}/{n6}/ECTL/ 000 14'],
      [
        'BASISLASTSCHRIFT',
        'PayFix Europe S.a.r.l.',
        '{n13}/PP.{n4}.PP/. {shop}',
        'EREF: {n13} MREF: 4HX2{n7}',
        'CRED: LU96ZZZ0000000000000000058',
      ],
      ['KARTENZAHLUNG FREMDWÄHRUNG', '{shop} ZUERICH', 'CHF {money} KURS 0,94{n2}'],
    ],
    directDebit: [
      [
        'FOLGELASTSCHRIFT',
        '{company}',
        'Abschlag {month}/{year} Vertrag {n9}',
        'EREF: {n10} MREF: M-{n6}',
        'CRED: DE98ZZZ09999999999',
        'IBAN: {iban}',
      ],
      ['BASISLASTSCHRIFT', '{company}', 'Kd-Nr. {n8} Rg {n7} {date}'],
    ],
    standingOrder: [['DAUERAUFTRAG', '{company}', 'Miete Whg. 3 OG links', 'IBAN: {iban}']],
    transferOut: [
      ['ÜBERWEISUNGSAUFTRAG', '{person}', 'Rechnung {n6} vom {date}', 'IBAN: {iban} BIC: {bic}'],
      ['ONLINE-ÜBERWEISUNG', '{person}', 'TAN {n6}'],
    ],
    cash: [['BARGELDAUSZAHLUNG', 'GA NR{n8} BLZ25050180 1', '{date}/{time}UHR {city}']],
    fee: [
      ['ENTGELTABSCHLUSS', 'Kontoführung {month}/{year}'],
      ['ABSCHLUSS PER {date}', 'Entgelte Vormonat'],
    ],
  },
};

export const SWISS: Vocabulary = {
  language: 'de',
  country: 'CH',
  datePattern: 'dd.MM.yyyy',
  banks: ['Kantonalbank Säntis', 'Bank Reusstal AG'],
  streets: ['Bahnhofstrasse 21', 'Seeweg 4'],
  cities: ['Zürich', '3011 Bern', 'Luzern', '9000 St. Gallen'],
  people: ['Reto Ammann', 'Chantal Favre', 'Lukas Zgraggen'],
  companies: ['Helvia Versicherungen AG', 'EW Reusstal', 'Immo Seefeld AG', 'Alpentech AG'],
  shops: ['Migrona MM Bahnhof', 'Coopa-2244 Luzern', 'SBB Automat', 'Kiosk 1811'],
  templates: {
    salary: [['Gutschrift {company}', 'Lohn {month}.{year}']],
    transferIn: [['Gutschrift {person}', 'Zahlungsreferenz {n16}'], ['TWINT-Gutschrift {person}, +4179{n7}']],
    refund: [['Rückvergütung {shop}']],
    interest: [['Zinsabschluss']],
    deposit: [['Einzahlung Bancomat {city}']],
    card: [
      ['Einkauf {shop} {date}, {time}', 'Karten-Nr. XXXX{n4}'],
      ['Einkauf ausl. {shop} Konstanz', 'EUR {money} zum Kurs 0.96{n2}', 'Karten-Nr. XXXX{n4}'],
    ],
    directDebit: [
      ['LSV-Belastung {company}', 'Police {n9}'],
      ['eBill {company}', 'Referenz {n16}'],
    ],
    standingOrder: [['Dauerauftrag {company}', 'Miete {month}.{year}']],
    transferOut: [['E-Banking Auftrag {person}', '{iban}', 'Rechnung {n5}'], ['TWINT-Belastung {person}']],
    cash: [['Bezug Bancomat {city}', '{date}, {time}']],
    fee: [['Kontoführungsgebühr'], ['Spesen Fremdwährung']],
  },
};

export const DUTCH: Vocabulary = {
  language: 'nl',
  country: 'NL',
  datePattern: 'dd-MM-yyyy',
  banks: ['Polderbank N.V.', 'Coöperatieve IJsselbank U.A.'],
  streets: ['Kerkstraat 18', 'Prins Hendrikkade 102-2'],
  cities: ['Utrecht', 'Haarlem', 'Zwolle', 'Den Bosch'],
  people: ['M.J. de Vries', 'Fatima el Amrani', 'P. Jansen en/of A. Smit'],
  companies: [
    'Waternet Oost',
    'Zorgpolis N.V.',
    'Woningstichting Eigen Erf',
    'Belastingdienst',
    'Technisch Bureau Kok BV',
  ],
  shops: ['Albert Hein 1573', 'Jumba Supermarkt', 'NS GROEP', 'HEMAA EV082', 'bol.shop via Mollee'],
  templates: {
    salary: [['{company}', 'Salaris {month} {year} {n6}', 'IBAN: {iban}']],
    transferIn: [
      ['{person}', 'Tikkie ID {n12}, etentje {date}', 'Van {person}, {iban}'],
      ['{person}', 'Omschrijving: huur'],
    ],
    refund: [['{shop}', 'Retour pasvolgnr {n3} {date} {time}']],
    interest: [['Creditrente']],
    deposit: [['Storting Geldmaat {city}', 'Pasvolgnr: 001 {date} {time}']],
    card: [
      ['{shop}', 'Pasvolgnr: {n3} {date} {time}', 'Transactie: {n6} Term: {n8}'],
      ['BEA, Betaalpas {shop}', 'NR:{n8} {date}/{time} {city}'],
    ],
    directDebit: [
      ['{company}', 'Kenmerk: {n9} Factuur {n7} d.d. {date}', 'Incassant ID: NL52ZZZ{n12}', 'Machtiging ID: {n8}'],
    ],
    standingOrder: [['{company}', 'Doorlopende opdracht', 'IBAN: {iban}']],
    transferOut: [
      ['{person}', 'IBAN: {iban}', 'Kenmerk: {n16}'],
      ['Naar Oranje Spaarrekening {n4}', 'Afronding'],
    ],
    cash: [['GEA, Geldmaat {city}', 'NR:{n6} {date}/{time}']],
    fee: [['Kosten BetaalPakket', '1-{month} t/m 28-{month} {year}']],
  },
};

export const SWEDISH: Vocabulary = {
  language: 'sv',
  country: 'SE',
  datePattern: 'yyyy-MM-dd',
  banks: ['Sparbanken Mälaren AB', 'Norrlandsbanken'],
  streets: ['Storgatan 9', 'Vasagatan 33 B'],
  cities: ['Västerås', 'Umeå', 'Göteborg'],
  people: ['Åsa Lindqvist', 'Johan Berg', 'Mohammed Ali'],
  companies: ['Mälarenergi', 'Bostads AB Mimer', 'Försäkringskassan', 'Nordverk AB'],
  shops: ['ICAN Kvantum', 'SYSTEMBOLAG 0412', 'SL APP', 'Willys Hemma'],
  templates: {
    salary: [['Lön {company}']],
    transferIn: [['Swish från {person} +4670{n7}'], ['Insättning {n10}']],
    refund: [['Retur {shop}']],
    interest: [['Kreditränta']],
    deposit: [['Insättning automat {city}']],
    card: [
      ['Kortköp {date} {shop} {city}'],
      ['{shop} /{date}'],
      ['Kortköp utland {shop} OSLO', 'NOK {money} Kurs 0,98{n2}'],
    ],
    directDebit: [['Autogiro {company} {n8}'], ['Bg {n4}-{n4} {company}', 'OCR {n12}']],
    standingOrder: [['Stående överföring {n4} {person}']],
    transferOut: [['Swish till {person}'], ['Överföring {n4} {n9}']],
    cash: [['Uttag Bankomat {city} {date}']],
    fee: [['Avgift kort'], ['Månadsavgift']],
  },
};
