/** Texts to try the analysis with. */
export const EXAMPLES = {
  invoice: `Northwind Signs Ltd
12 Loom Street, London

Invoice number: NS-2024-118
Invoice date: 2024-03-14
Due date: 2024-04-13

Description              Qty   Unit price      Amount
Wayfinding signs           4       300.00    1,200.00
Installation               1       340.00      340.00

                               Subtotal      1,540.00
                               VAT 20%         308.00
                               Total EUR     1,848.00
`,
  receipt: `CORNER BAKERY
2024-05-02 08:41

Bread               3.20
Coffee              2.80
TOTAL EUR           6.00
Card                6.00
`,
  statement: `First Bank
Account 12345678
Statement period 01/03/2024 to 31/03/2024

Date        Description            Amount    Balance
            Opening balance                   1,000.00
02/03/2024  Rent                  -700.00      300.00
15/03/2024  Salary               2,400.00    2,700.00
28/03/2024  Groceries              -85.40    2,614.60
            Closing balance                   2,614.60
`,
} as const;
