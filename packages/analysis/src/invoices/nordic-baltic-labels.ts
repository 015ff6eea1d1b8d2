import type { FieldKind, SumKind } from './label-kinds.ts';

/** The labels of invoices in Latvian, Lithuanian, Estonian and Icelandic. */

export const NORDIC_BALTIC_SUMS: Partial<Record<SumKind, string>> = {
  lines: 'starpsumma, tarpine suma, vahesumma, millisumma',
  net: `
    summa bez pvn, kopa bez pvn, apliekama summa, is viso be pvm, suma be pvm, viso be pvm, kokku ilma kaibemaksuta, summa kaibemaksuta, kokku kaibemaksuta,
    neto kokku, kokku km ta, summa km ta, an vsk, samtals an vsk, upphaed an vsk`,
  tax: 'pvn, pvn summa, kopa pvn, pvm, pvm suma, kaibemaks, kaibemaks kokku, km kokku, kokku kaibemaks, vsk, virdisaukaskattur, vsk samtals',
  gross: `
    summa ar pvn, kopa ar pvn, is viso su pvm, suma su pvm, bendra suma, kokku koos kaibemaksuga, kokku km ga, arve summa, arve kokku, samtals med vsk,
    heildarupphaed`,
  due: `
    kopa apmaksai, apmaksai, summa apmaksai, kopeja summa apmaksai, is viso apmoketi, apmoketi, moketina suma, suma apmokejimui, tasuda, kuulub tasumisele, tasumisele kuuluv summa,
    kokku tasuda, til greidslu, samtals til greidslu`,
  total: 'kopa, is viso, kokku, samtals',
  prepaid: 'avanss, samaksats, avansas, apmoketa, ettemaks, tasutud, innborgun',
  allowance: 'atlaide, nuolaida, allahindlus, soodustus, afslattur',
  charge: 'piegade, pristatymas, transpordikulu, saatekulu, umardamine, sendingarkostnadur',
};

export const NORDIC_BALTIC_FIELDS: Partial<Record<FieldKind, string>> = {
  number: `
    rekins nr, rekina nr, rekina numurs, rekins, saskaita faktura nr, pvm saskaita faktura nr, saskaitos numeris, saskaitos nr, serija ir nr, arve nr, arve number, arve,
    reikningur nr, reikningsnumer, reikningur`,
  date: `
    rekina datums, izrakstisanas datums, datums, saskaitos data, israsymo data, israsymo data, arve kuupaev, kuupaev, dagsetning, utgafudagur, reikningsdagur`,
  due: `
    apmaksas termins, apmaksat lidz, samaksas termins, apmoketi iki, mokejimo terminas, sumoketi iki, maksetahtaeg, maksetahtpaev, eindagi, gjalddagi`,
  order: 'pasutijuma nr, uzsakymo nr, tellimuse nr, pontunarnumer',
  seller: 'piegadatajs, pardevejs, pardavejas, tiekejas, paslaugos teikejas, muuja, tarnija, seljandi',
  buyer: 'sanemejs, pircejs, maksatajs, pirkejas, uzsakovas, moketojas, klientas, ostja, maksja, kaupandi, greidandi',
  other: `
    reg nr, registracijas numurs, pvn nr, imones kodas, pvm kodas, kmkr, kmkr nr, registrikood, viitenumber, kennitala, vsk nr, vsk numer, pavadzime`,
};

export const NORDIC_BALTIC_COLUMNS = {
  item: 'nosaukums, apraksts, pavadinimas, prekes pavadinimas, paslaugos pavadinimas, aprasymas, nimetus, kirjeldus, kaup, teenus, lysing, vara',
  count: 'daudzums, daudz, skaits, kiekis, kogus, magn',
  price: 'cena, kaina, hind, uhiku hind, einingaverd, verd',
  sum: 'summa, suma, upphaed',
};
