import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';
import { startProvider } from '../testing/scripted-provider.ts';
import { createModel } from './model.ts';

const TEXT = 'Acme Ltd\nInvoice date 2024-01-05\nTotal 12.34';

/** Answers of the Anthropic API. */
function message(text: string, stop = 'end_turn') {
  const body = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text }],
    stop_reason: stop,
    usage: { input_tokens: 7, output_tokens: 3 },
  };
  return { raw: { status: 200, body: JSON.stringify(body) } };
}

async function run(answer: ReturnType<typeof message>) {
  const provider = await startProvider(() => answer);
  try {
    const model = createModel({
      primary: { baseUrl: provider.baseUrl, apiKey: 'key', model: 'm', kind: 'anthropic' },
      fetch,
      limits: { backoffMs: 1 },
    });
    return {
      provider,
      outcome: await createAnalyst({ model })
        .run({ kind: 'receipt-scanner', text: TEXT })
        .catch((error: unknown) => error),
    };
  } finally {
    await provider.close();
  }
}

describe('the Anthropic API', () => {
  it('answers questions and counts tokens', async () => {
    const { provider, outcome } = await run(message('{"total": "12.34", "date": "2024-01-05", "items": []}'));
    expect(outcome).toMatchObject({
      tokens: { input: 7, output: 3, total: 10 },
      answer: { receiptData: { total: 12.34 } },
    });
    expect(provider.requests[0]?.headers['x-api-key']).toBe('key');
    expect(provider.requests[0]?.body).not.toHaveProperty('tools');
  });

  it('may cut off or refuse', async () => {
    expect((await run(message('{"total"', 'max_tokens'))).outcome).toMatchObject({ code: 'ai_bad_output' });
    expect((await run(message('', 'refusal'))).outcome).toMatchObject({ code: 'ai_bad_output' });
  });
});
