// What the page at / runs in the browser: how the service is, and the playground.

const health = document.getElementById('health');
const sample = document.getElementById('sample');
const form = document.getElementById('playground');
const result = document.getElementById('result');

sample.textContent = sample.textContent.replace(/https?:\/\/[^/]+/, location.origin);

const WORDS = { ok: 'Ready', degraded: 'Works, with less than all', unavailable: 'Not available' };

async function showHealth() {
  const answer = await fetch('/health');
  const { status } = await answer.json();
  health.dataset.state = status;
  health.firstElementChild.textContent = WORDS[status] ?? status;
}
showHealth().catch(() => {
  health.dataset.state = 'unavailable';
  health.firstElementChild.textContent = WORDS.unavailable;
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  result.replaceChildren(paragraph('Working …'));
  try {
    show(await convert(form.elements.key.value.trim(), form.elements.html.value));
  } catch (error) {
    result.replaceChildren(paragraph(error instanceof Error ? error.message : String(error), 'refused'));
    result.dataset.state = 'refused';
  } finally {
    button.disabled = false;
  }
});

async function convert(key, html) {
  const begun = performance.now();
  const answer = await fetch('/v1/convert/pdf', {
    method: 'POST',
    credentials: 'omit',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ source: { html } }),
  });
  if (!answer.ok) {
    const { title, detail, errors = [] } = await answer.json();
    throw new Error([title, errors[0]?.detail ?? detail].join(': '));
  }
  return { answer, pdf: await answer.blob(), seconds: (performance.now() - begun) / 1_000 };
}

let address;

function show({ answer, pdf, seconds }) {
  if (address !== undefined) URL.revokeObjectURL(address);
  address = URL.createObjectURL(pdf);
  const pages = answer.headers.get('x-pages');
  const warnings = answer.headers.get('x-warnings') ?? '0';
  const facts = [
    `${pages} ${pages === '1' ? 'page' : 'pages'}`,
    `${Math.ceil(pdf.size / 1_024)} KiB`,
    `${seconds.toFixed(2)} s`,
    ...(warnings === '0' ? [] : [`warnings: ${warnings}`]),
  ];
  const link = document.createElement('a');
  link.href = address;
  link.download = 'document.pdf';
  link.textContent = 'Save it';
  const line = paragraph(`${facts.join(', ')}. `);
  line.append(link);
  const frame = document.createElement('iframe');
  frame.src = address;
  frame.title = 'The PDF';
  // Browsers without a viewer of their own, such as those of telephones, would show an empty frame.
  result.replaceChildren(line, ...(navigator.pdfViewerEnabled === false ? [] : [frame]));
  result.dataset.state = 'done';
}

function paragraph(text, name = '') {
  const element = document.createElement('p');
  element.textContent = text;
  element.className = name;
  return element;
}
