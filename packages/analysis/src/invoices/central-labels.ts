import type { FieldKind, SumKind } from './label-kinds.ts';

/** The labels of invoices in Polish, Czech, Hungarian and Finnish. */

export const CENTRAL_SUMS: Partial<Record<SumKind, string>> = {
  lines: 'soucet polozek, soucet, suma pozycji, mezisoucet, reszosszeg, valisumma',
  net: `
    wartosc netto, razem netto, suma netto, kwota netto, zaklad, zaklad dane, zaklad dph, celkem bez dph, cena bez dph,
    netto osszeg, netto osszesen, ado alapja, afa alapja, veroton, veroton yhteensa, yhteensa ilman alv`,
  tax: `
    kwota vat, podatek vat, podatek, suma vat, razem vat, dph, celkem dph, vyse dph, afa, afa osszege, afa osszesen,
    alv, arvonlisavero, alv yhteensa`,
  gross: `
    wartosc brutto, razem brutto, suma brutto, kwota brutto, ogolem, razem do zaplaty, celkem s dph, celkem vcetne dph,
    brutto osszeg, brutto osszesen, fizetendo vegosszeg, yhteensa sis alv, verollinen yhteensa, lasku yhteensa`,
  due: `
    do zaplaty, pozostalo do zaplaty, kwota do zaplaty, k uhrade, celkem k uhrade, zbyva uhradit, fizetendo, fizetendo
    osszeg, maksettava, maksettavaa, maksettava yhteensa, maksettavaa yhteensa`,
  total: 'razem, suma, celkem, osszesen, mindosszesen, yhteensa',
  prepaid: 'zaplacono, zaliczka, uhrazeno, zaloha, eloleg, kifizetve, maksettu, ennakko',
  allowance: 'rabat, upust, sleva, kedvezmeny, alennus',
  charge: `
    koszt dostawy, dostawa, przesylka, koszty wysylki, doprava, postovne, zaokrouhleni, szallitasi dij, kerekites,
    toimituskulut, pyoristys`,
};

export const CENTRAL_FIELDS: Partial<Record<FieldKind, string>> = {
  number: `
    faktura vat nr, faktura vat, nr faktury, numer faktury, faktura c, faktura cislo, cislo faktury, danovy doklad c,
    faktura danovy doklad c, szamla szama, szamlaszam, szamla sorszama, sorszam, laskun numero, laskunumero, lasku nro, lasku`,
  date: `
    data wystawienia, data faktury, datum vystaveni, vystaveno, szamla kelte, kiallitas datuma, kelt, laskun paivays, laskun paiva, laskupvm,
    laskun pvm, laskun paivamaara, paivamaara, paivays, laskupaiva`,
  due: `
    termin platnosci, termin zaplaty, platne do, datum splatnosti, splatnost, fizetesi hatarido, esedekesseg, erapaiva`,
  order: 'nr zamowienia, numer zamowienia, zamowienie, cislo objednavky, objednavka, tilausnumero, rendelesszam',
  seller: 'sprzedawca, wystawca, dostawca, dodavatel, elado, szallito, kibocsato, toimittaja, myyja',
  buyer: 'nabywca, odbiorca, platnik, kupujacy, odberatel, vevo, asiakas, laskutettava',
  other: `
    data sprzedazy, data dostawy, data dokonania dostawy, data wykonania uslugi, nip, regon, nr konta, sposob platnosci,
    sposob zaplaty, datum uskutecneni zdanitelneho plneni, duzp, ic, dic, variabilni symbol, teljesites, teljesites
    datuma, datum zdan plneni, datum zdanitelneho plneni, datum uskutecneni plneni, datum uskut zdan plneni, adoszam, viitenumero, y tunnus, toimituspaiva, asiakasnumero`,
};

export const CENTRAL_COLUMNS = {
  item: `
    lp, nazwa, nazwa towaru, nazwa uslugi, nazwa towaru lub uslugi, nazwa towaru uslugi, opis, towar, usluga, popis,
    polozka, oznaceni dodavky, nazev, megnevezes, kuvaus, tuote, nimike`,
  count: 'ilosc, mnozstvi, pocet, mennyiseg, maara, kpl',
  price: 'cena, cena netto, cena jedn, cena jedn netto, jednotkova cena, cena za mj, egysegar, a hinta, yksikkohinta',
  sum: `
    wartosc, wartosc netto, wart netto, kwota, cena celkem, celkem, osszeg, netto ertek, yhteensa, summa`,
};
