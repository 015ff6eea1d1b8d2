/** Who sells what to whom in a country. */
export interface Trade {
  vendors: readonly string[];
  customers: readonly string[];
  streets: readonly string[];
  cities: readonly string[];
  items: readonly string[];
  /** Work that is charged in parts of an hour. */
  labor: string;
}

export const ENGLISH_TRADE: Trade = {
  vendors: ['Brightwater Plumbing Supply', 'Oak & Iron Joinery Ltd', 'Cirrus Data Services', 'Hartwell Office Goods'],
  customers: ['Meridian Property Group', 'St. Clement Primary School', 'J. R. Alvarez', 'Foundry 19 Studio'],
  streets: ['415 Industrial Way', '8 Quay Street', '22B Granary Court'],
  cities: ['Springfield 62704', 'Norwich NR1 3QU', 'Halifax B3J 1K5'],
  items: [
    'Copper elbow 22 mm, pack of 10',
    'On-site labor',
    'Consulting, phase 2',
    'A4 copier paper 80 gsm (5 x 500 sheets)',
    'Oak shelf 1200 x 300 x 27 mm',
    'Managed server, March 2024',
    'LED panel 4000K 36W',
    'Delivery',
    'Annual licence renewal 2025-2026',
  ],
  labor: 'On-site labor',
};

export const GERMAN_TRADE: Trade = {
  vendors: ['Brückner Elektrotechnik GmbH', 'Weingut Hölzl KG', 'Druckerei Sandmann e.K.', 'IT-Systemhaus Lorenz AG'],
  customers: ['Gemeinde Altenbruch', 'Praxis Dr. Seidel', 'Möbelhaus Kranz GmbH & Co. KG'],
  streets: ['Industriestraße 7', 'Am Wehr 12a', 'Postweg 3'],
  cities: ['34117 Kassel', '79098 Freiburg', '8400 Winterthur'],
  items: [
    'Kabel NYM-J 3x1,5 mm², Ring 100 m',
    'Arbeitszeit Geselle',
    'Flyer DIN A6, 4/4-farbig, Auflage 5.000',
    'Fachbuch Hausinstallation, 3. Auflage',
    'Anfahrtspauschale',
    'Wartungsvertrag 2. Quartal 2024',
    'Riesling trocken 0,75 l',
  ],
  labor: 'Arbeitszeit Geselle',
};

export const FRENCH_TRADE: Trade = {
  vendors: ['Menuiserie Carpentier SARL', 'Atelier Lumière SAS', 'Société Nouvelle Roussel'],
  customers: ['Mairie de Vizille', 'Cabinet Morel & Associés', 'Hôtel des Alpes'],
  streets: ['18 rue Pasteur', 'ZA Les Platanes'],
  cities: ['38220 Vizille', '69007 Lyon'],
  items: [
    'Fenêtre chêne 120 x 140',
    "Main-d'œuvre pose",
    'Déplacement',
    'Luminaire suspendu réf. L-2040',
    'Étude technique lot 3',
  ],
  labor: "Main-d'œuvre pose",
};

export const SPANISH_TRADE: Trade = {
  vendors: ['Suministros Navarro, S.L.', 'Talleres Goya S.A.', 'Diseño Gráfico Alba'],
  customers: ['Ayuntamiento de Teruel', 'Clínica Dental Soto', 'Bodegas Valdeón'],
  streets: ['Pol. Ind. El Pinar, nave 6', 'C/ Mayor, 22'],
  cities: ['44002 Teruel', '28013 Madrid'],
  items: ['Rodamiento 6204-2RS', 'Mano de obra', 'Diseño de logotipo', 'Aceite 5W30 (garrafa 5 l)', 'Portes'],
  labor: 'Mano de obra',
};

export const ITALIAN_TRADE: Trade = {
  vendors: ['Officine Ferrero S.r.l.', 'Studio Tecnico Bassi', 'Cartotecnica Lombarda S.p.A.'],
  customers: ['Comune di Asolo', 'Ristorante La Pergola', 'Edil Piave S.n.c.'],
  streets: ['Via Roma 41', 'Viale del Lavoro 3'],
  cities: ['31011 Asolo (TV)', '20121 Milano'],
  items: [
    'Valvola a sfera 1/2"',
    'Manodopera specializzata',
    'Scatole cartone 40x30x20',
    'Progettazione impianto',
    'Trasporto',
  ],
  labor: 'Manodopera specializzata',
};

export const DUTCH_TRADE: Trade = {
  vendors: ['Bouwbedrijf Van Dam B.V.', 'Kantoorhuis Noord', 'Fietsenmakerij Het Wiel V.O.F.'],
  customers: ['Stichting De Brug', 'Bakkerij Peters', 'Gemeente Hoorn'],
  streets: ['Havenweg 11', 'Nieuwstraat 5-7'],
  cities: ['1621 AB Hoorn', '3511 GZ Utrecht'],
  items: [
    'Stelkozijn 90 cm',
    'Arbeidsuren timmerman',
    'Voorrijkosten',
    'Printpapier A4 (doos 2500 vel)',
    'Onderhoudsbeurt e-bike',
  ],
  labor: 'Arbeidsuren timmerman',
};

export const SWEDISH_TRADE: Trade = {
  vendors: ['Byggtjänst i Örebro AB', 'Norrtälje Tryckeri HB'],
  customers: ['Bostadsrättsföreningen Eken', 'Café Ström'],
  streets: ['Verkstadsgatan 4', 'Box 118'],
  cities: ['702 27 Örebro', '761 21 Norrtälje'],
  items: ['Gipsskiva 13 mm', 'Snickeriarbete', 'Broschyr A5, 16 sidor', 'Resekostnad', 'Målarfärg vit 10 l'],
  labor: 'Snickeriarbete',
};
