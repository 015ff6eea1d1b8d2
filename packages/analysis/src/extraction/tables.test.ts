import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { tablesOf } from './tables.ts';

const read = (text: string) =>
  tablesOf(readDocument(text)).map(({ title, headers, rows }) => ({ title, headers, rows }));

describe('tables', () => {
  it('have cells that go on over several lines', () => {
    const text = `
Ref     Finding                              Owner        Due
R1      Fire door on level 2 does not        Facilities   2024-05-01
        close by itself
R2      Ladder without inspection label      Workshop     2024-04-12
R3      Extinguisher out of date in the      Facilities   2024-04-30
        boiler room and in the
        loading bay`;
    expect(read(text)).toEqual([
      {
        title: null,
        headers: ['Ref', 'Finding', 'Owner', 'Due'],
        rows: [
          ['R1', 'Fire door on level 2 does not close by itself', 'Facilities', '2024-05-01'],
          ['R2', 'Ladder without inspection label', 'Workshop', '2024-04-12'],
          ['R3', 'Extinguisher out of date in the boiler room and in the loading bay', 'Facilities', '2024-04-30'],
        ],
      },
    ]);
  });

  it('have headings also when all cells are words', () => {
    const text = `Staff rota

Day          Morning         Afternoon
Monday       Ines            Paul
Tuesday      Paul            Greta
Wednesday    Greta           Ines`;
    expect(read(text)[0]).toMatchObject({ title: 'Staff rota', headers: ['Day', 'Morning', 'Afternoon'] });
  });

  it('end where the sums below them have fewer columns', () => {
    const text = `Item        Qty    Price   Amount
Valve         2     40.00    80.00
Pipe         10      4.00    40.00

Subtotal                    120.00
Total                       144.00`;
    expect(read(text)[0]?.rows).toEqual([
      ['Valve', '2', '40.00', '80.00'],
      ['Pipe', '10', '4.00', '40.00'],
    ]);
  });

  it('are several, each with its title', () => {
    const text = `# Sprint results

## Velocity

| Sprint | Points |
|:-------|-------:|
| 14     | 31     |

## Team

| Name | Role |
|---|---|
| Ana  | Lead |
| Bo   |      |`;
    expect(read(text)).toEqual([
      { title: 'Velocity', headers: ['Sprint', 'Points'], rows: [['14', '31']] },
      {
        title: 'Team',
        headers: ['Name', 'Role'],
        rows: [
          ['Ana', 'Lead'],
          ['Bo', ''],
        ],
      },
    ]);
  });

  it('are read from separated values, also quoted ones', () => {
    expect(read('name;city;joined\nOkello;Mbale;2019-04-02\nFerri;"Bari; old town";2021-11-30')).toEqual([
      {
        title: null,
        headers: ['name', 'city', 'joined'],
        rows: [
          ['Okello', 'Mbale', '2019-04-02'],
          ['Ferri', 'Bari; old town', '2021-11-30'],
        ],
      },
    ]);
  });

  it.each([
    'The village lies on the north bank.  It has a church and two inns.\nIn winter the road is closed.  People go by boat.',
    'Policy number:   HX-1       Agent:   Ruth Lang\nStart:           1 May      End:     30 June',
    'One, two and three.\nFour, five and six.\nSeven, eight and nine.',
  ])('are none in prose and in forms: %j', (text) => {
    expect(read(text)).toEqual([]);
  });
});
