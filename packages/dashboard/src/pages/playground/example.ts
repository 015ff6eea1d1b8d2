/** What a newcomer converts first. */
export const EXAMPLE = `<style>
  body { font-family: sans-serif; margin: 1.5cm; color: #16202c }
  h1 { color: #1f4fd8; margin-bottom: 0 }
  table { width: 100%; border-collapse: collapse; margin-top: 1cm }
  td, th { border-bottom: 1px solid #d5dae2; padding: .6em .4em; text-align: left }
  td:last-child, th:last-child { text-align: right }
</style>
<h1>Invoice 2024-001</h1>
<p>Ada Ltd, 12 Loom Street, London</p>
<table>
  <tr><th>What</th><th>Price</th></tr>
  <tr><td>Wayfinding signs</td><td>€ 1,200.00</td></tr>
  <tr><td>Installation</td><td>€ 340.00</td></tr>
  <tr><th>Total</th><th>€ 1,540.00</th></tr>
</table>`;
