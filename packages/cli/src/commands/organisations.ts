import { command, type Group } from '../command.ts';
import { ON_THE_DATABASE, ORGANISATION } from './operator-words.ts';

/** What an organization has: plan, bills, access to the analysis, the HIPAA profile. */

export const plans: Group = {
  name: 'plans',
  summary: 'list plans, and give them to organisations',
  commands: [
    command({
      name: 'plans list',
      summary: 'the plans: name, US dollars a month, credits a month, US dollars of one more credit',
      notes: ['PLATEN_PLANS names a file with plans instead of ours.'],
      run: async (_call, terminal) => (await import('../plans.ts')).listPlans(terminal),
    }),
    command({
      name: 'plans set',
      summary: 'give an organisation a plan from now on, whose limits then hold, or set its ceiling',
      arguments: [ORGANISATION, { name: 'PLAN', help: 'name of a plan', takes: 'optional' }],
      options: {
        annual: { type: 'boolean', help: 'the year is paid at once' },
        trial: { type: 'boolean', help: 'the days of a trial; nothing goes beyond its credits' },
        ceiling: {
          type: 'string',
          value: 'USD',
          help: 'what may be used beyond the plan in one period; 0 turns that off, "plan" is its monthly price',
        },
      },
      notes: [ON_THE_DATABASE],
      examples: ['platen plans set first business', 'platen plans set first --ceiling 12.50'],
      run: async (call, terminal) => (await import('../plans.ts')).setPlan(call, terminal),
    }),
    command({
      name: 'plans end',
      summary: 'end the plan of an organisation at once',
      arguments: [ORGANISATION],
      notes: [ON_THE_DATABASE],
      run: async (call, terminal) => (await import('../plans.ts')).endPlan(call, terminal),
    }),
  ],
};

export const billing: Group = {
  name: 'billing',
  summary: 'compare what was charged with the payment provider',
  commands: [
    command({
      name: 'billing sync',
      summary: 'write down what the payment provider did and our records lack, and say what else differs',
      options: {
        days: { type: 'string', value: 'DAYS', help: 'how far back (default: 120)' },
      },
      notes: [
        ON_THE_DATABASE,
        'A line for each difference: repaired or differs, its kind, the organisation, what the provider calls it, and ' +
          'cents. Refunds become credit notes, disputes end plans, cards that were confirmed are taken. The exit status is ' +
          '1 when something still differs: "missing" is in our records only, "amount" has another sum there, and of ' +
          'anything else no invoice could be found, or another process works on it. The service does the same once a day.',
      ],
      examples: ['platen billing sync', 'platen billing sync --days 400'],
      run: async (call, terminal) => (await import('../billing.ts')).syncBilling(call, terminal),
    }),
  ],
};

export const waitlist: Group = {
  name: 'waitlist',
  summary: 'who may use the analysis, where AI_ACCESS is "waitlist"',
  commands: [
    command({
      name: 'waitlist list',
      summary: 'organisations that asked for the analysis: id, waiting or granted, since when',
      notes: [ON_THE_DATABASE],
      run: async (_call, terminal) => (await import('../waitlist.ts')).listWaitlist(terminal),
    }),
    command({
      name: 'waitlist grant',
      summary: 'let an organisation use the analysis, whether it has asked or not',
      arguments: [ORGANISATION],
      notes: [ON_THE_DATABASE],
      run: async (call, terminal) => (await import('../waitlist.ts')).grantAnalysis(call, terminal),
    }),
  ],
};

export const hipaa: Group = {
  name: 'hipaa',
  summary: 'the HIPAA profile of an organisation: no result is stored, and who comes in needs more than a key',
  commands: [
    command({
      name: 'hipaa on',
      summary: 'switch it on; owners can do it as well, at their organisation',
      arguments: [ORGANISATION],
      notes: [ON_THE_DATABASE],
      run: async (call, terminal) => (await import('../hipaa.ts')).switchHipaa(call, true, terminal),
    }),
    command({
      name: 'hipaa off',
      summary: 'switch it off',
      arguments: [ORGANISATION],
      notes: [ON_THE_DATABASE],
      run: async (call, terminal) => (await import('../hipaa.ts')).switchHipaa(call, false, terminal),
    }),
  ],
};

export const organisations: Group = {
  name: 'organisations',
  summary: 'all that is kept of an organisation, as files',
  commands: [
    command({
      name: 'organisations export',
      summary: 'write all that is kept of an organisation to a tar archive, open',
      arguments: [
        ORGANISATION,
        {
          name: 'FILE',
          help: 'where it goes; it is whole or not there',
          missing: 'Name one file: platen organisations export ORGANISATION FILE',
        },
      ],
      notes: [
        ON_THE_DATABASE,
        'A folder for each table with its rows as NDJSON, the files of templates, the results of jobs, and about.json, which ' +
          'says what is not in it. Content that the database keeps sealed is open in it; credentials are left out. That it was ' +
          'exported is a row of the audit log.',
      ],
      examples: ['platen organisations export first organisation.tar'],
      run: async (call, terminal) => (await import('../organisations.ts')).exportOrganisation(call, terminal),
    }),
  ],
};
