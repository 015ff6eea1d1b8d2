import type { Field } from '../n8n.ts';

/** Address and key of a service. n8n finds the class by the name of its file. */
export class PlatenApi {
  readonly name = 'platenApi';
  readonly displayName = 'Platen API';
  readonly documentationUrl = 'https://github.com/platen/platen/blob/main/docs/n8n.md';

  readonly properties: readonly Field[] = [
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://pdf.example.com',
      description: 'Where the service is, without a path',
    },
    {
      displayName: 'API Key',
      name: 'key',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
      description: 'A key with the scopes that the workflow needs, such as convert:pdf',
    },
  ];

  readonly authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.key}}' } },
  } as const;

  readonly test = {
    request: { baseURL: '={{$credentials.url.replace(/\\/+$/, "")}}', url: '/v1/account' },
  } as const;
}
