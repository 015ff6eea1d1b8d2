import type { Paper } from './papers.ts';

/** Invented documents with what a careful reader takes from them. */

export const FORMS: readonly Paper[] = [
  {
    name: 'form-en',
    text: `
MEMBERSHIP APPLICATION FORM

First name:      Priya                     Last name:   Raman
Date of birth:   14/06/1988                Nationality: Indian
Passport no.     N4471902                  Sex: F
Address:         Flat 3, 88 Garnet Road
                 Bristol BS3 1LF
Contact e-mail   priya.raman@postbox.example
Mobile           07700 900461
Membership type  [ ] Adult  [x] Family  [ ] Student
Emergency contact: Arun Raman, 07700 900462
Policy #: HX-20391/B
Signed by: P. Raman                        Date signed: 2 May 2024
`,
    fields: {
      firstName: 'Priya',
      last_name: 'Raman',
      'date of birth': '14/06/1988',
      DOB: '14/06/1988',
      birthdate: '14/06/1988',
      'passport no': 'N4471902',
      passport_number: 'N4471902',
      'contact e-mail': 'priya.raman@postbox.example',
      email: 'priya.raman@postbox.example',
      'mobile phone': '07700 900461',
      phone: '07700 900461',
      address: 'Flat 3, 88 Garnet Road, Bristol BS3 1LF',
      'policy number': 'HX-20391/B',
      'signed by': 'P. Raman',
      'signature date': '2 May 2024',
      'emergency contact': 'Arun Raman',
      nationality: 'Indian',
      occupation: null,
      'expiry date': null,
      IBAN: null,
    },
    questions: [
      ['What is her passport number?', 'N4471902'],
      ['When was she born?', '1988'],
      ['What is the e-mail?', 'priya.raman@postbox.example'],
      ['Who signed it?', 'P. Raman'],
      ['What is the nationality?', 'Indian'],
      ['Is she married?', null],
    ],
  },
  {
    name: 'policy-en',
    text: `
HOUSEHOLD INSURANCE SCHEDULE
Policy Number            HH/772/19034
Policyholder             Mr & Mrs T. Arkwright
Period of insurance      From 01/07/2023 to 30/06/2024
Risk address             19 Quarry Bank, Matlock DE4 3HF
Annual premium           £318.40 (including IPT of £34.11)
Compulsory excess        £250
Sums insured
  Buildings              £420,000
  Contents               £65,000
Broker: Peak Cover Ltd, 01629 496 700, claims@peakcover.example
`,
    fields: {
      'policy number': 'HH/772/19034',
      policyNumber: 'HH/772/19034',
      policyholder: 'Mr & Mrs T. Arkwright',
      'policy holder': 'Mr & Mrs T. Arkwright',
      'insurance period': 'From 01/07/2023 to 30/06/2024',
      premium: '£318.40',
      excess: '£250',
      'risk address': '19 Quarry Bank, Matlock DE4 3HF',
      broker: 'Peak Cover Ltd',
      'start date': '01/07/2023',
      'end date': '30/06/2024',
      contents: '£65,000',
      deductible: '£250',
      IBAN: null,
    },
    questions: [
      ['What is the excess?', '£250'],
      ['When does the policy expire?', '30/06/2024'],
      ['How much is the premium?', '318.40'],
      ['How much are the contents insured for?', '65,000'],
      ['Does it cover flood damage?', null],
    ],
  },
  {
    name: 'lab-report',
    text: `
Patient: Selma Idris        DOB: 09-Nov-1979        Sample ID: 88-20418
Collected: 12-Jan-2024 08:40

Test              Result    Unit       Reference
Haemoglobin       13.1      g/dL       12.0 - 15.5
Glucose           6.4       mmol/L     3.9 - 5.6
Cholesterol       5.0       mmol/L     < 5.2
`,
    fields: {
      patient: 'Selma Idris',
      'date of birth': '09-Nov-1979',
      'sample id': '88-20418',
      glucose: '6.4',
      'collection date': '12-Jan-2024',
      diagnosis: null,
    },
    questions: [
      ['What is the glucose level?', '6.4'],
      ['When was the sample collected?', '12-Jan-2024'],
    ],
  },
  {
    name: 'curp-es',
    text: `
SOLICITUD DE EMPLEO

Nombre y apellidos: Lucía Fernández Ortega
DNI: 48211930K
Fecha de nacimiento: 23/11/1992
Teléfono: 612 49 60 77
Correo electrónico: lucia.fo@correo.example
Domicilio: C/ Olivar 14, 2º A, 41010 Sevilla
Puesto solicitado: Auxiliar administrativa
Disponibilidad: inmediata
Salario esperado: 19.500 € brutos anuales
`,
    fields: {
      nombre: 'Lucía Fernández Ortega',
      name: 'Lucía Fernández Ortega',
      DNI: '48211930K',
      'fecha de nacimiento': '23/11/1992',
      'date of birth': '23/11/1992',
      teléfono: '612 49 60 77',
      email: 'lucia.fo@correo.example',
      domicilio: 'C/ Olivar 14, 2º A, 41010 Sevilla',
      address: 'C/ Olivar 14, 2º A, 41010 Sevilla',
      disponibilidad: 'inmediata',
      'salario esperado': '19.500 € brutos anuales',
      nacionalidad: null,
    },
    questions: [
      ['¿Cuál es el teléfono?', '612 49 60 77'],
      ['¿Cuándo nació Lucía?', '23/11/1992'],
      ['¿Qué puesto solicita?', 'Auxiliar administrativa'],
      ['¿Está casada?', null],
    ],
  },
  {
    name: 'bail-fr',
    text: `
BAIL D'HABITATION

BAILLEUR : Mme Odile Garnier, 4 place du Marché, 35000 Rennes
LOCATAIRE : M. Yanis Belkacem

Adresse du logement : 27 boulevard de la Liberté, 35000 Rennes
Surface habitable : 48 m²
Date de prise d'effet : 01/10/2023
Durée : 3 ans
Loyer mensuel : 610 €
Provision pour charges : 55 €
Dépôt de garantie : 610 €
Le préavis du locataire est d'un mois.
`,
    fields: {
      bailleur: 'Mme Odile Garnier, 4 place du Marché, 35000 Rennes',
      landlord: 'Mme Odile Garnier, 4 place du Marché, 35000 Rennes',
      tenant: 'M. Yanis Belkacem',
      'surface habitable': '48 m²',
      loyer: '610 €',
      rent: '610 €',
      charges: '55 €',
      'dépôt de garantie': '610 €',
      deposit: '610 €',
      'start date': '01/10/2023',
      durée: '3 ans',
      préavis: 'un mois',
      IBAN: null,
      'property address': null,
    },
    questions: [
      ['Quel est le montant du loyer ?', '610'],
      ['Quand le bail prend-il effet ?', '01/10/2023'],
      ['Quelle est la surface ?', '48 m'],
      ['Qui est le locataire ?', 'Yanis Belkacem'],
      ['How much is the deposit?', '610'],
      ['Y a-t-il un garage ?', null],
    ],
  },
  {
    name: 'polizza-it',
    text: `
POLIZZA AUTO
Numero polizza: 51-883021
Contraente: Giulia Serra
Veicolo: Fiat Panda targa FX 771 LM
Decorrenza: ore 24:00 del 31/03/2024
Scadenza: ore 24:00 del 31/03/2025
Premio annuo: € 412,00
Franchigia: € 300,00
Agenzia di Parma, tel. 0521 496012, parma@agenzia.example
`,
    fields: {
      'numero polizza': '51-883021',
      'policy number': '51-883021',
      contraente: 'Giulia Serra',
      targa: null,
      scadenza: '31/03/2025',
      'premio annuo': '€ 412,00',
      premium: '€ 412,00',
      franchigia: '€ 300,00',
      deductible: '€ 300,00',
      email: 'parma@agenzia.example',
      telefono: '0521 496012',
      'codice fiscale': null,
    },
    questions: [
      ['Quando scade la polizza?', '31/03/2025'],
      ['Quanto è il premio annuo?', '412'],
      ['Chi è il contraente?', 'Giulia Serra'],
      ['Qual è la franchigia?', '300'],
      ['Qual è il numero di telefono?', '0521 496012'],
      ['Copre il furto?', null],
    ],
  },
  {
    name: 'delivery-note',
    text: `
DELIVERY NOTE                                   Brookvale Logistics AB
Delivery note no: DN-88120                      Shipped: 2024-02-19
Purchase order:  PO 5541-A                      Carrier: Nordfrakt
Consignee                                       Shipper
Halden Marine AS                                Brookvale Logistics AB
Kaigata 3                                       Industrivägen 8
1767 Halden                                     452 33 Strömstad
Norway                                          Sweden

Item no   Description          Qty   Unit   Weight (kg)
A-100     Anchor chain 8 mm     40   m            56.0
A-220     Shackle, galvanised
          with safety pin       12   pcs           3.6
B-007     Fender, blue           6   pcs          10.2

Total weight: 69.8 kg            Packages: 3
Incoterms: DAP Halden
Received by: ______________      Date: ______________
`,
    fields: {
      'delivery note number': 'DN-88120',
      'purchase order': 'PO 5541-A',
      carrier: 'Nordfrakt',
      'total weight': '69.8 kg',
      totalWeight: '69.8 kg',
      packages: '3',
      incoterms: 'DAP Halden',
      consignee: 'Halden Marine AS',
      shipper: 'Brookvale Logistics AB',
      'ship date': '2024-02-19',
      'received by': null,
      'invoice total': null,
    },
    questions: [
      ['What is the total weight?', '69.8 kg'],
      ['How many fenders?', '6'],
      ['Who is the carrier?', 'Nordfrakt'],
      ['When was it shipped?', '2024-02-19'],
      ['What is the total price?', null],
    ],
  },
  {
    name: 'purchase-order-labels-above',
    text: `
PURCHASE ORDER

PO NUMBER          DATE             SHIP VIA         TERMS
77-4102            05/14/2024       UPS Ground       Net 30

VENDOR                              SHIP TO
Cedar Valley Supply Inc             Otter Creek School
410 Mill Street                     77 Lakeshore Drive
Spokane, WA 99201                   Boise, ID 83702

QTY    ITEM                   UNIT PRICE      TOTAL
10     Whiteboard marker           $1.25     $12.50
4      Paper, case                $38.00    $152.00
                                   TOTAL    $164.50
`,
    fields: {
      'PO number': '77-4102',
      'purchase order number': '77-4102',
      terms: 'Net 30',
      'payment terms': 'Net 30',
      'ship via': 'UPS Ground',
      date: '05/14/2024',
      vendor: 'Cedar Valley Supply Inc',
      'ship to': 'Otter Creek School',
      total: '$164.50',
      'due date': null,
    },
    questions: [
      ['What is the PO number?', '77-4102'],
      ['How much was the paper?', '152'],
      ['What are the payment terms?', 'Net 30'],
    ],
  },
  {
    name: 'payslip',
    text: `
Payslip                       Employee: Jonas Albrecht      Employee ID: 00417
Employer: Tidewater Ltd       Pay period: March 2024        Pay date: 28/03/2024
NI number: QQ 12 34 56 C      Tax code: 1257L

Earnings                 Amount         Deductions            Amount
Basic salary           2,600.00         Income tax            312.60
Overtime                 140.00         National Insurance    168.20
                                        Pension               130.00
Gross pay              2,740.00         Total deductions      610.80

Net pay                2,129.20
`,
    fields: {
      employee: 'Jonas Albrecht',
      'employee id': '00417',
      employer: 'Tidewater Ltd',
      'net pay': '2,129.20',
      'gross pay': '2,740.00',
      'pay date': '28/03/2024',
      'tax code': '1257L',
      'NI number': 'QQ 12 34 56 C',
      pension: '130.00',
      'income tax': '312.60',
      'pay period': 'March 2024',
      bonus: null,
    },
    questions: [
      ['What is the net pay?', '2,129.20'],
      ['How much income tax was deducted?', '312.60'],
      ['What is the tax code?', '1257L'],
      ['How much bonus was paid?', null],
    ],
  },
  {
    name: 'chinese',
    text: `
租赁合同

甲方（出租方）：上海明远置业有限公司
乙方（承租方）：王小丽
联系电话：13800138000
租赁期限为两年，自2023年5月1日起至2025年4月30日止。每月租金为人民币6500元。乙方应于每月五日前支付租金。押金为人民币13000元，合同期满后退还。未经甲方书面同意，乙方不得转租。本合同一式两份，双方各执一份。
签订日期：2023年4月20日
`,
    fields: {
      甲方: '上海明远置业有限公司',
      乙方: '王小丽',
      联系电话: '13800138000',
      签订日期: '2023年4月20日',
      租赁期限: '两年',
    },
    questions: [
      ['每月租金是多少？', '6500'],
      ['押金是多少？', '13000'],
      ['租赁期限是多久？', '两年'],
      ['Can the tenant sublet?', null],
    ],
  },
  {
    name: 'arabic',
    text: `
عقد إيجار
المؤجر: شركة النخيل العقارية
المستأجر: ليلى حداد
تبدأ مدة الإيجار في 1 مارس 2024 وتستمر لمدة سنة واحدة. يبلغ الإيجار الشهري 3500 ريال. هل يمكن التمديد؟ يمكن تمديد العقد باتفاق الطرفين. يخضع هذا العقد لقوانين المملكة.
`,
    fields: {
      المؤجر: 'شركة النخيل العقارية',
      المستأجر: 'ليلى حداد',
    },
    questions: [['كم يبلغ الإيجار الشهري؟', '3500']],
  },
];
