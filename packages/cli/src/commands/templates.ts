import { command, type Group } from '../command.ts';
import { SERVICE_OPTIONS } from '../service-options.ts';

const FOLDER =
  'A folder has index.liquid and, if wanted, header.liquid, footer.liquid, style.css, data.json (sample data), ' +
  'schema.json (JSON Schema of the data), options.json (options of conversions), template.json (slug, name, escape, ' +
  'strict_variables), snippets/*.liquid, and images, fonts, styles and scripts, which the document refers to by their ' +
  'relative names. The slug is the name of the folder, unless template.json says another. "platen convert FOLDER" renders ' +
  'it without a service.';

export const templates: Group = {
  name: 'templates',
  summary: 'templates as files, to and from a service',
  commands: [
    command({
      name: 'templates push',
      summary: 'bring templates to the service, one from each folder; a new version where something changed',
      arguments: [
        {
          name: 'FOLDER',
          help: 'folder of a template',
          takes: 'several',
          missing: 'Name a folder, for example: platen templates push invoice',
        },
      ],
      options: {
        draft: { type: 'boolean', help: 'write drafts only, and publish nothing' },
        'dry-run': { type: 'boolean', help: 'tell what would be done, and do nothing' },
        ...SERVICE_OPTIONS,
      },
      notes: [FOLDER],
      examples: ['platen templates push examples/templates/quote --server https://pdf.example.com'],
      run: async (call, terminal) => (await import('../templates.ts')).pushFolders(call, terminal),
    }),
    command({
      name: 'templates pull',
      summary: 'write a template into a folder: the draft, or a version',
      arguments: [
        {
          name: 'SLUG[@VERSION]',
          help: 'the template',
          missing: 'Name a template, for example: platen templates pull invoice',
        },
        { name: 'FOLDER', help: 'where to (default: a folder named after the slug)', takes: 'optional' },
      ],
      options: {
        force: {
          type: 'boolean',
          help: 'overwrite files that differ, and remove those that the template does not have',
        },
        ...SERVICE_OPTIONS,
      },
      notes: [FOLDER],
      run: async (call, terminal) => (await import('../templates.ts')).pullTemplate(call, terminal),
    }),
  ],
};
