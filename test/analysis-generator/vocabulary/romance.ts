import type { Vocabulary } from './vocabulary.ts';

export const FRENCH: Vocabulary = {
  language: 'fr',
  country: 'FR',
  datePattern: 'dd/MM/yy',
  banks: ['Banque du Val de Saône', 'Crédit Coopératif Armoricain', "Caisse d'Épargne du Vercors"],
  streets: ['12 RUE DES LILAS', '3 BIS AVENUE JEAN JAURES'],
  cities: ['LYON 3E', 'RENNES', 'GRENOBLE', 'ST ETIENNE'],
  people: ['M LEFEVRE ANTOINE', 'MME BENALI SAMIRA', 'MLLE GIRARD CLAIRE'],
  companies: [
    'EDV CLIENTS PARTICULIERS',
    'MUTUELLE GENERALE OUEST',
    'ORANJE MOBILE',
    'CPAM DU RHONE',
    'SARL DUVAL ET FILS',
  ],
  shops: ['CARREFOR MARKET', 'BOULANGERIE PAUL', 'SNCF INTERNET', 'LIBRAIRIE MODERNE', 'TOTALE ACCESS 4411'],
  templates: {
    salary: [['VIR SEPA RECU DE {company}', 'SALAIRE {month} {year}', 'REF {n12}']],
    transferIn: [
      ['VIR INST DE {person}', 'MOTIF: REMBOURSEMENT DU {date}'],
      ['VIREMENT EN VOTRE FAVEUR', '{person} {n10}'],
    ],
    refund: [['AVOIR CARTE {date} {shop}']],
    interest: [['INTERETS CREDITEURS']],
    deposit: [['REMISE DE CHEQUE {n7}'], ['VERSEMENT ESPECES {date} {time}']],
    card: [
      ['CARTE {date} {shop} {city}'],
      ['PAIEMENT CB {shop}', 'CARTE X{n4} DU {date}'],
      ['CARTE {date} {shop} GENEVE', '{money} CHF COURS 1,0{n3}'],
    ],
    directDebit: [
      ['PRLV SEPA {company}', 'ECH/{date} ID EMETTEUR FR12ZZZ{n6}', 'MDT/{n12} REF/{n8}'],
      ['PRELEVEMENT {company} {n9}'],
    ],
    standingOrder: [['VIR PERMANENT {person}', 'LOYER']],
    transferOut: [['VIR SEPA EMIS VERS {person}', 'IBAN {iban}', 'MOTIF: FACTURE {n5}'], ['VIREMENT WEB {person}']],
    cash: [['RETRAIT DAB {date} {city} {time}']],
    check: [['CHEQUE {n7}']],
    fee: [['COTISATION MENSUELLE CARTE'], ['FRAIS DE TENUE DE COMPTE'], ["COMMISSION D'INTERVENTION"]],
  },
};

export const SPANISH: Vocabulary = {
  language: 'es',
  country: 'ES',
  datePattern: 'dd/MM/yyyy',
  banks: ['Banco del Ebro, S.A.', 'Caja Rural de Levante'],
  streets: ['Calle Mayor 14, 3º izda.', 'Avda. de la Constitución 7'],
  cities: ['ZARAGOZA', 'VALENCIA', 'GIJON', 'SEVILLA'],
  people: ['LUCIA FERNANDEZ GIL', 'JOSE MARIA ORTEGA', 'NURIA PUIG'],
  companies: ['AGUAS DE LEVANTE SA', 'TELEFONIA IBERIA', 'SEGUROS ATLANTICO', 'CONSTRUCCIONES MIÑO SL'],
  shops: ['MERCADONIA 3315', 'GASOLINERA A-7', 'FARMACIA LDO. RUIZ', 'RENFE VIAJEROS', 'EL CORTE FRANCES'],
  templates: {
    salary: [['ABONO NOMINA {company}']],
    transferIn: [['TRANSFERENCIA DE {person}', 'CONCEPTO: ALQUILER {month}/{year}'], ['BIZUM DE {person}']],
    refund: [['DEVOLUCION COMPRA {shop}']],
    interest: [['LIQUIDACION DE INTERESES']],
    deposit: [['INGRESO EN EFECTIVO CAJERO {n4}']],
    card: [
      ['PAGO CON TARJETA {n4}', '{shop}, {city}'],
      ['COMPRA TARJ. 5402XXXXXXXX{n4} {shop}'],
      ['PAGO TARJETA {shop} LISBOA {date}'],
    ],
    directDebit: [['RECIBO {company}', 'N. RECIBO {n4} {n4} {n7} REF. MANDATO {n10}'], ['ADEUDO {company} {n8}']],
    standingOrder: [['TRANSFERENCIA PERIODICA A {person}', 'ALQUILER PISO']],
    transferOut: [
      ['TRANSFERENCIA A FAVOR DE {person}', '{iban}', 'FRA. {n5} DE {date}'],
      ['BIZUM A FAVOR DE {person}'],
    ],
    cash: [['REINTEGRO CAJERO {city} {date}']],
    fee: [['COMISION MANTENIMIENTO'], ['LIQUIDACION COMISIONES TARJETA {n4}']],
  },
};

export const ITALIAN: Vocabulary = {
  language: 'it',
  country: 'IT',
  datePattern: 'dd/MM/yyyy',
  banks: ['Banca Popolare del Garda S.p.A.', 'Credito Toscano'],
  streets: ['Via Garibaldi 31', 'Corso Vittorio 8/B'],
  cities: ['VERONA', 'FIRENZE', 'BARI', 'TORINO'],
  people: ['ROSSI GIANLUCA', 'CONTI ELENA', "D'AMICO PAOLA"],
  companies: ['ENERGIA VENETA SPA', 'COMUNE DI VERONA', 'TELECOM ADRIATICA', 'MECCANICA BRUNI SRL'],
  shops: ['ESSELUNGHE 0231', 'AUTOGRILLE A22', 'FARMACIA AL DUOMO', 'TRENITA.COM'],
  templates: {
    salary: [['BONIFICO A VOSTRO FAVORE', 'ORD: {company}', 'STIPENDIO {month} {year} TRN {n16}']],
    transferIn: [
      ['BONIFICO A VOSTRO FAVORE', 'ORD: {person}', 'CAUSALE: SALDO FATT. {n3} DEL {date}'],
      ['GIROCONTO DA {person}'],
    ],
    refund: [['STORNO PAGAMENTO POS {shop}']],
    interest: [['INTERESSI ATTIVI']],
    deposit: [['VERSAMENTO CONTANTE ATM {n5}']],
    card: [['PAGAMENTO POS {date} {time}', '{shop} {city}', 'CARTA *{n4}'], ['PAGAMENTO CARTA DEL {date} {shop}']],
    directDebit: [
      ['ADDEBITO DIRETTO SDD', '{company}', 'MANDATO {n12} RIF. {n8}'],
      ['PAGAMENTO UTENZA {company}', 'BOLL. {n9}'],
    ],
    standingOrder: [['BONIFICO PERIODICO', 'BEN: {person}', 'AFFITTO']],
    transferOut: [
      ['VOSTRA DISPOSIZIONE', 'BEN: {person}', 'IBAN {iban}', 'FATT {n4} DEL {date}'],
      ['BONIFICO ISTANTANEO {person}'],
    ],
    cash: [['PRELEVAMENTO BANCOMAT {date} {time}', '{city} CARTA *{n4}']],
    fee: [['IMPOSTA DI BOLLO'], ['CANONE MENSILE CONTO'], ['COMMISSIONI BONIFICO']],
  },
};

export const BRAZILIAN: Vocabulary = {
  language: 'pt',
  country: 'BR',
  datePattern: 'dd/MM',
  banks: ['Banco Ipê S.A.', 'Banco Serra Azul'],
  streets: ['Rua das Acácias 220', 'Av. Paulista 1500 cj 42'],
  cities: ['SAO PAULO', 'CURITIBA', 'RECIFE'],
  people: ['MARIANA SOUZA LIMA', 'CARLOS E PEREIRA', 'JOAO B SANTOS'],
  companies: ['TECNOSUL LTDA', 'COMPANHIA PAULISTANA ENERGIA', 'SEGUROS ARARA SA'],
  shops: ['PADARIA REAL', 'POSTO 7 ESTRELAS', 'MERCADO BOM', 'FARMACIA POPULAR 12'],
  templates: {
    salary: [['RECEBIMENTO DE PROVENTOS', '{company}']],
    transferIn: [['PIX RECEBIDO {date} {time}', '{person}'], ['TED RECEBIDA {n9} {person}']],
    refund: [['ESTORNO COMPRA {shop}']],
    interest: [['RENDIMENTO APLIC AUT']],
    deposit: [['DEPOSITO DINHEIRO ATM {n4}']],
    card: [['COMPRA CARTAO {date} {shop}'], ['COMPRA ELO {time} {shop}', '{city}']],
    directDebit: [['DEB AUTOMATICO {company}'], ['PAGTO BOLETO {company}', '{n12}']],
    standingOrder: [['TRANSF PROGRAMADA {person}']],
    transferOut: [['PIX ENVIADO {date} {time}', '{person}'], ['TED {n6} {person}']],
    cash: [['SAQUE ATM {n6} {date}']],
    fee: [['TARIFA PACOTE SERVICOS'], ['COBRANCA IOF {date}']],
  },
};
