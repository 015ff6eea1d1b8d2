export const DE_SHOPS = ['FRISCHMARKT NORD', 'Kaufladen Lehmann', 'NAHKAUF SEIDEL', 'Bio-Markt Linde'];
export const DE_GOODS = [
  'VOLLMILCH 3,5% 1L',
  'BUTTER 250G',
  'BIO EIER 10ER',
  'ROGGENBROT 750G',
  'TOMATEN RISPE',
  'KAFFEE 500 G',
  'SPUELMITTEL 500ML',
  'GOUDA JUNG 48%',
  'NUDELN 500G',
  'APFELSAFT 1,0L',
  'KÜCHENROLLE 4X64',
];
export const DE_DISHES = [
  'Wiener Schnitzel',
  'Pils vom Fass 0,5l',
  'Apfelschorle 0,4',
  'Käsespätzle',
  'Gulaschsuppe',
  'Espresso',
  'Kl. Salat',
  'Rumpsteak 250g',
  'Apfelstrudel',
];
export const AT_GOODS = [
  'SEMMEL 5 STK',
  'EXTRAWURST 100G',
  'BERGKÄSE 200G',
  'ALMDUDLER 1,5L',
  'TOPFEN 20% 250G',
  'MARILLENMARMELADE',
];
export const CH_GOODS = [
  'Vollmilch UHT 1L',
  'Bürli 4 Stück',
  'Gruyère mild 220g',
  'Rüebli 1kg',
  'Zweifel Chips 175g',
  'Cervelat 2x100g',
  'Rivella rot 1.5L',
];
export const FR_GOODS = [
  'BAGUETTE TRAD 250G',
  'LAIT 1/2 ECR 1L',
  'CAMEMBERT 250G',
  'YAOURT NAT X8',
  'JAMBON 4 TR',
  'EAU MIN 6X1,5L',
  'LIQ VAISSELLE 500ML',
  'CAFE MOULU 250G',
];
export const FR_DISHES = [
  'Plat du jour',
  'Café crème',
  'Croque-monsieur',
  'Verre Côtes du Rhône',
  'Crème brûlée',
  'Perrier 33cl',
  'Salade niçoise',
];
export const ES_GOODS = [
  'LECHE ENTERA 1L',
  'PAN BARRA',
  'ACEITE OLIVA 1L',
  'HUEVOS L 12 U',
  'YOGUR NATURAL X4',
  'DETERGENTE 40 LAV',
  'JAMON SERRANO 100G',
];
export const ES_DISHES = [
  'Café con leche',
  'Caña',
  'Tortilla pincho',
  'Menú del día',
  'Bocadillo jamón',
  'Agua 50cl',
  'Croquetas (6 u)',
];
export const IT_GOODS = [
  'PANE COMUNE',
  'LATTE FRESCO 1L',
  'PASTA 500G',
  'MOZZARELLA 3X125',
  'DETERSIVO PIATTI',
  'VINO ROSSO 75CL',
  'CAFFE 250G',
];
export const IT_BAR = ['CAFFE', 'CAPPUCCINO', 'CORNETTO', 'ACQUA 0,5L', 'TRAMEZZINO', 'SPRITZ', 'COPERTO'];
export const PT_GOODS = [
  'LEITE M/GORDO 1L',
  'PAO AGUA UN',
  'AZEITE 75CL',
  'ARROZ CAROL 1KG',
  'IOGURTE 4X120',
  'CAFE EXPRESSO',
  'PASTEL NATA',
];

export const NL_GOODS = [
  'HALFVOLLE MELK',
  'VOLKOREN BROOD',
  'PINDAKAAS 600G',
  'KIPFILET 500G',
  'HAGELSLAG PUUR',
  'BIER 6X33CL',
  'KAAS 48+ 450G',
];
export const BE_GOODS = [
  'PISTOLET 6 ST',
  'AMERICAIN 200G',
  'CHOCOLADE 200G',
  'DUVEL 33CL',
  'GRIJZE GARNALEN',
  'SPA BRUIS 1,5L',
];
export const PL_GOODS = [
  'CHLEB ŻYTNI 500G',
  'MLEKO 3,2% 1L',
  'MASŁO EXTRA 200G',
  'JAJA M 10SZT',
  'SER GOUDA',
  'WODA NIEGAZ 1,5L',
  'KAWA MIEL. 250G',
];
export const SE_GOODS = [
  'MELLANMJÖLK 1L',
  'KNÄCKEBRÖD 500G',
  'KAFFE BRYGG 450G',
  'SMÖR 500G',
  'FALUKORV 800G',
  'LÖSGODIS',
];
export const NO_GOODS = ['LETTMELK 1L', 'BRUNOST 500G', 'KVIKK LUNSJ 3PK', 'PØLSER 600G', 'GROVBRØD'];
export const DK_GOODS = ['RUGBRØD 1KG', 'LETMÆLK 1L', 'LEVERPOSTEJ', 'SMØR 200G', 'ØKO ÆG 10 STK'];
export const FI_GOODS = ['RUISLEIPÄ 330G', 'KEVYTMAITO 1L', 'KAHVI 500G', 'LENKKIMAKKARA', 'SALMIAKKI 240G'];
