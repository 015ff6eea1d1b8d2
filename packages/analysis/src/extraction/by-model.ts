import { askJson, type Reading } from '../models/ask-json.ts';
import { passagesFor, withinBudget } from '../models/excerpt.ts';
import { isObject, type JsonObject, type JsonValue, listOf } from '../models/json.ts';
import { alike } from '../models/merge.ts';
import type { ModelCall } from '../models/model.ts';
import { fenced, instructionsFor, userTurn } from '../models/prompt.ts';
import { type Resolved, resolve } from '../models/proposals.ts';
import { Quotes } from '../models/quotes.ts';
import { originalSpan, type Span } from '../text/source.ts';
import { condensed } from '../text/words.ts';
import type { Document } from '../values/document.ts';
import {
  type FieldVerification,
  type FieldVerifications,
  fieldOf,
  givenFields,
  UNPROVEN,
  wholeStatus,
} from '../verification/fields.ts';
import type { Check, Engine, Verification } from '../verification/verification.ts';
import {
  answerExtraction,
  type ContactData,
  type ExtractedData,
  type ExtractionAnswer,
  type ExtractionOptions,
} from './answer.ts';

/**
 * General extraction with a model: named fields, and contacts. Dates, amounts and tables are complete without one, so
 * that nothing is asked for them.
 */

const MEMBERS = ['name', 'email', 'phone', 'address', 'organization'] as const;
const MOST_CONTACTS = 500;
const LONGEST_NAME = 100;

type Contact = Readonly<Record<(typeof MEMBERS)[number], Resolved>>;

interface Found {
  readonly fields: ReadonlyMap<string, Resolved>;
  readonly contacts: readonly Contact[];
}

interface Wanted {
  readonly names: readonly string[];
  readonly contacts: boolean;
}

export async function extractionWithModel(
  call: ModelCall,
  document: Document,
  options: ExtractionOptions = {},
): Promise<ExtractionAnswer> {
  const rules = answerExtraction(document, options);
  const type = options.extractionType ?? 'auto';
  const wanted: Wanted = { names: options.customFields ?? [], contacts: type === 'contacts' || type === 'auto' };
  if (wanted.names.length === 0 && !wanted.contacts) return rules;
  const found = await withinBudget(call, document, {
    select: passagesFor(wanted.names.join(' ')),
    ask: (text) => askOnce(call, document, { text, wanted }),
  });
  return new Merging(document, rules).add(found);
}

function askOnce(
  call: ModelCall,
  document: Document,
  { text, wanted }: { text: string; wanted: Wanted },
): Promise<Found> {
  const quotes = new Quotes(document);
  return askJson(call, {
    instructions: instructionsFor(taskOf(wanted)),
    turns: [userTurn(fenced(text))],
    read: (answer) => readAnswer(answer, quotes, wanted),
  });
}

/** The names come from the caller; they stand as JSON, one a line, and are names only. */
function taskOf({ names, contacts }: Wanted): string {
  const list = names.map((name, index) => `"${index + 1}": ${JSON.stringify(name.slice(0, LONGEST_NAME))}`);
  const fields =
    names.length > 0
      ? `Find the values of these fields, each by its number:\n${list.join('\n')}\nA value is a quote: copied from the document character for character, only the value itself, without its label. Not stated: null.\n`
      : '';
  const people = contacts
    ? `List the people and organizations with a name and how to reach them. Each member is a quote copied character for character, or null.\n`
    : '';
  const members = [
    ...(names.length > 0 ? ['"fields": {"1": "..."}'] : []),
    ...(contacts
      ? ['"contacts": [{"name": null, "email": null, "phone": null, "address": null, "organization": null}]']
      : []),
  ];
  return `${fields}${people}Answer in this form: {${members.join(', ')}}`;
}

function readAnswer(answer: JsonObject, quotes: Quotes, wanted: Wanted): Reading<Found> {
  const problems: string[] = [];
  const list = isObject(answer.fields) ? answer.fields : null;
  if (wanted.names.length > 0 ? list === null : !Array.isArray(answer.contacts)) {
    return { result: null, problems: ['the members asked for are missing'] };
  }
  const check = (path: string, node: JsonValue | undefined) => {
    const resolved = resolve(quotes, 'text', node);
    if (resolved.proposed && resolved.value === null)
      problems.push(`${path}: the quote does not stand in the document`);
    return resolved;
  };
  const fields = new Map(
    wanted.names.map((name, index) => [name, check(`fields.${index + 1}`, list?.[String(index + 1)])]),
  );
  const contacts = listOf(wanted.contacts ? answer.contacts : [])
    .slice(0, MOST_CONTACTS)
    .flatMap((node, index): Contact[] => {
      if (!isObject(node)) return [];
      const members = MEMBERS.map((member) => [member, check(`contacts[${index}].${member}`, node[member])] as const);
      return [Object.fromEntries(members) as Contact];
    });
  return { result: { fields, contacts }, problems };
}

class Merging {
  readonly #document: Document;
  readonly #rules: ExtractionAnswer;
  readonly #evidence: Record<string, Span>;
  readonly #checks: Check[] = [];
  readonly #ungrounded: string[];
  #byModel = 0;
  #byBoth = 0;
  #byRules = 0;

  constructor(document: Document, rules: ExtractionAnswer) {
    this.#document = document;
    this.#rules = rules;
    this.#evidence = { ...rules.evidence };
    this.#ungrounded = [...rules.verification.ungrounded];
  }

  add(found: Found): ExtractionAnswer {
    const data = this.#rules.extractedData;
    const extractedData: ExtractedData = {
      ...data,
      ...(data.contacts ? { contacts: this.#contacts(data.contacts, found.contacts) } : {}),
      ...(data.fields ? { fields: this.#fields(data.fields, found.fields) } : {}),
    };
    return { extractedData, verification: this.#verification(found, extractedData), evidence: this.#evidence };
  }

  /** For fields that a caller invents, a model's reading of the label is better than a search for its words. */
  #fields(
    own: Readonly<Record<string, string | number | null>>,
    found: Found['fields'],
  ): Record<string, string | number | null> {
    const fields: [string, string | number | null][] = [];
    for (const name of new Set([...Object.keys(own), ...found.keys()])) {
      const [rules, model] = [own[name] ?? null, found.get(name)];
      fields.push([name, this.#choose(`fields.${name}`, rules, model)]);
    }
    return Object.fromEntries(fields);
  }

  #choose(path: string, rules: string | number | null, model: Resolved | undefined): string | number | null {
    if (rules !== null) this.#byRules += 1;
    if (!model?.proposed) return rules;
    if (model.value === null) {
      if (rules === null) this.#ungrounded.push(path);
      this.#checks.push({ name: `model_${path}_in_text`, ok: false, expected: rules, actual: null });
      return rules;
    }
    const agree = rules !== null && alike(rules, model.value);
    if (rules !== null) this.#checks.push({ name: `model_${path}`, ok: agree, expected: rules, actual: model.value });
    if (agree) this.#byBoth += 1;
    else this.#byModel += 1;
    if (agree && condensed(String(rules)) === condensed(String(model.value))) return rules;
    if (model.span) this.#evidence[path] = originalSpan(this.#document.source, model.span);
    return model.value;
  }

  /** The rules' contacts with what the model adds to them, then those that only the model found. */
  #contacts(own: readonly ContactData[], found: readonly Contact[]): ContactData[] {
    const contacts = own.map((contact) => ({ ...contact }));
    this.#byRules += own.length;
    for (const contact of found) {
      const known = MEMBERS.filter((member) => contact[member].value !== null);
      if (!known.some((member) => member !== 'address')) continue;
      const same = contacts.findIndex((one) =>
        (['email', 'phone', 'name'] as const).some((member) => sameMember(one[member], contact[member])),
      );
      const index = same < 0 ? contacts.length : same;
      const target: Record<string, string | null> = contacts[index] ?? {
        name: null,
        email: null,
        phone: null,
        address: null,
        organization: null,
      };
      for (const member of known) {
        const value = String(contact[member].value);
        const before = target[member] ?? null;
        // A rule may take a whole line for a name; the part that the model quotes is the better one then.
        if (
          before !== null &&
          !(condensed(before) !== condensed(value) && condensed(before).includes(condensed(value)))
        )
          continue;
        target[member] = value;
        this.#byModel += 1;
        const { span } = contact[member];
        if (span) this.#evidence[`contacts.${index}.${member}`] = originalSpan(this.#document.source, span);
      }
      contacts[index] = target as unknown as ContactData;
      if (same >= 0) this.#byBoth += 1;
    }
    return contacts;
  }

  /** What both read alike is proven; what only the model reads, or reads otherwise, is not. */
  #given(own: FieldVerifications, { fields = {}, ...lists }: ExtractedData): FieldVerifications {
    const named = Object.entries(fields).map(([name, value]): [string, unknown, FieldVerification] => {
      const path = `fields.${name}`;
      const read = this.#checks.find((check) => check.name === `model_${path}`);
      const before = own[path];
      if (read) return [path, value, read.ok ? fieldOf([read]) : { status: 'unverified', checks: [read] }];
      return [path, value, before ?? UNPROVEN];
    });
    const values = Object.fromEntries([...Object.entries(lists), ...named.map(([path, value]) => [path, value])]);
    return givenFields(values, Object.fromEntries(named.map(([path, , field]) => [path, field])));
  }

  #verification({ fields }: Found, data: ExtractedData): Verification {
    const { verification } = this.#rules;
    const agreed =
      fields.size > 0 && this.#byModel === 0 && this.#byBoth > 0 && this.#checks.every((check) => check.ok);
    const asked = this.#byModel + this.#byBoth > 0;
    const engine: Engine = !asked ? 'rules' : this.#byRules > 0 ? 'model+rules' : 'model';
    const given = this.#given(verification.fields, data);
    return {
      status: wholeStatus(agreed ? 'verified' : verification.status, given),
      checks: [...verification.checks, ...this.#checks],
      fields: given,
      ungrounded: this.#ungrounded,
      engine,
    };
  }
}

function sameMember(own: string | null, model: Resolved): boolean {
  return own !== null && model.value !== null && alike(own, model.value);
}
