import { condensed } from '../text/words.ts';
import type { ValueType } from './typed.ts';

/** What people name their fields, in six languages: the labels that mean the same, and the kind of value behind them. */

export interface Concept {
  readonly id: string;
  readonly type: ValueType;
  readonly labels: readonly string[];
}

const list = (id: string, type: ValueType, labels: string): Concept => ({
  id,
  type,
  labels: labels.split(',').map(condensed).filter(Boolean),
});

export const CONCEPTS: readonly Concept[] = [
  list(
    'invoice_number',
    'code',
    `
      invoice number, invoice no, invoice nr, invoice id, invoice #, inv no, bill number, invoice ref,
      rechnungsnummer, rechnungs nr, rechnung nr, rechnungsnr, beleg nr, belegnummer, numero de facture, facture no,
      facture n°, n° de facture, no facture, numero de factura, factura n, factura no, n de factura, numero fattura,
      fattura n, fattura nr, numero della fattura, n fattura, factuurnummer, factuur nr, factuurnr, invoice`,
  ),
  list(
    'customer_number',
    'code',
    `
      customer number, customer no, customer id, customer nr, client number, client no, client id, account no of
      customer, kundennummer, kunden nr, kundennr, numero client, n° client, code client, numero de cliente, n
      cliente, codigo cliente, numero cliente, codice cliente, klantnummer, klant nr, klantnr`,
  ),
  list(
    'order_number',
    'code',
    `
      order number, order no, order id, order nr, purchase order, purchase order number, purchase order no, po number,
      po no, po, p o number, order ref, your order, order, bestellnummer, bestell nr, auftragsnummer, auftrags nr,
      ihre bestellung, commande, bestellung, ordine, bestelling, numero de commande, n° de commande, bon de commande,
      commande no, numero de pedido, n de pedido, pedido, n o de pedido, numero ordine, ordine n, ordine nr,
      bestelnummer, ordernummer, bestelling nr`,
  ),
  list(
    'contract_number',
    'code',
    `
      contract number, contract no, agreement number, agreement no, vertragsnummer, vertrags nr, vertrag nr, numero de
      contrat, contrat n°, contrat no, numero de contrato, contrato n, numero contratto, contratto n, contractnummer,
      contract nr`,
  ),
  list(
    'policy_number',
    'code',
    `
      policy number, policy no, policy nr, policy id, policy #, policy, versicherungsnummer, versicherungsschein nr,
      versicherungsscheinnummer, policennummer, numero de police, police n°, numero de poliza, poliza n, numero
      polizza, polizza n, polisnummer`,
  ),
  list(
    'account_number',
    'code',
    `
      account number, account no, account nr, a c no, acct no, account #, kontonummer, konto nr, numero de compte,
      compte n°, numero de cuenta, cuenta n, numero di conto, numero conto, conto n, rekeningnummer`,
  ),
  list(
    'delivery_note_number',
    'code',
    `
      delivery note number, delivery note no, delivery no, lieferscheinnummer, lieferschein nr, bon de livraison n°,
      numero de albaran, albaran n, numero ddt, pakbonnummer`,
  ),
  list(
    'receipt_number',
    'code',
    `
      receipt number, receipt no, receipt #, receipt id, quittungsnummer, beleg nr, bon nr, numero de recu, recibo n,
      scontrino n, bonnummer`,
  ),
  list(
    'reference',
    'code',
    `
      reference, reference number, ref, our ref, our reference, ref no, case number, case no, file number, unser
      zeichen, aktenzeichen, referenz, referenznummer, reference, notre reference, referencia, riferimento, nostro
      riferimento, referentie, kenmerk, ons kenmerk`,
  ),
  list(
    'your_reference',
    'code',
    `
      your ref, your reference, ihr zeichen, votre reference, su referencia, vostro riferimento, uw kenmerk, uw
      referentie`,
  ),
  list(
    'passport_number',
    'code',
    `
      passport no, passport number, passport, passport nr, reisepassnummer, passnummer, reisepass nr, numero de
      passeport, passeport n°, numero de pasaporte, pasaporte, numero di passaporto, passaporto n, paspoortnummer`,
  ),
  list(
    'id_number',
    'code',
    `
      id number, id no, identity number, identity card no, personalausweisnummer, ausweisnummer, numero de identidad,
      dni, documento`,
  ),
  list(
    'employee_number',
    'code',
    `
      employee id, employee number, employee no, staff number, staff id, personalnummer, personal nr, matricule,
      numero de empleado, matricola, personeelsnummer`,
  ),
  list(
    'serial_number',
    'code',
    'serial number, serial no, serial, s n, seriennummer, serien nr, numero de serie, numero di serie, serienummer',
  ),
  list(
    'tracking_number',
    'code',
    `
      tracking number, tracking no, tracking id, sendungsnummer, numero de suivi, numero de seguimiento, numero di
      tracking, trackingnummer`,
  ),
  list(
    'meter_number',
    'code',
    'meter number, meter no, zahlernummer, zahler nr, numero de compteur, numero de contador, meternummer',
  ),
  list(
    'iban',
    'iban',
    `
      iban, iban number, iban no, iban nr, bank account, bankverbindung, compte bancaire, cuenta bancaria, conto
      bancario, bankrekening`,
  ),
  list('bic', 'bic', 'bic, swift, swift code, bic swift, swift bic, bic code'),
  list(
    'vat_id',
    'vat',
    `
      vat id, vat number, vat no, vat reg no, vat registration number, vat registration no, vat, vat nr, ust id, ust
      idnr, ust id nr, ustid, umsatzsteuer id, umsatzsteuer identifikationsnummer, uid, numero de tva, tva, n° tva,
      tva intracommunautaire, numero tva, nif, cif, nif iva, numero de iva, partita iva, p iva, piva, btw nummer, btw
      nr, btwnummer, btw id`,
  ),
  list(
    'tax_number',
    'code',
    `
      tax number, tax no, tax id, tax id no, ein, tin, steuernummer, steuer nr, st nr, numero fiscal, numero fiscale,
      codice fiscale, fiscaal nummer, fiscal code`,
  ),
  list(
    'register_number',
    'code',
    `
      registration number, registration no, company number, company no, company registration number, reg no,
      handelsregister, handelsregisternummer, hrb, siret, siren, rcs, registro mercantil, rea, kvk, kvk nummer, kvk
      nr, commercial register`,
  ),
  list(
    'invoice_date',
    'date',
    `
      invoice date, date of invoice, date of issue, issue date, issued on, issued, bill date, rechnungsdatum, datum
      der rechnung, ausstellungsdatum, date de facture, date de facturation, date d emission, date de la facture,
      fecha de factura, fecha factura, fecha de emision, data fattura, data della fattura, data emissione, data di
      emissione, factuurdatum, date, datum, fecha, data, dated`,
  ),
  list(
    'due_date',
    'date',
    `
      due date, due on, due, payment due, payment due date, date due, pay by, payable by, due by, fallig am, fallig,
      falligkeitsdatum, falligkeit, zahlbar bis, zahlungsziel, date d echeance, echeance, a payer avant le, date
      limite de paiement, fecha de vencimiento, vencimiento, fecha limite, scadenza, data di scadenza, data scadenza,
      scadenza pagamento, vervaldatum, te betalen voor, uiterste betaaldatum`,
  ),
  list(
    'delivery_date',
    'date',
    `
      delivery date, estimated delivery, expected delivery, date of delivery, delivered on, delivered, date of supply,
      supply date, lieferdatum, liefertermin, leistungsdatum, date de livraison, livraison le, fecha de entrega, data
      di consegna, data consegna, leverdatum, leveringsdatum`,
  ),
  list(
    'ship_date',
    'date',
    `
      ship date, shipping date, shipped, shipped on, date shipped, versanddatum, date d expedition, fecha de envio,
      data di spedizione, verzenddatum`,
  ),
  list(
    'order_date',
    'date',
    `
      order date, date of order, ordered on, bestelldatum, auftragsdatum, date de commande, fecha de pedido, data
      ordine, besteldatum`,
  ),
  list(
    'payment_date',
    'date',
    `
      payment date, paid on, paid, date paid, date of payment, pay date, zahlungsdatum, bezahlt am, date de paiement,
      payee le, fecha de pago, pagado el, data di pagamento, pagato il, betaaldatum, betaald op`,
  ),
  list(
    'effective_date',
    'date',
    `
      effective date, date of effect, commencement date, start date, starting date, begin date, date of commencement,
      start, begins, vertragsbeginn, beginn, startdatum, mietbeginn, inkrafttreten, date d effet, date de debut, prise
      d effet, entree en vigueur, fecha de inicio, fecha efectiva, fecha de entrada en vigor, data di inizio, data di
      decorrenza, decorrenza, ingangsdatum, begindatum, start of contract, valid from, gultig ab, agreement date,
      contract date, date of agreement`,
  ),
  list(
    'end_date',
    'date',
    `
      end date, ending date, expiry date, expiration date, expires, expires on, expiry, date of expiry, valid until,
      valid to, valid through, ends on, vertragsende, enddatum, ende, gultig bis, ablaufdatum, date de fin, date d
      expiration, expiration, valable jusqu au, fecha de fin, fecha de finalizacion, fecha de caducidad, caducidad,
      valido hasta, data di fine, data fine, valido fino al, einddatum, geldig tot, vervalt op`,
  ),
  list(
    'signature_date',
    'date',
    `
      signature date, date signed, signed on, date of signature, date of signing, signing date, unterschrieben am,
      unterzeichnet am, datum der unterschrift, unterzeichnungsdatum, date de signature, signe le, fait le, fecha de
      firma, fecha de la firma, firmado el, data della firma, data di firma, data firma, firmato il, datum
      ondertekening, ondertekend op`,
  ),
  list(
    'birth_date',
    'date',
    `
      date of birth, birth date, birthdate, dob, birthday, born, born on, geburtsdatum, geboren am, geboren, geb, date
      de naissance, nee le, ne le, fecha de nacimiento, nacido el, data di nascita, nato il, nata il, geboortedatum,
      geboren op`,
  ),
  list(
    'collection_date',
    'date',
    `
      collection date, collected, collected on, sample date, date collected, entnahmedatum, date de prelevement, fecha
      de recogida, data di prelievo, afnamedatum`,
  ),
  list(
    'appointment_date',
    'date',
    'appointment date, appointment, your appointment on, termin, rendez vous, cita, appuntamento, afspraak',
  ),
  list('ip_address', 'code', 'ip address, ip, ip adresse, adresse ip, direccion ip, indirizzo ip, ip adres'),
  list('date', 'date', 'date, datum, fecha, data, dated, document date, letter date'),
  list(
    'total',
    'money',
    `
      total, total amount, grand total, amount due, total due, balance due, amount payable, total payable, invoice
      total, amount, sum, gesamtbetrag, gesamtsumme, rechnungsbetrag, endbetrag, summe, zahlbetrag, bruttobetrag,
      total ttc, montant total, net a payer, total general, importe total, total factura, total a pagar, totale,
      totale fattura, importo totale, totale da pagare, totaal, totaalbedrag, te betalen, total incl vat, betrag`,
  ),
  list(
    'net_amount',
    'money',
    `
      net amount, subtotal, sub total, net total, total net, net, amount before tax, nettobetrag, netto,
      zwischensumme, summe netto, total ht, montant ht, sous total, base imponible, subtotal, imponibile, totale
      imponibile, subtotaal, totaal excl btw`,
  ),
  list(
    'vat_amount',
    'money',
    `
      vat, tax, gst, mwst, ust, tva, iva, btw, vat amount, tax amount, tax, sales tax, total vat, gst, mwst, ust,
      umsatzsteuer, mehrwertsteuer, steuerbetrag, mwst betrag, tva, montant tva, montant de la tva, iva, importe iva,
      cuota iva, importo iva, imposta, btw, btw bedrag`,
  ),
  list('discount', 'money', 'discount, rebate, rabatt, skonto, remise, descuento, sconto, korting'),
  list(
    'shipping',
    'money',
    `
      shipping, shipping cost, freight, postage, delivery charge, versand, versandkosten, frais de port, gastos de
      envio, spedizione, verzendkosten`,
  ),
  list(
    'deposit',
    'money',
    `
      deposit, security deposit, kaution, mietkaution, caution, depot de garantie, fianza, deposito, deposito
      cauzionale, cauzione, borg, waarborgsom`,
  ),
  list(
    'vat_rate',
    'percent',
    `
      vat rate, tax rate, rate of tax, mwst satz, steuersatz, taux de tva, tipo de iva, aliquota iva, btw tarief, vat,
      mwst, ust, tva, iva, btw, tax, gst`,
  ),
  list('down_payment', 'money', 'down payment, advance payment, anzahlung, acompte, acconto, anticipo, aanbetaling'),
  list(
    'validity',
    'text',
    'validity, valid for, gultigkeit, gultigkeitsdauer, validite, validez, validita, geldigheid',
  ),
  list(
    'salary',
    'money',
    `
      salary, annual salary, base salary, basic salary, gross salary, monthly salary, compensation, gehalt,
      bruttogehalt, grundgehalt, monatsgehalt, lohn, salaire, salaire brut, remuneration, salario, sueldo, sueldo
      bruto, stipendio, retribuzione, salaris, brutoloon, brutosalaris, loon`,
  ),
  list(
    'rent',
    'money',
    `
      rent, monthly rent, rental, miete, kaltmiete, grundmiete, monatsmiete, loyer, loyer mensuel, alquiler, renta,
      renta mensual, canone, canone di locazione, affitto, huur, huurprijs`,
  ),
  list(
    'price',
    'money',
    `
      price, purchase price, contract price, kaufpreis, preis, prix, prix de vente, precio, precio de compra, prezzo,
      prezzo di vendita, prijs, koopprijs`,
  ),
  list(
    'fee',
    'money',
    'fee, fees, gebuhr, honorar, honoraires, frais, tarifa, honorarios, onorario, tariffa, vergoeding',
  ),
  list(
    'premium',
    'money',
    `
      premium, annual premium, insurance premium, pramie, jahrespramie, beitrag, prime, prime annuelle, prima, prima
      anual, premio, premio annuo, premie, jaarpremie`,
  ),
  list(
    'excess',
    'money',
    `
      excess, deductible, compulsory excess, selbstbehalt, selbstbeteiligung, franchise, franquicia, franchigia, eigen
      risico`,
  ),
  list(
    'opening_balance',
    'money',
    `
      opening balance, balance brought forward, previous balance, starting balance, anfangssaldo, alter saldo,
      kontostand alt, solde initial, ancien solde, saldo inicial, saldo anterior, saldo iniziale, beginsaldo, vorig
      saldo`,
  ),
  list(
    'closing_balance',
    'money',
    `
      closing balance, ending balance, new balance, final balance, endsaldo, neuer saldo, kontostand neu, solde final,
      nouveau solde, saldo final, saldo finale, eindsaldo, nieuw saldo`,
  ),
  list('budget', 'money', 'budget, haushalt, presupuesto, bilancio, begroting'),
  list(
    'revenue',
    'money',
    'revenue, turnover, sales, umsatz, chiffre d affaires, ingresos, facturacion, ricavi, fatturato, omzet',
  ),
  list(
    'net_pay',
    'money',
    `
      net pay, net salary, take home pay, nettolohn, auszahlungsbetrag, salaire net, net a payer, neto a percibir,
      netto in busta, nettoloon`,
  ),
  list(
    'gross_pay',
    'money',
    'gross pay, total earnings, bruttolohn, salaire brut, total devengado, totale lordo, brutoloon',
  ),
  list(
    'email',
    'email',
    `
      email, e mail, email address, e mail address, mail, contact email, contact e mail, contact mail, courriel,
      adresse email, adresse e mail, correo, correo electronico, posta elettronica, indirizzo email, e mailadres,
      emailadres, e mail adresse, emailadresse`,
  ),
  list(
    'phone',
    'phone',
    `
      phone, telephone, phone number, telephone number, tel, tel no, contact phone, contact number, phone no, telefon,
      telefonnummer, fon, rufnummer, numero de telephone, telephone, telefono, numero de telefono, numero di telefono,
      telefoon, telefoonnummer, 電話, 电话, 联系电话`,
  ),
  list(
    'mobile',
    'phone',
    `
      mobile, mobile phone, mobile number, cell, cell phone, cellphone, handy, mobil, mobiltelefon, mobilnummer,
      portable, movil, cellulare, mobiel, gsm`,
  ),
  list('fax', 'phone', 'fax, fax number, telefax, fax no, faxnummer, telecopie, numero de fax'),
  list(
    'website',
    'url',
    `
      website, web site, web, url, homepage, internet, webseite, site web, site internet, sitio web, pagina web, sito,
      sito web`,
  ),
  list(
    'address',
    'address',
    `
      address, postal address, street address, home address, mailing address, residence, anschrift, adresse,
      wohnanschrift, postanschrift, direccion, domicilio, indirizzo, residenza, adres, woonadres, registered office,
      sitz, siege social`,
  ),
  list(
    'ship_to',
    'party',
    `
      ship to, ship to address, deliver to, delivery address, shipping address, lieferadresse, lieferanschrift,
      adresse de livraison, livrer a, direccion de entrega, enviar a, indirizzo di consegna, spedire a, afleveradres,
      consignee`,
  ),
  list(
    'customer',
    'party',
    `
      customer, client, bill to, billed to, invoice to, invoiced to, sold to, customer name, client name, kunde,
      kundin, rechnungsempfanger, auftraggeber, cliente, spett le, spettabile, destinatario fattura, facturar a,
      facture a, client, klant, klantnaam, opdrachtgever, buyer, purchaser, kaufer, acheteur, comprador, acquirente,
      koper`,
  ),
  list(
    'vendor',
    'party',
    `
      vendor, supplier, seller, provider, merchant, issuer, from, sold by, verkaufer, lieferant, anbieter,
      auftragnehmer, dienstleister, fournisseur, vendeur, prestataire, emetteur, proveedor, vendedor, emisor,
      fornitore, venditore, leverancier, verkoper, opdrachtnemer, service provider, company, contractor`,
  ),
  list('shipper', 'party', 'shipper, sender of goods, consignor, absender, expediteur, remitente, mittente, verzender'),
  list('sender', 'party', 'sender, from, absender, expediteur, remitente, mittente, afzender'),
  list(
    'recipient',
    'party',
    'recipient, addressee, to, empfanger, adressat, destinataire, destinatario, ontvanger, geadresseerde',
  ),
  list(
    'landlord',
    'party',
    `
      landlord, lessor, vermieter, vermieterin, bailleur, proprietaire, arrendador, arrendadora, locatore, locatrice,
      verhuurder, 甲方, 出租方, المؤجر`,
  ),
  list(
    'tenant',
    'party',
    `
      tenant, lessee, mieter, mieterin, locataire, preneur, arrendatario, inquilino, conduttore, locatario, huurder,
      乙方, 承租方, المستأجر`,
  ),
  list(
    'employer',
    'party',
    'employer, company, arbeitgeber, arbeitgeberin, employeur, empleador, empresa, datore di lavoro, werkgever',
  ),
  list(
    'employee',
    'party',
    `
      employee, employee name, worker, arbeitnehmer, arbeitnehmerin, salarie, employe, salariee, empleado, trabajador,
      trabajadora, dipendente, lavoratore, lavoratrice, werknemer, werkneemster, executive`,
  ),
  list(
    'policyholder',
    'party',
    `
      policyholder, policy holder, insured, insured person, name of insured, versicherungsnehmer,
      versicherungsnehmerin, assure, souscripteur, preneur d assurance, tomador, asegurado, contraente, assicurato,
      verzekeringnemer, verzekerde`,
  ),
  list(
    'account_holder',
    'party',
    `
      account holder, account name, account owner, kontoinhaber, titulaire, titulaire du compte, titular, titular de
      la cuenta, intestatario, rekeninghouder`,
  ),
  list(
    'signatory',
    'party',
    `
      signed by, signatory, signature, signed, by, unterzeichner, unterschrift, unterzeichnet von, unterschrieben von,
      signataire, signe par, firmado por, firmante, firmato da, firmatario, ondertekend door, ondertekenaar`,
  ),
  list(
    'contact_person',
    'party',
    `
      contact, contact person, contact name, your contact, ansprechpartner, ansprechpartnerin, kontaktperson, kontakt,
      personne de contact, interlocuteur, persona de contacto, contacto, referente, persona di contatto,
      contactpersoon`,
  ),
  list(
    'director',
    'party',
    `
      managing director, director, ceo, chief executive, chief executive officer, geschaftsfuhrer, geschaftsfuhrerin,
      geschaftsfuhrung, vorstand, gerant, directeur, president, director general, gerente, amministratore,
      amministratore delegato, direttore, bestuurder`,
  ),
  list(
    'manager',
    'party',
    `
      manager, line manager, supervisor, report to, reports to, vorgesetzter, superieur, supervisor, responsabile,
      leidinggevende`,
  ),
  list(
    'name',
    'party',
    `
      name, full name, names, nombre y apellidos, nom et prenom, name vorname, vor und zuname, voor en achternaam, vor
      und nachname, nom, nom complet, nombre, nombre completo, nome, nome e cognome, naam, volledige naam`,
  ),
  list(
    'first_name',
    'text',
    'first name, given name, given names, forename, vorname, prenom, nombre de pila, nome, voornaam',
  ),
  list(
    'last_name',
    'text',
    `
      last name, surname, family name, nachname, familienname, nom de famille, nom, apellido, apellidos, cognome,
      achternaam`,
  ),
  list('bank', 'party', 'bank, bank name, name of bank, banque, banco, banca, bankname, kreditinstitut'),
  list(
    'parties',
    'party',
    `
      party, parties, parties to the agreement, contracting parties, contract parties, vertragspartei,
      vertragsparteien, vertragspartner, parteien, parties contractantes, les parties, partes, partes contratantes,
      las partes, parti, parti contraenti, partijen, contractpartijen, 合同双方`,
  ),
  list(
    'governing_law',
    'text',
    `
      governing law, applicable law, jurisdiction, law, governing laws, choice of law, anwendbares recht, geltendes
      recht, rechtswahl, droit applicable, loi applicable, ley aplicable, legislacion aplicable, legge applicabile,
      diritto applicabile, toepasselijk recht, rechtskeuze, state law`,
  ),
  list(
    'term',
    'duration',
    `
      term, term of agreement, term of the agreement, contract term, duration, contract duration, period of agreement,
      confidentiality period, length, initial term, laufzeit, vertragslaufzeit, vertragsdauer, dauer, mietdauer,
      mietzeit, duree, duree du contrat, duracion, duracion del contrato, plazo, vigencia, durata, durata del
      contratto, duur, looptijd, contractduur, 租赁期限, 合同期限, lease term`,
  ),
  list(
    'notice_period',
    'duration',
    `
      notice period, termination notice, period of notice, notice, kundigungsfrist, preavis, delai de preavis,
      preaviso, plazo de preaviso, preavviso, periodo di preavviso, opzegtermijn`,
  ),
  list(
    'probation',
    'duration',
    `
      probation, probation period, probationary period, trial period, probezeit, periode d essai, periodo de prueba,
      periodo di prova, proeftijd`,
  ),
  list('warranty', 'duration', 'warranty, warranty period, guarantee, garantie, gewahrleistung, garantia, garanzia'),
  list(
    'payment_terms',
    'text',
    `
      payment terms, terms of payment, terms, payment conditions, zahlungsbedingungen, zahlungsziel, conditions de
      paiement, modalites de paiement, condiciones de pago, forma de pago, termini di pagamento, condizioni di
      pagamento, betalingsvoorwaarden, betalingstermijn`,
  ),
  list(
    'payment_method',
    'text',
    `
      payment method, method of payment, paid by, payment by, zahlungsart, zahlungsweise, mode de paiement, moyen de
      paiement, mode de reglement, metodo de pago, forma de pago, metodo di pagamento, modalita di pagamento,
      betaalwijze, betaalmethode`,
  ),
  list('subject', 'text', 'subject, re, regarding, betreff, betrifft, objet, asunto, oggetto, onderwerp, betreft'),
  list(
    'nationality',
    'text',
    `
      nationality, citizenship, staatsangehorigkeit, nationalitat, nationalite, nacionalidad, nazionalita,
      cittadinanza, nationaliteit`,
  ),
  list(
    'job_title',
    'text',
    `
      job title, position, title, role, function, occupation, profession, beruf, position, stellenbezeichnung,
      funktion, tatigkeit, poste, fonction, emploi, puesto, cargo, profesion, mansione, ruolo, qualifica, functie,
      beroep`,
  ),
  list(
    'weight',
    'measure',
    `
      weight, total weight, weigh, weighs, weighed, wiegt, pese, pesa, weegt, gross weight, gewicht, gesamtgewicht,
      bruttogewicht, poids, poids total, peso, peso total, peso totale, totaalgewicht`,
  ),
  list(
    'area',
    'measure',
    `
      area, floor area, living space, surface, wohnflache, flache, surface habitable, superficie, oppervlakte,
      woonoppervlakte`,
  ),
  list(
    'period',
    'period',
    `
      period, statement period, billing period, period of insurance, insurance period, pay period, reporting period,
      zeitraum, abrechnungszeitraum, leistungszeitraum, versicherungszeitraum, periode, periode de facturation,
      periodo, periodo de facturacion, periodo di fatturazione, factuurperiode`,
  ),
  list(
    'holiday',
    'text',
    `
      holiday, holidays, vacation, vacation days, annual leave, holiday entitlement, urlaub, urlaubstage,
      urlaubsanspruch, conges, conges payes, vacaciones, dias de vacaciones, ferie, giorni di ferie, vakantiedagen,
      verlof`,
  ),
];

export const CONCEPT_OF: ReadonlyMap<string, readonly Concept[]> = byLabel();

function byLabel(): Map<string, Concept[]> {
  const map = new Map<string, Concept[]>();
  for (const concept of CONCEPTS) {
    for (const label of concept.labels) map.set(label, [...(map.get(label) ?? []), concept]);
  }
  return map;
}
