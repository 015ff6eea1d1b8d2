import { describe, expect, it } from 'vitest';
import { imageFormat } from './image-format.ts';

describe('imageFormat', () => {
  it.each([
    ['png', 'png'],
    ['PNG', 'png'],
    ['jpg', 'jpeg'],
    ['JPEG', 'jpeg'],
    ['WebP', 'webp'],
  ])('follows target_format %s', (named, format) => {
    expect(imageFormat(named, 'image/gif')).toBe(format);
  });

  it.each([
    [undefined, 'png'],
    ['', 'png'],
    ['*/*', 'png'],
    ['image/*', 'png'],
    ['image/webp', 'webp'],
    ['IMAGE/JPEG', 'jpeg'],
    ['image/jpg', 'jpeg'],
    ['image/webp;q=0.5, image/jpeg;q=0.9', 'jpeg'],
    ['image/png;q=0.1, image/*', 'jpeg'],
    ['image/png;q=0, image/*;q=0.5', 'jpeg'],
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'webp'],
    ['image/jpeg, image/png', 'jpeg'],
    ['image/webp;q=nonsense, image/png;q=0.1', 'png'],
    ['image/webp ; Q=0.9 , image/png;q=0.3', 'webp'],
    ['application/json', 'png'],
    ['image/png;q=0', 'png'],
  ])('follows Accept %j', (accept, format) => {
    expect(imageFormat(undefined, accept)).toBe(format);
  });
});
