import {
  AssignTag,
  CaseTag,
  type Context,
  IfTag,
  type Liquid,
  type Parser,
  type TagToken,
  type TopLevelToken,
  UnlessTag,
  type Value,
} from 'liquidjs';

/**
 * Where a variable may be missing although variables are strict: in a condition that asks whether it is there, as in
 * `{% if customer.vat %}` and `{% if a and b %}`. liquidjs allows it in every condition, comparisons included, and in
 * `assign`.
 */

/** The parts of liquidjs that its types hide. */
interface HiddenValue {
  readonly initial: { readonly postfix: readonly { readonly operator?: string }[] };
}
interface HiddenTag {
  value?: Value;
  readonly branches?: { value?: Value }[];
}

const JOINING: ReadonlySet<string | undefined> = new Set([undefined, 'and', 'or', 'not']);

/** Whether an expression only asks what is there. */
const asksOnly = (value: Value): boolean =>
  (value as unknown as HiddenValue).initial.postfix.every(({ operator }) => JOINING.has(operator));

/** The value, read strictly whatever its tag says. */
function strictly(value: Value): Value {
  return Object.create(value, { value: { value: (context: Context) => value.value(context, false) } }) as Value;
}

function tightenBranches(tag: unknown): void {
  for (const branch of (tag as HiddenTag).branches ?? []) {
    if (branch.value && !asksOnly(branch.value)) branch.value = strictly(branch.value);
  }
}

function tightenValue(tag: unknown): void {
  const hidden = tag as HiddenTag;
  if (hidden.value) hidden.value = strictly(hidden.value);
}

class StrictIfTag extends IfTag {
  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, rest, liquid, parser);
    tightenBranches(this);
  }
}

class StrictUnlessTag extends UnlessTag {
  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, rest, liquid, parser);
    tightenBranches(this);
  }
}

class StrictCaseTag extends CaseTag {
  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, rest, liquid, parser);
    tightenValue(this);
  }
}

class StrictAssignTag extends AssignTag {
  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid);
    tightenValue(this);
  }
}

export const conditionTags = {
  if: StrictIfTag,
  unless: StrictUnlessTag,
  case: StrictCaseTag,
  assign: StrictAssignTag,
};
