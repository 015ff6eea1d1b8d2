import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;
type Message = Messages[number];

interface Statement {
  readonly name: string;
  /** Of its parameters, by their object ids in PostgreSQL. */
  readonly types: readonly number[];
  /** What its rows have; absent of a statement without rows. */
  readonly columns: Message | undefined;
  readonly since: number;
  uses: number;
}

/** Statements that are kept at most. */
const MOST = 100;
/** Texts of statements that were asked once, of which we know at most so many. */
const MOST_SEEN = 500;
/**
 * A plan is made for tables as large as they are then, and nothing tells of their growth: PGlite has no process that counts rows. It is made anew
 * after so many milliseconds, or uses.
 */
const KEPT_FOR = 60_000;
const USES = 1_000;
const CHANGES_SCHEMA = /^\s*(?:create|alter|drop|do)\b/i;

/**
 * The statements of one PGlite. To read, analyze and plan one takes most of its time there, up to nine parts of ten: one that is asked
 * for the second time is kept as PostgreSQL keeps it (ADR 44), and then asked in one trip in place of six.
 */
export class PgliteStatements {
  readonly #lite: PGlite;
  readonly #clock: () => number;
  /** Used last at the end. */
  readonly #kept = new Map<string, Statement>();
  readonly #seen = new Set<string>();
  #made = 0;

  /** @param clock milliseconds; default: those of this process */
  constructor(lite: PGlite, clock: () => number = () => performance.now()) {
    this.#lite = lite;
    this.#clock = clock;
  }

  /** How many are kept. */
  get size(): number {
    return this.#kept.size;
  }

  /** @throws the error of PGlite */
  async run<Row>(text: string, parameters: readonly unknown[]): Promise<Results<Row>> {
    if (CHANGES_SCHEMA.test(text)) return await this.changing(() => this.#lite.query<Row>(text, [...parameters]));
    if (!this.#kept.has(text) && !this.#wasSeen(text)) return await this.#lite.query<Row>(text, [...parameters]);
    return await this.#lite.runExclusive(async () => {
      const statement = await this.#statement(text);
      const values = parameters.map((value, index) => this.#written(value, statement.types[index]));
      const answer = await this.#send([
        protocol.serialize.bind({ statement: statement.name, values }),
        protocol.serialize.execute(),
        protocol.serialize.sync(),
      ]);
      const messages = statement.columns ? [statement.columns, ...answer] : answer;
      return parse.parseResults(messages, this.#lite.parsers)[0] as Results<Row>;
    });
  }

  /** Does what may change tables: what is kept may have other columns then. */
  async changing<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } finally {
      const closed = [...this.#kept.values()].map(({ name }) => protocol.serialize.close({ type: 'S', name }));
      this.#kept.clear();
      if (closed.length > 0) {
        await this.#lite.runExclusive(() => this.#send([...closed, protocol.serialize.sync()]));
      }
    }
  }

  #wasSeen(text: string): boolean {
    if (this.#seen.has(text)) return true;
    if (this.#seen.size === MOST_SEEN) this.#seen.clear();
    this.#seen.add(text);
    return false;
  }

  async #statement(text: string): Promise<Statement> {
    const known = this.#kept.get(text);
    if (known && known.uses < USES && this.#clock() - known.since < KEPT_FOR) {
      known.uses += 1;
      this.#kept.delete(text);
      this.#kept.set(text, known);
      return known;
    }
    const [oldest] = this.#kept;
    const out = known ? ([text, known] as const) : this.#kept.size === MOST ? oldest : undefined;
    if (out) this.#kept.delete(out[0]);
    this.#made += 1;
    const name = `kept_${this.#made}`;
    const answer = await this.#send([
      ...(out ? [protocol.serialize.close({ type: 'S', name: out[1].name })] : []),
      protocol.serialize.parse({ name, text }),
      protocol.serialize.describe({ type: 'S', name }),
      protocol.serialize.sync(),
    ]);
    const columns = answer.find((message) => message.name === 'rowDescription');
    const statement = {
      name,
      types: parse.parseDescribeStatementResults(answer),
      columns,
      since: this.#clock(),
      uses: 1,
    };
    this.#kept.set(text, statement);
    return statement;
  }

  async #send(messages: readonly Uint8Array[]): Promise<Messages> {
    return await this.#lite.execProtocolStream(Uint8Array.from(Buffer.concat(messages)), {});
  }

  #written(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const write = type === undefined ? undefined : this.#lite.serializers[type];
    return write ? write(value) : String(value);
  }
}
