/** A text that several kinds have an example of. */
export const INVOICE_TEXT =
  'Mill & Sons Ltd\nInvoice No. 2030-17\nDate: 2030-01-12\nOak boards  4  25.00  100.00\nSubtotal  100.00\nVAT 20 %  20.00\nTotal EUR  120.00';
