import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PASSWORD_LENGTH } from '../passwords.ts';

const SCRIPT = readFileSync(new URL('./script.js', import.meta.url), 'utf8');

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:24rem;margin:12vh auto 4rem;padding:0 1.5rem}
h1{font-size:1.4rem}
h2{font-size:1rem;margin-top:2.5rem}
label{display:block;margin:1rem 0 .3rem}
input{font:inherit;box-sizing:border-box;width:100%;padding:.5rem;border:1px solid #888;border-radius:4px}
button{font:inherit;margin-top:1.5rem;padding:.5rem 1.2rem;border:0;border-radius:4px;background:#1a4fd6;color:#fff}
button:disabled{opacity:.5}`;

const digest = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** Content-Security-Policy of the pages: their own script and style, and calls to this service. */
export const CONTENT_SECURITY_POLICY = [
  `default-src 'none'`,
  `script-src ${digest(SCRIPT)}`,
  `style-src ${digest(STYLE)}`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

type Field = 'name' | 'email' | 'password' | 'newPassword' | 'code' | 'setupCode';

const FIELDS: Readonly<Record<Field, string>> = {
  name: '<label>Name<input name="name" autocomplete="name" required></label>',
  email: '<label>Email<input name="email" type="email" autocomplete="email" required></label>',
  password: '<label>Password<input name="password" type="password" autocomplete="current-password" required></label>',
  newPassword: `<label>New password, ${PASSWORD_LENGTH.least} characters or more<input name="password" type="password" autocomplete="new-password" minlength="${PASSWORD_LENGTH.least}" required></label>`,
  setupCode:
    '<label>Setup code: the service prints it when it starts<input name="setupCode" autocomplete="off" required></label>',
  code: '<label>Code, if you use an authenticator<input name="code" autocomplete="one-time-code"></label>',
};

interface Form {
  readonly heading?: string;
  /** What script.js does with the fields, in this order. */
  readonly steps: string;
  readonly fields: readonly Field[];
  readonly button: string;
  /** What is said when it is done. */
  readonly done: string;
  /** Whether it is shown only with, or only without, the token of a link. Default: both. */
  readonly link?: 'with' | 'without';
}

export interface AccountPage {
  readonly path: string;
  readonly title: string;
  readonly forms: readonly Form[];
}

const ASK_RESET: Form = {
  steps: 'ask-reset',
  fields: ['email'],
  button: 'Send a reset link',
  done: 'If there is an account with this address, we have sent an email to it.',
};

const NEW_PERSON: Form = {
  steps: 'sign-up',
  fields: ['name', 'email', 'newPassword'],
  button: 'Sign up',
  done: 'If you can sign up here, we have sent an email to your address. Open the link in it.',
};

/** For whoever has no invitation. */
const SIGN_UP: AccountPage = { path: '/sign-up', title: 'Sign up', forms: [NEW_PERSON] };

/** The sign-up page of an instance that has no owner. */
export const FIRST_SIGN_UP: AccountPage = {
  ...SIGN_UP,
  forms: [
    {
      heading: 'I run this service',
      ...NEW_PERSON,
      fields: [...NEW_PERSON.fields, 'setupCode'],
      done: 'Your account is created. You own the first organisation and are signed in.',
    },
    { heading: 'I do not', ...NEW_PERSON },
  ],
};

/** The pages that people open, also by links in emails, at the paths of `Emails`. */
export const ACCOUNT_PAGES: readonly AccountPage[] = [
  {
    path: '/verify',
    title: 'Verify your email address',
    forms: [
      {
        steps: 'verify',
        fields: [],
        button: 'Verify',
        done: 'Your email address is verified. You can sign in now.',
      },
    ],
  },
  {
    path: '/reset',
    title: 'Reset your password',
    forms: [
      {
        steps: 'reset',
        fields: ['newPassword'],
        button: 'Set password',
        done: 'Your password is set, and you are signed out everywhere. You can sign in now.',
        link: 'with',
      },
      { ...ASK_RESET, link: 'without' },
    ],
  },
  {
    path: '/invitation',
    title: 'Accept an invitation',
    forms: [
      {
        heading: 'Create an account',
        steps: 'sign-up',
        fields: ['name', 'email', 'newPassword'],
        button: 'Join',
        done: 'Your account is created. You have joined the organisation and are signed in.',
      },
      {
        heading: 'I have an account',
        steps: 'sign-in accept',
        fields: ['email', 'password', 'code'],
        button: 'Sign in and join',
        done: 'You have joined the organisation and are signed in.',
      },
    ],
  },
  SIGN_UP,
  {
    path: '/sign-in',
    title: 'Sign in',
    forms: [
      {
        steps: 'sign-in',
        fields: ['email', 'password', 'code'],
        button: 'Sign in',
        done: 'You are signed in.',
      },
      { heading: 'Forgot your password?', ...ASK_RESET },
    ],
  },
];

export function pageHtml({ title, forms }: AccountPage): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Platen</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
${forms.map(formHtml).join('\n')}
<p><a href="/">Start</a> · <a href="/docs">API</a> · <a href="/docs/guides">Guides</a></p>
</main>
<script type="module">${SCRIPT}</script>
</html>
`;
}

function formHtml({ heading, steps, fields, button, done, link }: Form): string {
  const shown = link === undefined ? '' : ` data-link="${link}" hidden`;
  return `<form data-steps="${steps}" data-done="${done}"${shown}>
${heading === undefined ? '' : `<h2>${heading}</h2>`}
${fields.map((field) => FIELDS[field]).join('\n')}
<button>${button}</button>
<p role="status"></p>
</form>`;
}
