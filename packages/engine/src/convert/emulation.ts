import type { Page } from '../page/page.ts';
import type { ConversionRequest } from '../request/request.ts';
import { mediumOf } from './medium.ts';

/** Makes the browser seem to be somebody's: medium, preferences, language, time zone, name. */
export function emulate(page: Page, options: ConversionRequest): readonly Promise<unknown>[] {
  return [...emulateMedia(page, options), ...emulatePlace(page, options)];
}

function emulateMedia({ session }: Page, options: ConversionRequest): Promise<unknown>[] {
  const { color_scheme: colorScheme, reduced_motion: reducedMotion } = options;
  const media = mediumOf(options);
  const features = [
    ...(colorScheme === undefined ? [] : [{ name: 'prefers-color-scheme', value: colorScheme }]),
    ...(reducedMotion ? [{ name: 'prefers-reduced-motion', value: 'reduce' }] : []),
  ];
  // A page is opened with the medium screen.
  if (media === 'screen' && features.length === 0) return [];
  return [session.send('Emulation.setEmulatedMedia', { media, features })];
}

function emulatePlace(page: Page, { locale, timezone, user_agent: userAgent }: ConversionRequest): Promise<unknown>[] {
  const { session } = page;
  const steps: Promise<unknown>[] = [];
  if (timezone !== undefined) steps.push(session.send('Emulation.setTimezoneOverride', { timezoneId: timezone }));
  if (locale !== undefined) steps.push(session.send('Emulation.setLocaleOverride', { locale }));
  if (locale !== undefined || userAgent !== undefined) steps.push(nameBrowser(page, locale, userAgent));
  return steps;
}

/** The name of the browser and the languages that it asks for come together. */
async function nameBrowser(page: Page, locale: string | undefined, userAgent: string | undefined): Promise<void> {
  await page.session.send('Emulation.setUserAgentOverride', {
    userAgent: userAgent ?? (await page.call(() => navigator.userAgent)),
    ...(locale === undefined ? {} : { acceptLanguage: locale }),
  });
}
