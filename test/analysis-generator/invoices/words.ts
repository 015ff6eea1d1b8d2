import type { InvoiceWords } from './layout.ts';

export const AMERICAN_WORDS: InvoiceWords = {
  title: 'INVOICE',
  number: 'Invoice #',
  date: 'Invoice Date',
  due: 'Due Date',
  billTo: 'Bill To',
  description: 'Description',
  quantity: 'Qty',
  unitPrice: 'Unit Price',
  amount: 'Amount',
  subtotal: 'Subtotal',
  tax: 'Sales Tax',
  total: 'Total Due',
  page: 'Page',
  foot: ['Thank you for your business.', 'Please make checks payable to the name above. Questions? (555) 014-2290'],
};

export const BRITISH_WORDS: InvoiceWords = {
  ...AMERICAN_WORDS,
  title: 'VAT INVOICE',
  number: 'Invoice No.',
  billTo: 'Invoice to:',
  unitPrice: 'Unit Price (£)',
  amount: 'Net (£)',
  subtotal: 'Total Net',
  tax: 'VAT @',
  total: 'Amount Due',
  foot: ['VAT Reg No. GB 293 4471 08', 'Sort code 20-45-77  Account 43310982. Payment within terms, please.'],
};

export const AUSTRALIAN_WORDS: InvoiceWords = {
  ...AMERICAN_WORDS,
  title: 'TAX INVOICE',
  number: 'Invoice Number',
  tax: 'GST',
  total: 'TOTAL AUD',
  foot: ['ABN 53 004 085 616', 'EFT: BSB 063-019 Acc 1044 8821'],
};

export const GERMAN_WORDS: InvoiceWords = {
  title: 'Rechnung',
  number: 'Rechnungsnummer:',
  date: 'Rechnungsdatum:',
  due: 'Zahlbar bis:',
  billTo: 'Rechnung an',
  description: 'Bezeichnung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  amount: 'Betrag',
  subtotal: 'Nettobetrag',
  tax: 'MwSt.',
  total: 'Rechnungsbetrag',
  page: 'Seite',
  carry: 'Übertrag',
  foot: [
    'USt-IdNr. DE 811 907 980',
    'IBAN DE75 5121 0800 1245 1261 99  BIC SOGEDEFF',
    'Vielen Dank für Ihren Auftrag.',
  ],
};

export const SWISS_WORDS: InvoiceWords = {
  ...GERMAN_WORDS,
  number: 'Rechnungs-Nr.',
  date: 'Datum',
  due: 'Fällig am',
  subtotal: 'Zwischensumme',
  tax: 'MWST',
  total: 'Total',
  foot: ['CHE-116.281.710 MWST', 'QR-IBAN CH44 3199 9123 0008 8901 2'],
};

export const FRENCH_WORDS: InvoiceWords = {
  title: 'FACTURE',
  number: 'Facture n°',
  date: 'Date de facture :',
  due: "Date d'échéance :",
  billTo: 'Facturé à :',
  description: 'Désignation',
  quantity: 'Qté',
  unitPrice: 'P.U. HT',
  amount: 'Montant HT',
  subtotal: 'Total HT',
  tax: 'TVA',
  total: 'Total TTC',
  page: 'Page',
  foot: ['SIRET 732 829 320 00074 - TVA intracommunautaire FR 44 732829320', "Pas d'escompte pour paiement anticipé."],
};

export const SPANISH_WORDS: InvoiceWords = {
  title: 'FACTURA',
  number: 'Nº de factura',
  date: 'Fecha',
  due: 'Vencimiento',
  billTo: 'Cliente',
  description: 'Concepto',
  quantity: 'Cant.',
  unitPrice: 'Precio',
  amount: 'Importe',
  subtotal: 'Base imponible',
  tax: 'IVA',
  total: 'Total factura',
  page: 'Página',
  foot: ['NIF B-44190211', 'Forma de pago: transferencia a ES91 2100 0418 4502 0005 1332'],
};

export const ITALIAN_WORDS: InvoiceWords = {
  title: 'FATTURA',
  number: 'Fattura n.',
  date: 'Data fattura',
  due: 'Scadenza',
  billTo: 'Spett.le',
  description: 'Descrizione',
  quantity: 'Q.tà',
  unitPrice: 'Prezzo',
  amount: 'Importo',
  subtotal: 'Imponibile',
  tax: 'IVA',
  total: 'Totale fattura',
  page: 'Pagina',
  carry: 'A riportare',
  foot: ['P. IVA 02441500242', 'Pagamento: bonifico bancario'],
};

export const DUTCH_WORDS: InvoiceWords = {
  title: 'FACTUUR',
  number: 'Factuurnummer',
  date: 'Factuurdatum',
  due: 'Vervaldatum',
  billTo: 'Aan',
  description: 'Omschrijving',
  quantity: 'Aantal',
  unitPrice: 'Prijs',
  amount: 'Bedrag',
  subtotal: 'Subtotaal',
  tax: 'BTW',
  total: 'Totaal te betalen',
  page: 'Pagina',
  foot: ['KvK 37110922  BTW-nr. NL8041.22.993.B01', 'Gelieve te betalen op NL02 ABNA 0123 4567 89'],
};

export const SWEDISH_WORDS: InvoiceWords = {
  title: 'FAKTURA',
  number: 'Fakturanummer',
  date: 'Fakturadatum',
  due: 'Förfallodatum',
  billTo: 'Kund',
  description: 'Benämning',
  quantity: 'Antal',
  unitPrice: 'À-pris',
  amount: 'Belopp',
  subtotal: 'Summa exkl. moms',
  tax: 'Moms',
  total: 'Att betala',
  page: 'Sida',
  foot: ['Org.nr 556677-8899  Godkänd för F-skatt', 'Bankgiro 5402-9681'],
};
