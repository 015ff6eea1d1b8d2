import { wordsOf } from '../text/words.ts';
import type { Document } from './document.ts';
import { remembered } from './remembered.ts';

/**
 * Whether the words of a document are those of a language whose dates have the day first wherever it is spoken. English
 * is not one of them, nor are those that put the year first in two digits (Swedish, Hungarian, Japanese).
 * Source: Unicode CLDR, short date patterns.
 */

/** Words of bills and receipts, without accents. Those that are English too are in none of the lists. */
const WORDS: Readonly<Record<string, string>> = {
  german: `gesamt summe betrag bar ruckgeld mwst ust umsatzsteuer rechnung rechnungsbetrag rechnungsnummer beleg
    kasse uhr danke zahlung kartenzahlung strasse zzgl abzgl tisch bedienung trinkgeld quittung
    bestellung lieferung menge einzelpreis kunde bewirtung zahlbar fallig zahlen gegeben steuer`,
  french: `montant tva ttc especes rendu facture recu merci caisse monnaie serveur couverts reglement echeance
    siret designation quantite prix heure ht acompte payer virement`,
  spanish: `importe efectivo cambio factura fecha hora gracias tarjeta cantidad precio imponible cuota mesa venta
    vencimiento cif vuelto boleta pago descripcion unidades`,
  italian: `totale contante contanti resto fattura scontrino commerciale pagamento importo grazie imponibile
    cassa spett vendita piva complessivo scadenza bonifico quantita prezzo ricevuta`,
  dutch: `totaal bedrag btw bon betaald contant wisselgeld factuur dank aantal omschrijving prijs pinnen
    waarvan pin kassa klant stuk`,
  portuguese: `dinheiro troco fatura recibo obrigado obrigada contribuinte pagamento quantidade preco emissao
    vencimento cnpj pedido gorjeta valor entrega iliquido consumidor`,
  polish: `razem suma gotowka reszta paragon faktura nabywca sprzedawca sprzedaz dziekujemy platnosc kwota cena nip
    slownie karta ptu zaplaty opodatk kasjer`,
  czech: `celkem doklad hotove dph dekujeme castka faktura odberatel dodavatel cena uctenka splatnosti vystaveni ks`,
  danish: `belob kontant byttepenge kvittering antal pris betalt tak heraf kobt kr ialt kunde betaling moms`,
  norwegian: `betale belop kvittering mva antall takk betalt herav sum salgskvittering bankkort totalt`,
  finnish: `yhteensa kuitti lasku paivays alv kiitos kateinen erapaiva maksettava kpl`,
  turkish: `toplam fatura fis tarih saat nakit kdv tutar adet tesekkurler tarihi odenecek`,
  croatian: `racun ukupno iznos kolicina cijena datum gotovina hvala blagajnik porez dospijeca kupac prodavac osnovica
    naziv vrijeme uplatu`,
  indonesian: `tunai kembali jumlah harga tanggal kasir terima kasih belanja bayar faktur kepada rekening satuan`,
  vietnamese: `ngay thanh toan tien luong khach thue gtgt nguoi thang`,
  estonian: `kokku summa kviitung arve kuupaev kaibemaks sularaha pangakaart tasuda kogus hind maksetahtaeg`,
  latvian: `rekins summa kopa apmaksai pvn cena daudzums piegadatajs sanemejs ceks karte paldies`,
  icelandic: `samtals reikningur kvittun vsk dagsetning greitt takk kennitala upphaed eindagi gjalddagi`,
  romanian: `lei bon fiscal factura numerar rest cantitate pret multumim buc tva cod`,
};

/** Greek, Cyrillic, Armenian, Hebrew, Arabic, Thai and Georgian: who writes so has the day first. */
const SCRIPTS = /[\u0370-\u03ff\u0400-\u04ff\u0530-\u05ff\u0600-\u06ff\u0e00-\u0e7f\u10a0-\u10ff]/gu;
/** Letters of Persian that Arabic does not have: there the year stands first, also in two digits. */
const PERSIAN = /[\u067e\u0686\u0698\u06a9\u06af\u06cc]/gu;

/** Different words of one language, or letters of one of the scripts. */
const FEWEST_WORDS = 3;
const FEWEST_LETTERS = 20;
const FEWEST_PERSIAN = 5;
/** Characters that are looked at. */
const READ = 20_000;

const LISTS = Object.values(WORDS).map((words) => new Set(words.split(/\s+/)));

export const hasDayFirstLanguage: (document: Document) => boolean = remembered((document: Document) => {
  const text = document.source.text.slice(0, READ);
  if ((text.match(PERSIAN)?.length ?? 0) >= FEWEST_PERSIAN) return false;
  if ((text.match(SCRIPTS)?.length ?? 0) >= FEWEST_LETTERS) return true;
  const keys = new Set(wordsOf(text).map(({ key }) => key));
  return LISTS.some((list) => [...keys].filter((key) => list.has(key)).length >= FEWEST_WORDS);
});
