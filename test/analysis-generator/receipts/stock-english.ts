export const US_SHOPS = ["FRESHLEY'S MARKET", 'Valley Fair Foods', 'GREEN ACRE GROCERY', 'Tri-County Food Center'];
export const US_PLACES = [
  ['1420 W MAIN ST', 'SPRINGFIELD, IL 62704', '(217) 555-0143'],
  ['88 Harbor Blvd Suite 4', 'Portland, ME 04101', '207-555-0188'],
  ['2301 E 7TH AVE', 'DENVER CO 80206', '(303) 555-0112'],
] as const;
export const US_GROCERIES = [
  'GV WHL MILK 1GAL',
  'COLA 2L',
  'EGGS LARGE 12CT',
  'WHT BREAD 20OZ',
  'ORG BABY SPINACH',
  'FRZN PIZZA 4 CHS',
  'PAPER TOWEL 6RL',
  'CHED CHEESE 8 OZ',
  '7UP 12PK CANS',
  'DOG FOOD 15LB',
  '2% MILK HALF GAL',
  'GRND BEEF 80/20',
];
export const US_WEIGHED = ['BANANAS', 'ROMA TOMATOES', 'HONEYCRISP APPLES', 'YELLOW ONIONS'];
export const US_DISHES = [
  'Caesar Salad',
  'Cheeseburger',
  'Fish & Chips',
  'Diet Coke',
  'Draft IPA 16oz',
  'Kids Pasta',
  '12 Wings Buffalo',
  'NY Cheesecake',
  'Iced Tea',
  'Ribeye 14 oz',
];
export const US_DINERS = ['Brookside Diner', "O'Malley's Grill", 'The Copper Kettle', 'Lucky Noodle House'];
export const US_PHARMACY = [
  'ADVIL 200MG 50CT',
  'BAND-AID 30CT',
  'SHAMPOO 13.5 OZ',
  'TOOTHPASTE 4.2OZ',
  'VITAMIN D3 2000IU',
  'HALLMARK CARD',
  'WATER 1L',
];
export const US_HARDWARE = [
  'DRYWALL SCREW 1-5/8"',
  '2X4X8 STUD',
  'PVC ELBOW 3/4 IN',
  'LED BULB 60W 4PK',
  'PAINT GAL EGGSHELL',
  'DUCT TAPE 60YD',
];

export const GB_GROCERIES = [
  'SEMI SKIM MILK 2L',
  'BAKED BEANS 4PK',
  'FREE RANGE EGGS 6',
  'WHOLEMEAL BREAD',
  'CHICKEN FILLETS',
  'ORANGE JUICE 1L',
  'BRIE 200G',
  'TEA BAGS 80',
  'CRISPS 6X25G',
  'TIN TOMATOES 400G',
];
export const GB_WEIGHED = ['BANANAS LOOSE', 'BRAEBURN APPLES', 'CARROTS LOOSE'];
export const GB_PUB = [
  'Pint Best Bitter',
  'Fish & Chips',
  'Sunday Roast Beef',
  'Lge House Red 250ml',
  'Diet Cola 1/2',
  'Sticky Toffee Pud',
  'Halloumi Burger',
  'Pint Guinness 0.0',
];
export const IE_GOODS = [
  'BRENNANS FAMILY PAN',
  'AVONMORE MILK 2L',
  'CHICKEN ROLL',
  'CRISPS 50G',
  'BARRYS TEA 80S',
  'RASHERS 8PK',
];

export const AU_GOODS = [
  'FULL CREAM MILK 3L',
  'WHITE BREAD 700G',
  '*CHIPS SALTED 170G',
  '*DISHWASH TABS 40PK',
  'BEEF MINCE 500G',
  '*COLA 10X375ML',
  'EGGS CAGE FREE 12PK',
  'AVOCADO HASS EACH',
];
export const CAFE_GOODS = [
  'Flat White',
  'Long Black',
  'Cheese Scone',
  'Eggs Benedict',
  'Banana Bread',
  'Iced Chocolate',
  'Soup of the Day',
];
export const CA_GOODS = ['2% MILK 4L', 'MAPLE SYRUP 540ML', 'BAGELS 6PK', 'SHAMPOO 400ML', 'COFFEE 930G', 'TISSUE 6BX'];

export const IN_DISHES = [
  'Paneer Butter Masala',
  'Butter Naan',
  'Veg Biryani',
  'Masala Dosa',
  'Sweet Lassi',
  'Mineral Water 1L',
  'Chicken 65',
  'Gulab Jamun 2 Pcs',
];
export const IN_GOODS = [
  'TOOR DAL 1KG',
  'AATA 5 KG',
  'SURF EXCEL 500G',
  'AMUL BUTTER 100G',
  'PARLE-G 800G',
  'SUGAR LOOSE 2KG',
];
export const SG_DISHES = [
  'Hainanese Chicken Rice',
  'Laksa',
  'Kopi O',
  'Teh Tarik',
  'Char Kway Teow',
  'Chilli Crab (S)',
  'Iced Lemon Tea',
];
export const MY_GOODS = [
  'MILO 3IN1 18S',
  'GARDENIA BREAD 400G',
  'A4 PAPER 70GSM',
  'BATTERY AA 4S',
  'MINERAL WATER 1.5L',
  'NESCAFE TARIK 20S',
];
