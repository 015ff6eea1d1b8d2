import { findPhrases, labelWordsOf, phrases } from '../text/words.ts';

/** What shops are called by what they sell. */

const TRADES = phrases({
  trade: `
    restaurant, restoran, cafe, coffee, bakery, hotel, mart, market, supermarket, hypermarket, grocers, grocery, pharmacy, chemist, deli, bistro,
    tavern, pub, inn, diner, pizzeria, pizza, garage, cinema, theatre, museum, bookshop, books, butcher, florist, laundry, salon, barber, hardware, stationery,
    apotheke, backerei, metzgerei, gasthaus, gasthof, wirtshaus, tankstelle, buchhandlung, blumen, dorfladen, hofladen, textilpflege, wollstube, drogerie, konditorei, gelateria, imbiss, friseur, frischemarkt,
    boulangerie, patisserie, pharmacie, boucherie, charcuterie, epicerie, brasserie, auberge, librairie, fromagerie, quincaillerie, fleuriste, traiteur, creperie, creperie, papeterie,
    tienda, farmacia, panaderia, ultramarinos, carniceria, ferreteria, libreria, hostal, taberna, mercado, supermercado, pasteleria, fruteria, zapateria, peluqueria, papeleria,
    trattoria, ristorante, osteria, locanda, albergo, alimentari, panificio, forno, salumeria, macelleria, ferramenta, tabaccheria, pasticceria, enoteca, bar,
    winkel, bakkerij, slagerij, apotheek, buurtwinkel, eetcafe, boekhandel, bloemen, kapper, viswinkel, groenteboer,
    pizzaria, padaria, talho, mercearia, livraria, restaurante, churrasqueira, drogaria, supermercados, papelaria,
    sklep, piekarnia, apteka, restauracja, kwiaciarnia, ksiegarnia, delikatesy, cukiernia, kawiarnia, karczma, kiosk,
    bageri, bageriet, apotek, apoteket, krog, krogen, kafe, konditori, bokhandel, boghandel, boghandelen, blomster, blommor, slagter, gatukok, gatukoket, kro, kroen,
    dentistry, dental, orthodontics, veterinary, animal hospital, medical center, physiotherapy, optician, opticians, car wash, car hire, car rental, auto repair, dry cleaners, fitness, gym,
    zahnarztpraxis, tierarztpraxis, arztpraxis, kleintierpraxis, tierklinik, zahnklinik, hausarztpraxis, physiotherapie, optik, autohaus, autovermietung, werkstatt, parkhaus, fahrschule, fitnessstudio,
    cabinet dentaire, clinique veterinaire, opticien, auto ecole, parking, clinica dental, clinica veterinaria, optica, taller, autoescuela, aparcamiento, studio dentistico, ambulatorio veterinario, ottica, autofficina, autonoleggio, parcheggio,
    tandartspraktijk, dierenarts, dierenkliniek, garagebedrijf, rijschool, sportcentrum, oficina, clinica dentaria, ginasio, estacionamento, stomatologia, weterynaria, gabinet stomatologiczny, warsztat, silownia,
    tandlakare, tandlage, tandvard, tandvarden, djurklinik, dyreklinik, bilverkstad, gym`,
});

/** Whether a name says what kind of shop it is of, and more than that. */
export function isShop(name: string): boolean {
  const words = labelWordsOf(name);
  return (
    words.length >= 2 &&
    words.length <= 6 &&
    findPhrases(words, TRADES).some(({ word }) => word === 0 || word === words.length - 1)
  );
}

/** Where many shops are: above the name of one of them stands that of the place. `Castle Mall Car Park` is one of its own. */
const PLACE_OF_SHOPS =
  /(?<!\p{L})(?:shopping (?:cent(?:re|er)|mall|plaza|park)|mall|food court|airport|outlet (?:cent(?:re|er)|village|park)|retail park|einkaufszentrum|flughafen|hauptbahnhof|winkelcentrum|luchthaven|köpcentrum|flygplats|storcenter|kjøpesenter)\W{0,3}$|^\W{0,3}(?:einkaufszentrum|flughafen|centre commercial|aéroport|centro comercial|aeropuerto|centro commerciale|aeroporto|winkelcentrum|luchthaven|galeria handlowa|centrum handlowe|lotnisko)(?!\p{L})/iu;

/** Whether a name is that of a place with many shops. */
export const isPlaceOfShops = (name: string) => PLACE_OF_SHOPS.test(name.trim());
