import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { type Contact, contactsOf } from './contacts.ts';

const read = (text: string) =>
  contactsOf(readDocument(text)).map((contact) =>
    Object.fromEntries(
      (Object.entries(contact) as [keyof Contact, Contact[keyof Contact]][])
        .filter(([, found]) => found !== null)
        .map(([member, found]) => [member, found?.value]),
    ),
  );

describe('contacts', () => {
  it('of a list are one for each row', () => {
    const text = `
Chair: Rowena Blythe          rowena@rowers.example       0131 496 0101
Treasurer: Kofi Mensah        kofi.m@rowers.example       0131 496 0102

Write to webmaster (at) rowers (dot) example for the website.`;
    expect(read(text)).toEqual([
      { name: 'Rowena Blythe', email: 'rowena@rowers.example', phone: '0131 496 0101' },
      { name: 'Kofi Mensah', email: 'kofi.m@rowers.example', phone: '0131 496 0102' },
    ]);
  });

  it('of a signature have the name above the firm, and no fax number', () => {
    const text = `
Dr. Annika Pohl
Leiterin Einkauf

Sternwald Pumpen AG
Industriestr. 8-10
D-70565 Stuttgart
Telefax: +49 711 4960-331
Telefon: +49 711 4960-330
annika.pohl@sternwald.example`;
    expect(read(text)).toEqual([
      {
        name: 'Annika Pohl',
        organization: 'Sternwald Pumpen AG',
        address: 'Industriestr. 8-10, D-70565 Stuttgart',
        phone: '+49 711 4960-330',
        email: 'annika.pohl@sternwald.example',
      },
    ]);
  });

  it('join a firm with the address at its own domain', () => {
    const text = `Kessler & Söhne GmbH · Sägewerkstraße 21 · 79098 Freiburg

Geschäftsführer: Jörg Kessler   Tel. 0761 4960-12   info@kessler-holz.example`;
    expect(read(text)).toEqual([
      {
        name: 'Jörg Kessler',
        organization: 'Kessler & Söhne GmbH',
        address: 'Sägewerkstraße 21, 79098 Freiburg',
        phone: '0761 4960-12',
        email: 'info@kessler-holz.example',
      },
    ]);
  });

  it.each([
    '18 bis, avenue de la République, 75011 Paris',
    'Calle de Alcalá 45, 3º B, 28014 Madrid',
    '350 Fifth Avenue, Suite 3300, New York, NY 10118',
    '100 King Street West, Toronto, ON M5X 1A9',
    '1 Macquarie Place, Sydney NSW 2000',
    'Herengracht 182, 1016 BR Amsterdam',
    'Bahnhofstrasse 3, 8001 Zürich',
    'Flat 3, 88 Garnet Road, Bristol BS3 1LF',
    'Viale Europa 12, 37122 Verona',
  ])('have addresses of several countries: %s', (address) => {
    expect(read(`Office: ${address}`)).toEqual([{ address }]);
    expect(read(`Office: ${address}\nOther: Hafenweg 9, 20457 Hamburg`)).toHaveLength(2);
  });

  it.each([
    'Order 4500123456 has the tracking number 1Z999AA10123456784.',
    'Card 4111 1111 1111 1111, ISBN 978-3-16-148410-0',
    'Version 2.14.0, build 20231105, IP 192.168.10.4',
    'Your appointment with Dr. Mirza has been moved from 12 October 2023 to the week after, at 2:30 pm.',
  ])('are none where nobody can be reached: %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('name who is to be called', () => {
    expect(read('Please call Jun Ito on +81 3-4960-1234 about the lease.')).toEqual([
      { name: 'Jun Ito', phone: '+81 3-4960-1234' },
    ]);
  });
});
