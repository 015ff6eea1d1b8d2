import { describe, expect, it } from 'vitest';
import type { ConversionRequest } from '../request/request.ts';
import { expectedWindow } from './expected-window.ts';
import { geometryOf } from './geometry.ts';

const usual = { width: 717, height: 1046, scale: 1 };
const widthOf = (style: string, more: Partial<ConversionRequest> = {}) => {
  const options = { zoom: 1, ...more } as ConversionRequest;
  return expectedWindow(`<style>${style}</style>`, { options, geometry: geometryOf(options), viewport: usual })?.width;
};

describe('the window of a document is expected', () => {
  it.each<[string, number, Partial<ConversionRequest>?]>([
    ['@page{margin:2cm}', 642],
    ['@page { margin: 20mm 15mm 20mm 3cm; }', 623],
    ['@page{size:A5;margin:1cm}', 483],
    ['@page{size:210mm 297mm;margin:2cm}', 642, { zoom: 1 }],
    ['@page{margin:2cm}', 321, { zoom: 2 }],
    ['@page{size:A5;margin:2cm}', 642, { format: 'A4' }],
  ])('from %s', (style, width, more) => {
    expect(widthOf(style, more)).toBe(width);
  });

  it.each<[string, string, Partial<ConversionRequest>?]>([
    ['nothing names margins', 'p{margin:2cm}'],
    ['they are wider than usual', '@page{margin:0}'],
    ['there are two rules', '@page{margin:2cm}@page :first{margin:0}'],
    ['the rule is for some pages', '@page :first{margin:2cm}'],
    ['the rule is one of another medium', '@media print{@page{margin:2cm}}'],
    ['a margin has no known length', '@page{margin:10%}'],
    ['a paper is not known', '@page{size:max(1cm,20cm) 20cm;margin:2cm}'],
    ['there are other declarations', '@page{margin:2cm;margin-left:1cm}'],
    ['there are margin boxes', '@page{margin:2cm;@top-left{content:"a"}}'],
    ['a style sheet may say more', '@import "a.css";@page{margin:2cm}'],
    ['the request names a viewport', '@page{margin:2cm}', { viewport: '400x300' }],
    ['the request fits nothing', '@page{margin:2cm}', { fit: 'none' }],
    ['the request has wider margins', '@page{margin:2cm}', { margin: 0 }],
    ['the paper is as tall as its content', '@page{margin:2cm}', { format: 'auto' }],
  ])('from nothing where %s', (_, style, more) => {
    expect(widthOf(style, more)).toBeUndefined();
  });
});
