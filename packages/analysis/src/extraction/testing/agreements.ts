import type { Paper } from './papers.ts';

/** Invented documents with what a careful reader takes from them. */

export const AGREEMENTS: readonly Paper[] = [
  {
    name: 'sla-en',
    text: `
                         SERVICE LEVEL AGREEMENT

This Service Level Agreement (the "Agreement") is made as of March 3, 2019 (the "Effective Date") by and between
Larkspur Hosting Ltd., a company incorporated in England with its registered office at 14 Dock Street, Leeds LS10 1JF
("Provider"), and Bramble & Finch Inc., a Delaware corporation ("Customer").

1. Term. This Agreement shall commence on the Effective Date and continue for a period of three (3) years, unless
terminated earlier. Either party may terminate this Agreement upon ninety (90) days' prior written notice.

2. Fees. Customer shall pay Provider a monthly fee of USD 4,500.00. Invoices are payable within thirty (30) days of
receipt. Late amounts bear interest of 1.5% per month.

3. Availability. Provider shall keep the service available 99.9% of each calendar month.

4. Governing Law. This Agreement shall be governed by and construed in accordance with the laws of the State of
New York, without regard to its conflict of laws principles.

IN WITNESS WHEREOF, the parties have executed this Agreement.

Larkspur Hosting Ltd.                      Bramble & Finch Inc.
By: /s/ Oona Petrie                        By: /s/ Miles Okafor
Name: Oona Petrie                          Name: Miles Okafor
Title: Managing Director                   Title: Chief Operating Officer

                                    Page 1 of 1
`,
    fields: {
      parties: 'Larkspur Hosting Ltd.; Bramble & Finch Inc.',
      'effective date': 'March 3, 2019',
      effective_date: 'March 3, 2019',
      'governing law': 'New York',
      jurisdiction: 'New York',
      term: 'three (3) years',
      'notice period': 'ninety (90) days',
      'monthly fee': 'USD 4,500.00',
      'payment terms': 'within thirty (30) days of receipt',
      customer: 'Bramble & Finch Inc.',
      provider: 'Larkspur Hosting Ltd.',
      'policy number': null,
      IBAN: null,
      'delivery date': null,
    },
    questions: [
      ['Who are the parties?', ['Larkspur Hosting', 'Bramble & Finch']],
      ['When does the agreement start?', 'March 3, 2019'],
      ['How long does the contract last?', 'three (3) years'],
      ['Which law governs?', 'New York'],
      ['What is the monthly fee?', '4,500.00'],
      ['How can it be terminated?', 'ninety (90) days'],
      ["What is the CEO's salary?", null],
      ['How many employees does the provider have?', null],
      ['Who signed for Larkspur?', 'Oona Petrie'],
    ],
  },
  {
    name: 'mietvertrag-de',
    text: `
Mietvertrag

zwischen
Frau Helga Brandt, Lindenweg 4, 01309 Dresden
- nachfolgend Vermieterin genannt -
und
Herrn Tomasz Wolny, Bergstr. 17, 04103 Leipzig
- nachfolgend Mieter genannt -

§ 1 Mietsache
Vermietet wird die Wohnung im 2. Obergeschoss des Hauses Ahornstraße 9, 04315 Leipzig, mit 62 m² Wohnfläche.

§ 2 Mietzeit
Das Mietverhältnis beginnt am 01.04.2023 und läuft auf unbestimmte Zeit. Die Kündigungsfrist beträgt drei Monate.

§ 3 Miete
Die monatliche Grundmiete beträgt 540,00 Euro. Die Nebenkosten betragen 120,00 Euro monatlich.
Die Miete ist bis zum dritten Werktag auf das Konto IBAN DE89 3704 0044 0532 0130 00 zu überweisen.

§ 4 Kaution
Die Kaution beträgt 1.620,00 Euro.

Es gilt das Recht der Bundesrepublik Deutschland.

Leipzig, den 15.03.2023
`,
    fields: {
      Vermieter: 'Helga Brandt',
      Mieter: 'Tomasz Wolny',
      Kaution: '1.620,00 Euro',
      Mietbeginn: '01.04.2023',
      Kündigungsfrist: 'drei Monate',
      Grundmiete: '540,00 Euro',
      Nebenkosten: '120,00 Euro',
      IBAN: 'DE89 3704 0044 0532 0130 00',
      Wohnfläche: '62 m²',
      'anwendbares Recht': 'Recht der Bundesrepublik Deutschland',
      Rechnungsnummer: null,
      Steuernummer: null,
      'E-Mail': null,
    },
    questions: [
      ['Wie hoch ist die Kaution?', '1.620,00'],
      ['Wann beginnt das Mietverhältnis?', '01.04.2023'],
      ['Wer ist der Vermieter?', 'Helga Brandt'],
      ['Wie hoch ist die Miete?', '540,00'],
      ['Wie lang ist die Kündigungsfrist?', 'drei Monate'],
      ['Sind Haustiere erlaubt?', null],
      ['Auf welches Konto muss ich zahlen?', 'DE89 3704 0044 0532 0130 00'],
      ['Wie groß ist die Wohnung?', '62 m'],
    ],
  },
  {
    name: 'contrat-fr',
    text: `
CONTRAT DE PRESTATION DE SERVICES

Entre les soussignés :
La société Atelier Vernet SARL, au capital de 8 000 euros, dont le siège social est situé 12 rue des Tanneurs,
69005 Lyon, représentée par Madame Claire Vernet, ci-après dénommée « le Prestataire »,
Et
La société Transports Morvan SAS, dont le siège social est situé 3 quai de la Loire, 44000 Nantes,
ci-après dénommée « le Client ».

Article 1 - Objet
Le Prestataire s'engage à réaliser l'audit énergétique des entrepôts du Client.

Article 2 - Durée
Le présent contrat est conclu pour une durée de douze (12) mois à compter du 1er septembre 2022.

Article 3 - Prix
Le prix de la prestation est fixé à 18 500,00 € HT, payable à 45 jours fin de mois.

Article 4 - Droit applicable
Le présent contrat est régi par le droit français. Tout litige sera soumis au tribunal de commerce de Lyon.

Fait à Lyon, le 22 août 2022, en deux exemplaires.
`,
    fields: {
      parties: 'Atelier Vernet SARL; Transports Morvan SAS',
      client: 'Transports Morvan SAS',
      prestataire: 'Atelier Vernet SARL',
      durée: 'douze (12) mois',
      prix: '18 500,00 €',
      'droit applicable': 'droit français',
      'date de signature': '22 août 2022',
      "date d'effet": '1er septembre 2022',
      'conditions de paiement': 'à 45 jours fin de mois',
      'numéro de TVA': null,
      téléphone: null,
    },
    questions: [
      ['Quel est le prix de la prestation ?', '18 500,00'],
      ['Quelle est la durée du contrat ?', 'douze (12) mois'],
      ['Quel tribunal est compétent ?', 'Lyon'],
      ['Qui est le client ?', 'Transports Morvan'],
      ['Quel est le numéro de téléphone ?', null],
    ],
  },
  {
    name: 'nda-es',
    text: `
ACUERDO DE CONFIDENCIALIDAD

En Madrid, a 14 de febrero de 2023

REUNIDOS
De una parte, Don Álvaro Quintana Ruiz, en nombre y representación de Biotec Levante, S.L., con domicilio en Calle
Colón 22, 46004 Valencia (en adelante, la "Parte Divulgadora").
De otra parte, Doña Marta Solís Prieto, en nombre y representación de Consultora Andina, S.A. (en adelante, la "Parte
Receptora").

Primera. Duración. El presente acuerdo tendrá una duración de cinco años desde la fecha de su firma.
Segunda. Ley aplicable. El presente acuerdo se regirá por la legislación española.
`,
    fields: {
      partes: 'Biotec Levante, S.L.; Consultora Andina, S.A.',
      duración: 'cinco años',
      'ley aplicable': 'legislación española',
      fecha: '14 de febrero de 2023',
      term: 'cinco años',
      IBAN: null,
    },
    questions: [
      ['¿Cuánto dura el acuerdo?', 'cinco años'],
      ['¿Qué ley se aplica?', 'legislación española'],
      ['¿Quiénes son las partes?', 'Biotec Levante'],
    ],
  },
  {
    name: 'arbeid-nl',
    text: `
ARBEIDSOVEREENKOMST

De ondergetekenden:
1. Bakkerij De Korenbloem B.V., gevestigd te Utrecht, hierna te noemen "werkgever"; en
2. mevrouw Sanne de Wit, geboren op 12 februari 1995, wonende te Zeist, hierna te noemen "werknemer";

komen het volgende overeen:
Artikel 1. De werknemer treedt met ingang van 1 mei 2024 in dienst in de functie van verkoopmedewerker.
Artikel 2. De overeenkomst wordt aangegaan voor de duur van één jaar. De proeftijd bedraagt één maand.
Artikel 3. Het brutoloon bedraagt € 2.450,00 per maand.
Artikel 4. De arbeidsduur bedraagt 32 uur per week.
Op deze overeenkomst is Nederlands recht van toepassing.
`,
    fields: {
      werkgever: 'Bakkerij De Korenbloem B.V.',
      werknemer: 'Sanne de Wit',
      employer: 'Bakkerij De Korenbloem B.V.',
      employee: 'Sanne de Wit',
      proeftijd: 'één maand',
      brutoloon: '€ 2.450,00',
      functie: 'verkoopmedewerker',
      geboortedatum: '12 februari 1995',
      ingangsdatum: '1 mei 2024',
      'toepasselijk recht': 'Nederlands recht',
      IBAN: null,
    },
    questions: [
      ['Wat is het brutoloon?', '2.450,00'],
      ['Wie is de werkgever?', 'Korenbloem'],
      ['Hoe lang is de proeftijd?', 'één maand'],
      ['Hoeveel uur per week wordt er gewerkt?', '32 uur'],
      ['Hoeveel vakantiedagen zijn er?', null],
    ],
  },
  {
    name: 'contratto-it',
    text: `
CONTRATTO DI LOCAZIONE

Tra il Sig. Paolo Rinaldi, residente in Via Garibaldi 7, Torino (di seguito "Locatore"), e la Sig.ra Marta Conti,
residente in Corso Francia 102, Torino (di seguito "Conduttrice"), si conviene quanto segue:

1. Il contratto ha una durata di quattro anni con decorrenza dal 1 settembre 2022.
2. Il canone mensile è di euro 720,00 da pagare entro il giorno 5 di ogni mese.
3. La cauzione ammonta a euro 1.440,00.
4. Il presente contratto è regolato dalla legge italiana.

Torino, 20 agosto 2022
`,
    fields: {
      locatore: 'Paolo Rinaldi',
      conduttrice: 'Marta Conti',
      parti: 'Paolo Rinaldi; Marta Conti',
      durata: 'quattro anni',
      decorrenza: '1 settembre 2022',
      canone: 'euro 720,00',
      cauzione: 'euro 1.440,00',
      'legge applicabile': 'legge italiana',
      'data della firma': '20 agosto 2022',
      IBAN: null,
    },
    questions: [
      ['Qual è il canone mensile?', '720'],
      ['Quanto dura il contratto?', 'quattro anni'],
      ['Chi è il locatore?', 'Paolo Rinaldi'],
      ['A quanto ammonta la cauzione?', '1.440'],
      ['Gli animali sono ammessi?', null],
    ],
  },
  {
    name: 'license-en',
    text: `
SOFTWARE LICENSE AGREEMENT

THIS AGREEMENT, dated January 15, 2021, is entered into between:

(1) PINEMARTEN SYSTEMS GMBH, with offices at Hafenstrasse 12, 20359 Hamburg, Germany (hereinafter "Licensor"); and
(2) COBALT & REED LIMITED, of 9 Wharf Road, Cardiff CF10 5AB (hereinafter "Licensee").

2.1 Grant. Licensor grants Licensee a non-exclusive license to use the Software at up to 40 workstations.
3.1 License Fee. The license fee amounts to EUR 12,600 per year, payable in advance.
5.2 Term and Termination. The initial term of this Agreement is 24 months. It renews automatically for successive periods
of twelve months unless either party gives notice of non-renewal at least three months before the end of the term.
9.4 Applicable law. This Agreement is subject to the laws of Germany. The courts of Hamburg have exclusive jurisdiction.
`,
    fields: {
      Licensor: 'PINEMARTEN SYSTEMS GMBH',
      licensee: 'COBALT & REED LIMITED',
      parties: 'PINEMARTEN SYSTEMS GMBH; COBALT & REED LIMITED',
      'license fee': 'EUR 12,600',
      term: '24 months',
      initial_term: '24 months',
      governingLaw: 'Germany',
      'contract date': 'January 15, 2021',
      'number of workstations': '40',
      'notice period': 'three months',
      'VAT number': null,
      warranty: null,
    },
    questions: [
      ['What is the license fee?', '12,600'],
      ['How long is the initial term?', '24 months'],
      ['Which courts have jurisdiction?', 'Hamburg'],
      ['On how many workstations may the software be used?', '40'],
      ['Who is the licensee?', 'COBALT'],
      ['Is source code included?', null],
    ],
  },
  {
    name: 'consulting-en',
    text: `
CONSULTING AGREEMENT

This Consulting Agreement is made and entered into effective as of the 1st day of June, 2022, by and among Harbinger
Biotech Corp., a Nevada corporation (the "Company"), and Dr. Leila Farrow, an individual residing in Reno (the
"Consultant").

1. Services. The Consultant shall advise the Company on assay design for up to twenty (20) hours per month.
2. Compensation. The Company shall pay the Consultant $225.00 per hour. Expenses above $500 need prior written approval.
3. Term. This Agreement shall remain in effect for one (1) year from the effective date unless renewed in writing.
4. Termination. Either party may terminate this Agreement on fourteen (14) days' notice.
5. Confidentiality. The obligations of Section 6 shall survive for five years after termination.
6. This Agreement shall be construed under Nevada law.
`,
    fields: {
      party: 'Harbinger Biotech Corp.; Leila Farrow',
      Consultant: 'Leila Farrow',
      effectiveDate: '1st day of June, 2022',
      term: 'one (1) year',
      'hourly rate': null,
      jurisdiction: 'Nevada',
      'notice period': 'fourteen (14) days',
      'tax id': null,
      'invoice date': null,
    },
    questions: [
      ['How much is the consultant paid per hour?', '225'],
      ['How many hours per month?', 'twenty (20) hours'],
      ['What expenses need approval?', '500'],
      ['How long do the confidentiality obligations survive?', 'five years'],
      ['When did the agreement take effect?', 'June, 2022'],
      ['What law applies?', 'Nevada'],
      ['Who is the consultant?', 'Farrow'],
      ['Is there a non-compete clause?', null],
      ['What is the equity grant?', null],
    ],
  },
  {
    name: 'arbeit-de',
    text: `
Arbeitsvertrag

Zwischen der Feinwerk Lindner GmbH & Co. KG, Gewerbepark 11, 07745 Jena (im Folgenden "Arbeitgeber")
und Herrn Emre Yildiz, geboren am 03.11.1990, Saalestr. 20, 07743 Jena (im Folgenden "Arbeitnehmer")
wird folgender Vertrag geschlossen:

§ 1 Der Arbeitnehmer wird ab dem 01.08.2024 als Zerspanungsmechaniker eingestellt.
§ 2 Die ersten sechs Monate gelten als Probezeit.
§ 3 Das Bruttogehalt beträgt monatlich 3.150,00 EUR.
§ 4 Die regelmäßige Arbeitszeit beträgt 38 Stunden pro Woche.
§ 5 Der Urlaubsanspruch beträgt 29 Arbeitstage im Kalenderjahr.
`,
    fields: {
      Arbeitgeber: 'Feinwerk Lindner GmbH & Co. KG',
      Arbeitnehmer: 'Emre Yildiz',
      employee: 'Emre Yildiz',
      Geburtsdatum: '03.11.1990',
      Bruttogehalt: '3.150,00 EUR',
      salary: '3.150,00 EUR',
      Probezeit: 'sechs Monate',
      Arbeitszeit: '38 Stunden',
      Urlaubsanspruch: '29 Arbeitstage',
      'start date': '01.08.2024',
      Beruf: null,
      Steuerklasse: null,
    },
    questions: [
      ['Wie hoch ist das Gehalt?', '3.150'],
      ['Wie viele Stunden pro Woche?', '38 Stunden'],
      ['Wie viele Urlaubstage gibt es?', '29'],
      ['Wie lange dauert die Probezeit?', 'sechs Monate'],
      ['Wer ist der Arbeitgeber?', 'Lindner'],
      ['Wann wurde Emre Yildiz geboren?', '03.11.1990'],
      ['Gibt es Weihnachtsgeld?', null],
      ['What is the salary?', '3.150'],
    ],
  },
];
