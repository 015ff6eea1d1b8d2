import type { Paper } from './papers.ts';

/** Invented documents with what a careful reader takes from them. */

export const BILLS: readonly Paper[] = [
  {
    name: 'rechnung-de',
    text: `
Kessler & Söhne Holzbau GmbH · Sägewerkstraße 21 · 79098 Freiburg

Familie Amara Diallo
Rosengasse 5
79112 Freiburg

                                               Rechnungsnr.:      RE-2024-0317
                                               Kundennummer:      10442
                                               Rechnungsdatum:    11.03.2024
                                               Lieferdatum:       04.03.2024
                                               Fällig am:         25.03.2024

Rechnung

Pos.  Bezeichnung                    Menge   Einzelpreis     Gesamt
1     Dielen Eiche, geölt            24 m²       68,50 €   1.644,00 €
2     Verlegung                      16 Std.     54,00 €     864,00 €

                                      Nettobetrag          2.508,00 €
                                      MwSt. 19 %             476,52 €
                                      Gesamtbetrag         2.984,52 €

Bitte überweisen Sie den Betrag auf unser Konto:
Volksbank Freiburg   IBAN: DE02 1203 0000 0000 2020 51   BIC: BYLADEM1001
USt-IdNr.: DE136695976   Steuer-Nr. 06/412/00713
Geschäftsführer: Jörg Kessler   Tel. 0761 4960-12   info@kessler-holzbau.example
`,
    fields: {
      Rechnungsnummer: 'RE-2024-0317',
      'invoice number': 'RE-2024-0317',
      Kundennummer: '10442',
      customerNumber: '10442',
      customer_no: '10442',
      Rechnungsdatum: '11.03.2024',
      'invoice date': '11.03.2024',
      'delivery date': '04.03.2024',
      'due date': '25.03.2024',
      total: '2.984,52 €',
      Gesamtbetrag: '2.984,52 €',
      'VAT ID': 'DE136695976',
      'USt-IdNr': 'DE136695976',
      IBAN: 'DE02 1203 0000 0000 2020 51',
      BIC: 'BYLADEM1001',
      'tax number': '06/412/00713',
      phone: '0761 4960-12',
      'managing director': 'Jörg Kessler',
      'VAT amount': '476,52 €',
      'net amount': '2.508,00 €',
      vendor: 'Kessler & Söhne Holzbau GmbH',
      'order number': null,
      discount: null,
    },
    questions: [
      ['Wie hoch ist der Gesamtbetrag?', '2984.52'],
      ['Wann ist die Rechnung fällig?', '2024-03-25'],
      ['What is the total?', '2984.52'],
      ['When is it due?', '2024-03-25'],
      ['Was kostet die Verlegung?', '864.00'],
      ['How much was the Verlegung?', '864'],
      ['Ist die Mehrwertsteuer enthalten?', '476.52'],
      ['Wie lautet die IBAN?', 'DE02 1203 0000 0000 2020 51'],
      ['Who sent the invoice?', 'Kessler'],
      ['Who received it?', 'Diallo'],
      ['Wer ist der Geschäftsführer?', 'Jörg Kessler'],
      ['What is the customer number?', '10442'],
      ['Which item is the most expensive?', 'Dielen'],
      ['Has it been paid?', null],
      ['How many items are there?', '2'],
      ['Gibt es Skonto?', null],
    ],
  },
  {
    name: 'fattura-it',
    text: `
Officina Meccanica Ferri S.r.l.
Via dell'Industria 44
40138 Bologna (BO)
P. IVA IT00743110157

Fattura n. 118/2023                      Data: 30/06/2023
Spett.le Cantina Bellavista S.p.A.
Viale Europa 12
37122 Verona

Descrizione                        Quantità    Prezzo      Importo
Revisione pompa                        1       340,00      340,00
Guarnizioni                           12         4,50       54,00

Imponibile                                                 394,00
IVA 22%                                                     86,68
Totale fattura                                         EUR 480,68
Scadenza: 30/07/2023
Modalità di pagamento: bonifico bancario
`,
    fields: {
      'numero fattura': '118/2023',
      'invoice number': '118/2023',
      data: '30/06/2023',
      scadenza: '30/07/2023',
      'due date': '30/07/2023',
      'partita iva': 'IT00743110157',
      'VAT number': 'IT00743110157',
      totale: 'EUR 480,68',
      imponibile: '394,00',
      'payment method': 'bonifico bancario',
      cliente: 'Cantina Bellavista S.p.A.',
      fornitore: 'Officina Meccanica Ferri S.r.l.',
      IBAN: null,
      'codice fiscale': null,
    },
    questions: [
      ['Qual è il totale?', '480.68'],
      ['Quando scade la fattura?', '30/07/2023'],
      ['Quanto costano le guarnizioni?', '54'],
      ['Chi ha emesso la fattura?', 'Ferri'],
      ['Come si paga?', 'bonifico'],
      ["Qual è l'IBAN?", null],
    ],
  },
  {
    name: 'factura-es',
    text: `
Imprenta Sol y Mar, S.L.
C/ Pintor Sorolla, 18
46002 Valencia
NIF: B97384216   Tel.: 963 49 60 18

FACTURA
Número de factura: F23-0871
Fecha de factura: 5 de mayo de 2023
Fecha de vencimiento: 4 de junio de 2023
Cliente: Hotel Las Dunas S.A.
N.º de pedido: PED-4410

Concepto                      Cantidad    Precio      Importe
Folletos A5                      2.000      0,12       240,00
Carteles A2                         50      3,80       190,00

Base imponible                                          430,00
IVA (21 %)                                               90,30
Total                                                   520,30 €
`,
    fields: {
      'número de factura': 'F23-0871',
      'invoice no.': 'F23-0871',
      'fecha de vencimiento': '4 de junio de 2023',
      'due date': '4 de junio de 2023',
      cliente: 'Hotel Las Dunas S.A.',
      'order number': 'PED-4410',
      'número de pedido': 'PED-4410',
      NIF: 'B97384216',
      total: '520,30 €',
      proveedor: 'Imprenta Sol y Mar, S.L.',
      'fecha de entrega': null,
    },
    questions: [
      ['¿Cuál es el importe total?', '520.30'],
      ['¿Cuándo vence la factura?', '4 de junio'],
      ['¿Cuánto cuestan los carteles?', '190'],
      ['¿Quién es el cliente?', 'Las Dunas'],
      ['¿Está incluido el IVA?', '90.30'],
      ['¿Cuál es el número de pedido?', 'PED-4410'],
    ],
  },
  {
    name: 'factuur-nl',
    text: `
Timmerbedrijf Van Leeuwen B.V.
Molenweg 22, 3995 AB Houten
KvK 30214478   BTW NL856412390B01
Telefoon 030-4960123

FACTUUR

Factuurnummer    2024-0088
Factuurdatum     14-02-2024
Vervaldatum      28-02-2024
Klantnummer      K-551

Aan: Stichting De Linde
     Parklaan 1
     3701 CC Zeist

Omschrijving              Aantal    Prijs      Bedrag
Deur afhangen                  3    85,00      255,00
Drempel vervangen              1   140,00      140,00

Subtotaal                                       395,00
BTW 21%                                          82,95
Te betalen                                    € 477,95
`,
    fields: {
      factuurnummer: '2024-0088',
      invoice_no: '2024-0088',
      vervaldatum: '28-02-2024',
      dueDate: '28-02-2024',
      klantnummer: 'K-551',
      KvK: '30214478',
      'VAT ID': 'NL856412390B01',
      btw: '82,95',
      'total amount': '€ 477,95',
      customer: 'Stichting De Linde',
      phone: '030-4960123',
      IBAN: null,
    },
    questions: [
      ['Wat is het totaalbedrag?', '477,95'],
      ['Wanneer moet de factuur betaald zijn?', '28-02-2024'],
      ['Hoeveel kost het afhangen van de deur?', '255'],
      ['Wie heeft de factuur gestuurd?', 'Van Leeuwen'],
      ['Is er korting?', null],
      ['How much is the VAT?', '82.95'],
    ],
  },
  {
    name: 'followups',
    text: `
INVOICE
Sandpiper Studio
9 Beach Road, Deal CT14 7AB
Invoice number: SP-119
Invoice date: 2 April 2024
Due date: 2 May 2024
Bill to: Marlow Foods Ltd

Description              Hours    Rate     Amount
Logo design                 12   60.00     720.00
Packaging draft              8   55.00     440.00

Subtotal                                 1,160.00
VAT 20%                                    232.00
Total due                              £1,392.00
Paid by bank transfer on 20 April 2024
`,
    fields: {
      'payment date': '20 April 2024',
      'bill to': 'Marlow Foods Ltd',
      'hourly rate': null,
      'amount due': '£1,392.00',
    },
    questions: [
      ['What is the total?', '1392.00'],
      ['and when is it due?', '2024-05-02', 'What is the invoice total?'],
      ['And the VAT?', '232', 'What is the subtotal?'],
      ['Who was it billed to?', 'Marlow Foods'],
      ['Is it paid?', '20 April 2024'],
      ['When was it paid?', '20 April 2024'],
      ['How much was the logo design?', '720'],
      ['and the packaging draft?', '440', 'How much was the logo design?'],
      ['How many hours were billed?', '20'],
      ['What is the hourly rate for the logo design?', '60'],
      ['Which is the cheapest item?', 'Packaging'],
      ['What is the subtotal without tax?', '1160.00'],
      ['¿Cuál es el total?', '1392.00'],
      ['Wann ist sie fällig?', '2024-05-02'],
      ['What is the vendor address?', '9 Beach Road'],
      ['What discount was given?', null],
    ],
  },
  {
    name: 'receipt-cafe',
    text: `
     THE COPPER KETTLE
     7 Abbey Lane, York YO1 7HH
     Tel 01904 496 221
22/11/2023  10:14      Table 6
2 x Flat white @ 3.40       6.80
1 Almond croissant          3.10
1 Orange juice              2.90
---------------------------------
Subtotal                   12.80
Service 10%                 1.28
TOTAL               GBP    14.08
Visa **** 4417             14.08
VAT included 2.35
Thank you, see you soon!
`,
    fields: {
      merchant: 'THE COPPER KETTLE',
      total: '14.08',
      date: '22/11/2023',
      table: '6',
      'payment method': null,
      'receipt number': null,
      phone: '01904 496 221',
    },
    questions: [
      ['How much was the orange juice?', '2.90'],
      ['How much was the coffee?', null],
      ['How much was the flat white?', '6.80'],
      ['What was bought?', ['Flat white', 'croissant', 'Orange juice']],
      ['Is VAT included?', 'yes'],
      ['How was it paid?', 'card'],
      ['Is it paid?', 'card'],
      ['What time was it?', '10:14'],
      ['What was the most expensive item?', 'Flat white'],
      ['What was the cheapest item?', 'Orange juice'],
      ['How many items were bought?', '3'],
      ['What did the sandwich cost?', null],
      ["Combien a coûté le jus d'orange ?", '2.90'],
      ['Where is the shop?', '7 Abbey Lane'],
    ],
  },
  {
    name: 'receipt-de',
    text: `
        Bäckerei Sommer
     Marktplatz 2, 90402 Nürnberg
     Beleg-Nr. 20731
12.05.2024 08:41
Roggenbrot 1000g             4,90
3 x Laugenbrezel  0,85       2,55
Kaffee groß                  3,20
Summe EUR                   10,65
Bar                         20,00
Rückgeld                     9,35
enth. MwSt 7%                0,70
Vielen Dank für Ihren Einkauf
`,
    fields: {
      Summe: '10,65',
      'Beleg-Nr': '20731',
      Datum: '12.05.2024',
      Rückgeld: '9,35',
      Kartennummer: null,
    },
    questions: [
      ['Was hat der Kaffee gekostet?', '3.20'],
      ['Wie wurde bezahlt?', 'cash'],
      ['Was war der teuerste Artikel?', 'Roggenbrot'],
      ['Wie hoch ist die Summe?', '10.65'],
      ['Was wurde gekauft?', ['Roggenbrot', 'Laugenbrezel', 'Kaffee']],
      ['Gab es Käse?', null],
    ],
  },
  {
    name: 'recibo-es',
    text: `
SUPERMERCADO LA ESTRELLA
C/ Mayor 45, 37001 Salamanca
NIF B37214455
08/02/2024 19:22   Ticket: 004471
Aceite oliva 1L             8,95
Pan integral                1,60
2 x Leche entera  1,10      2,20
Manzanas 1,250 kg           2,50
TOTAL A PAGAR              15,25
EFECTIVO                   20,00
CAMBIO                      4,75
`,
    fields: {
      ticket: '004471',
      NIF: 'B37214455',
      total: '15,25',
      fecha: '08/02/2024',
      cambio: '4,75',
    },
    questions: [
      ['¿Cuánto costó el aceite?', '8.95'],
      ['¿Qué se compró?', ['Aceite', 'Pan', 'Leche', 'Manzanas']],
      ['¿Cuál es el total?', '15.25'],
      ['¿Cuánto fue el cambio?', '4,75'],
      ['¿Cuál fue el artículo más barato?', 'Pan'],
      ['¿Cuántos artículos hay?', '4'],
      ['¿Cuánto costó el vino?', null],
      ['¿A qué hora fue la compra?', '19:22'],
    ],
  },
  {
    name: 'bank-en',
    text: `
HARROGATE MUTUAL BANK                                Statement of Account
Account holder: Dr. Ines Falk                        Account number: 20458811
Statement period: 1 January 2024 to 31 January 2024

Date         Description                      Debit      Credit     Balance
01 Jan 2024  Opening balance                                        1,200.00
03 Jan 2024  Card payment Tesco                45.20                1,154.80
05 Jan 2024  Salary Northfield School                   2,310.00    3,464.80
09 Jan 2024  Rent Oakwood Estates             875.00                2,589.80
17 Jan 2024  Direct debit Water Co             31.75                2,558.05
24 Jan 2024  ATM withdrawal                   150.00                2,408.05
30 Jan 2024  Transfer from A. Falk                        200.00    2,608.05
31 Jan 2024  Closing balance                                        2,608.05
`,
    fields: {
      'account number': '20458811',
      'account holder': 'Dr. Ines Falk',
      'opening balance': '1,200.00',
      'closing balance': '2,608.05',
      'statement period': '1 January 2024 to 31 January 2024',
      bank: 'HARROGATE MUTUAL BANK',
      IBAN: null,
    },
    questions: [
      ['What is the closing balance?', '2,608.05'],
      ['What was the opening balance?', '1,200.00'],
      ['How many transactions are there?', '6'],
      ['How many transactions over 100?', '4'],
      ['What was the largest debit?', '875'],
      ['What is the largest transaction?', '2310.00'],
      ['What was the balance on 10 January 2024?', '2589.80'],
      ['How much was the rent?', '875'],
      ['How much was spent in total?', '1101.95'],
      ['What is the sum of all credits?', '2510.00'],
      ['Who is the account holder?', 'Ines Falk'],
      ['What was paid to Tesco?', '45.20'],
      ['When was the salary paid?', '2024-01-05'],
      ['How many withdrawals?', '4'],
      ['How much interest was paid?', null],
      ['What is the account number?', '20458811'],
      ['Which period does it cover?', '1 January 2024 to 31 January 2024'],
    ],
  },
  {
    name: 'bank-de',
    text: `
Kontoauszug Nr. 3/2024                                    Sparkasse Nordheide
Kontoinhaber: Rico Petersen              IBAN DE12 5001 0517 0648 4898 90

Datum        Buchungstext                                Betrag EUR
01.03.2024   Alter Saldo                                    812,40
04.03.2024   Miete Hausverwaltung Kern                     -640,00
08.03.2024   Gehalt Tischlerei Ott                        1.980,00
15.03.2024   Stadtwerke Abschlag                            -72,50
22.03.2024   REWE Markt                                     -38,19
31.03.2024   Neuer Saldo                                  2.041,71
`,
    fields: {
      Kontoinhaber: 'Rico Petersen',
      IBAN: 'DE12 5001 0517 0648 4898 90',
      'neuer Saldo': '2.041,71',
      'opening balance': '812,40',
      bank: 'Sparkasse Nordheide',
    },
    questions: [
      ['Wie hoch ist der neue Saldo?', '2041.71'],
      ['Wie viele Buchungen gibt es?', '4'],
      ['Wie hoch war die größte Ausgabe?', '640'],
      ['Wann kam das Gehalt?', '2024-03-08'],
      ['Wie viel wurde insgesamt ausgegeben?', '750.69'],
      ['Wie viel habe ich bei REWE bezahlt?', '38,19'],
      ['How many transactions under 100?', '2'],
      ['What was the balance on 10 March 2024?', '2152.40'],
      ['Wie hoch waren die Zinsen?', null],
    ],
  },
  {
    name: 'devis-fr',
    text: `
Plomberie Castel                              DEVIS N° D-2207
15 impasse des Lilas                          Date : 12/09/2023
33000 Bordeaux                                Validité : 30 jours
Tél : 05 56 49 60 11

Client : M. et Mme Perrin
         8 allée Montaigne
         33600 Pessac

Désignation                       Qté     PU HT      Total HT
Remplacement chauffe-eau            1    780,00        780,00
Main d'œuvre (heures)               5     48,00        240,00

                                    Total HT         1 020,00
                                    TVA 10 %           102,00
                                    Total TTC      1 122,00 €
Acompte de 30 % à la commande : 336,60 €
`,
    fields: {
      'numéro de devis': 'D-2207',
      client: 'M. et Mme Perrin',
      'total TTC': '1 122,00 €',
      'total HT': '1 020,00',
      TVA: '102,00',
      acompte: '336,60 €',
      validité: '30 jours',
      téléphone: '05 56 49 60 11',
      date: '12/09/2023',
      SIRET: null,
    },
    questions: [
      ['Quel est le total TTC ?', '1 122,00'],
      ['Combien coûte le chauffe-eau ?', '780'],
      ["Quel est l'acompte ?", '336,60'],
      ['Combien de temps le devis est-il valable ?', '30 jours'],
      ["Combien d'heures de main d'œuvre ?", '5'],
      ['Quand seront faits les travaux ?', null],
    ],
  },
];
