import type { Document } from '../values/document.ts';

/** A confirmation of an order that nobody has paid for yet: its goods and its total agree, but it is no receipt. */

/** `Your order with Pagoda Books is confirmed`: a sentence in place of a title. */
const CONFIRMED =
  /(?<!\p{L})(?:(?:your|the) (?:order|booking|reservation).{0,60} (?:is|has been|was) (?:now )?(?:confirmed|received|placed|accepted)|(?:ihre|deine|die) (?:bestellung|buchung).{0,60} (?:bestätigt|eingegangen|erhalten)|(?:votre|ta) commande.{0,60} (?:est|a été) (?:bien )?(?:confirmée|enregistrée|reçue)|(?:tu|su) pedido.{0,60} (?:confirmado|recibido|registrado)|(?:il tuo|il suo) ordine.{0,60} (?:confermato|ricevuto)|(?:je|uw) bestelling.{0,60} (?:bevestigd|ontvangen)|(?:sua|tua) encomenda.{0,60} (?:confirmada|recebida)|(?:twoje|państwa) zamówienie.{0,60} (?:potwierdzone|przyjęte)|din (?:order|beställning|bestilling).{0,60} (?:bekräftad|mottagen|bekreftet|bekræftet))(?!\p{L})/iu;
/** `We will charge your card when the items ship` */
const LATER =
  /(?<!\p{L})(?:(?:we['’]ll|we will|will only) (?:only )?(?:charge|bill|debit)|(?:will|won['’]t|will not|not) be (?:charged|billed|debited)|wird erst|erst (?:bei|nach|mit) (?:dem )?versand|(?:ne )?sera (?:pas )?(?:débitée?|prélevée?)|se (?:cargará|cobrará)|(?:verrà|sarà) addebitat[oa]|wordt (?:pas )?(?:afgeschreven|in rekening gebracht)|pay (?:on|at|upon) (?:delivery|collection|pick-?up|arrival)|zahlung bei (?:lieferung|abholung)|paiement à la (?:livraison|réception))(?!\p{L})/iu;
const HEAD = 8;
const LINES = 200;

/** Whether a paper calls itself a confirmed order, or says that it is paid later. */
export function isUnpaidOrder({ source }: Document): boolean {
  return (
    source.lines.printed(HEAD).some(({ text }) => CONFIRMED.test(text)) ||
    source.lines.printed(LINES).some(({ text }) => LATER.test(text))
  );
}
