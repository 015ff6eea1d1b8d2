// The script of the account pages: sends a form as JSON and shows the result.

// Removed from the address at once, so that it does not stay in the history.
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
history.replaceState(null, '', location.pathname);

async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.errors?.[0]?.detail ?? answer.detail);
  return answer;
}

const STEPS = {
  verify: () => post('/v1/auth/verify', { token }),
  'ask-reset': ({ email }) => post('/v1/auth/reset', { email }),
  reset: ({ password }) => post('/v1/auth/reset/confirm', { token, password }),
  'sign-up': ({ name, email, password, setupCode }) =>
    post('/v1/auth/sign-up', {
      name,
      email,
      password,
      ...(setupCode === undefined ? {} : { setup_code: setupCode }),
      ...(token === '' ? {} : { invitation: token }),
    }),
  'sign-in': async ({ email, password, code }) => {
    const { status } = await post('/v1/auth/sign-in', { email, password });
    if (status === 'second_factor_required') await post('/v1/auth/two-factor/verify', { code });
  },
  accept: () => post('/v1/invitations/accept', { token }),
};

for (const form of document.forms) {
  // A form that needs the token of a link is shown only with one; its alternative only without.
  if (form.dataset.link !== undefined) form.hidden = (form.dataset.link === 'with') !== (token !== '');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    const status = form.querySelector('[role=status]');
    button.disabled = true;
    status.textContent = '';
    try {
      const fields = Object.fromEntries(new FormData(form));
      for (const step of form.dataset.steps.split(' ')) await STEPS[step](fields);
      form.replaceChildren(status);
      status.textContent = form.dataset.done;
      form.dataset.state = 'done';
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
      button.disabled = false;
      form.dataset.state = 'refused';
    }
  });
}
