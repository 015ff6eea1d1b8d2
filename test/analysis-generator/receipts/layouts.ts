import { usPharmacy, usRestaurant, usSupermarket } from './american.ts';
import { usFuel, usHardware } from './american-goods.ts';
import { inRestaurant, inSupermarket, myShop, sgRestaurant } from './asian.ts';
import type { ReceiptLayout } from './basket.ts';
import { gbPub, gbSupermarket, ieShop } from './british.ts';
import { beShop, frRestaurant, frSupermarket } from './french.ts';
import { atSupermarket, deDiscounter, deRestaurant, deSupermarket } from './german.ts';
import { jpConvenience, jpLatin } from './japanese.ts';
import { dkSupermarket, fiSupermarket, nlSupermarket, noSupermarket, plShop, seSupermarket } from './northern.ts';
import { auSupermarket, caPharmacy, caRestaurant, nzCafe } from './pacific.ts';
import { cardSlip, hotelFolio, orderEmail, parking, refund, rideEmail } from './services.ts';
import { esBar, esSupermarket, itShop, ptShop } from './southern.ts';
import { chRestaurant, chSupermarket } from './swiss.ts';

export const RECEIPT_LAYOUT_LIST: readonly ReceiptLayout[] = [
  { name: 'us-supermarket', print: usSupermarket },
  { name: 'us-restaurant', print: usRestaurant },
  { name: 'us-pharmacy', print: usPharmacy },
  { name: 'us-fuel', print: usFuel },
  { name: 'us-hardware', print: usHardware },
  { name: 'us-hotel-folio', print: hotelFolio },
  { name: 'us-ride-email', print: rideEmail },
  { name: 'us-order-email', print: orderEmail },
  { name: 'us-refund', print: refund },
  { name: 'us-card-slip', print: cardSlip },
  { name: 'us-gb-parking', print: parking },
  { name: 'ca-pharmacy', print: caPharmacy },
  { name: 'ca-restaurant', print: caRestaurant },
  { name: 'gb-supermarket', print: gbSupermarket },
  { name: 'gb-pub', print: gbPub },
  { name: 'ie-shop', print: ieShop },
  { name: 'au-supermarket', print: auSupermarket },
  { name: 'nz-cafe', print: nzCafe },
  { name: 'in-restaurant', print: inRestaurant },
  { name: 'in-supermarket', print: inSupermarket },
  { name: 'sg-restaurant', print: sgRestaurant },
  { name: 'my-shop', print: myShop },
  { name: 'jp-convenience', print: jpConvenience },
  { name: 'jp-latin', print: jpLatin },
  { name: 'de-supermarket', print: deSupermarket },
  { name: 'de-discounter', print: deDiscounter },
  { name: 'de-restaurant', print: deRestaurant },
  { name: 'at-supermarket', print: atSupermarket },
  { name: 'ch-supermarket', print: chSupermarket },
  { name: 'ch-restaurant', print: chRestaurant },
  { name: 'fr-supermarket', print: frSupermarket },
  { name: 'fr-restaurant', print: frRestaurant },
  { name: 'be-shop', print: beShop },
  { name: 'nl-supermarket', print: nlSupermarket },
  { name: 'es-supermarket', print: esSupermarket },
  { name: 'es-bar', print: esBar },
  { name: 'it-shop', print: itShop },
  { name: 'pt-shop', print: ptShop },
  { name: 'pl-shop', print: plShop },
  { name: 'se-supermarket', print: seSupermarket },
  { name: 'no-supermarket', print: noSupermarket },
  { name: 'dk-supermarket', print: dkSupermarket },
  { name: 'fi-supermarket', print: fiSupermarket },
];
